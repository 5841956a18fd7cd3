"""Trying it out."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from combat import demo as demos
from sheets import access, services


@require_POST
def demo(request: HttpRequest) -> HttpResponse:
    """Make a private copy of the demo and open it as its GM."""
    services.delete_old_demos()
    ruleset = request.POST.get("ruleset", "")
    if ruleset not in demos.STORIES:
        ruleset = next(iter(demos.STORIES))
    zone = demos.STORIES[ruleset].TIME_ZONE
    campaign = demos.private(ruleset, language=get_language() or "en", time_zone=zone)
    gm = demos.game_master(campaign).link
    access.grant(request, gm)
    return redirect("table", link=gm.key)
