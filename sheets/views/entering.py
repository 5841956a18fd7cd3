"""Coming in through a link."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from sheets import access, links, queries
from sheets.access import Viewer, opens
from sheets.forms.links import ChoiceForm
from sheets.journal import Stale
from sheets.models import Role


@require_safe
@never_cache
def open(request: HttpRequest, token: str) -> HttpResponse:  # noqa: A001  what the address says
    """Let this browser in and go where the link leads."""
    link = access.open_link(request, token)
    access.seen_now([link.key])
    return redirect("choose" if link.is_chooser else "table", link=link.key)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@opens(Role.PLAYER)
def choose(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Choose a character and get a link of one's own."""
    if not viewer.link.is_chooser:
        raise Http404
    form = ChoiceForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _choice(request, viewer, form)
    try:
        link = links.choose_character(
            viewer=viewer,
            character_key=form.cleaned_data["character"],
            label=form.cleaned_data["label"],
            token=form.cleaned_data["token"],
        )
    except Stale:
        form.add_error("character", _("This character was taken meanwhile. Choose another."))
        return _choice(request, viewer, form)
    access.grant(request, link)
    return redirect("table", link=link.key)


def _choice(request: HttpRequest, viewer: Viewer, form: ChoiceForm) -> HttpResponse:
    characters = queries.open_characters(viewer.campaign)
    form.offer(characters)
    context = {"viewer": viewer, "form": form, "characters": characters}
    return render(request, "sheets/choose.html", context, status=422 if form.is_bound else 200)
