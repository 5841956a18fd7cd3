"""The rules of a game, for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from combat.rulebook import find_rulebook


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one ruleset in the viewer's language, else in English."""
    book = find_rulebook(slug, get_language() or "en")
    if book is None:
        raise Http404
    return render(request, "combat/rules.html", {"book": book})
