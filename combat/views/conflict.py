"""What a player, or the GM, does with one character: concede, fate points, aspects, invokes."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from combat import fragments, services, waiting
from combat.answers import regions_answer, voice_of
from combat.panels.stress_conflict import AspectForm, InvokeForm, PointsForm
from combat.panels.stress_names import known_to, secrets_of
from combat.rules.ruleset import Refused
from combat.scene import Scene
from combat.screens import screen_of
from combat.views.pages import scene_of
from sheets import access, queries
from sheets.access import Viewer, opens
from sheets.journal import Repeated, Stale
from sheets.models import Character, Role


@require_safe
@never_cache
@opens(Role.GM, Role.PLAYER)
def conflict(request: HttpRequest, viewer: Viewer, character: str) -> HttpResponse:
    """All of it on a page of its own, for browsers without scripts."""
    own = own_of(viewer, character)
    context = {
        "viewer": viewer,
        "campaign": viewer.campaign,
        "character": own,
        "track": screen_of(viewer.campaign).drawn(own),
        "is_plain": True,
        "base": "../../../",
    }
    with voice_of(viewer.campaign):
        return render(request, "combat/rulesets/stress/conflict_page.html", context)


@require_POST
@opens(Role.GM, Role.PLAYER)
def concession(request: HttpRequest, viewer: Viewer, character: str) -> HttpResponse:
    """Leave the conflict before the opponent rolls."""
    leaver = own_of(viewer, character)
    try:
        waiting.concede(viewer=viewer, character=leaver.key)
    except Refused as refused:
        if refused.facts.get("out") != "conceded":
            return _told(request, viewer, leaver, screen_of(viewer.campaign).refusal(refused))
    return there_again(request, viewer, leaver)


@require_POST
@opens(Role.GM, Role.PLAYER)
def points(request: HttpRequest, viewer: Viewer, character: str) -> HttpResponse:
    """Spend fate points or gain them."""
    form = PointsForm(request.POST)
    own = own_of(viewer, character)
    if not form.is_valid():
        return _told(request, viewer, own, _first_error(form))
    given = form.cleaned_data
    return _apply(request, viewer, own, form.action(), note=given["reason"], token=given["token"])


@require_POST
@opens(Role.GM, Role.PLAYER)
def aspects(request: HttpRequest, viewer: Viewer, character: str) -> HttpResponse:
    """Write a consequence in other words."""
    form = AspectForm(request.POST)
    own = own_of(viewer, character)
    if not form.is_valid():
        return _told(request, viewer, own, _first_error(form))
    return _apply(request, viewer, own, form.action())


@require_POST
@opens(Role.GM, Role.PLAYER)
def invokes(request: HttpRequest, viewer: Viewer, character: str) -> HttpResponse:
    """Use a free invoke or pass it on: the GM, and the player whose character holds it."""
    form = InvokeForm(request.POST, secrets=_secrets(viewer))
    bearer = _of_stress(viewer, character)
    if not form.is_valid():
        return _told(request, viewer, bearer, _first_error(form))
    if not viewer.is_gm and not _holds(viewer, bearer, form.cleaned_data["slot"]):
        raise Http404
    return _apply(request, viewer, bearer, form.action())


def _holds(viewer: Viewer, bearer: Character, slot: str) -> bool:
    condition = screen_of(viewer.campaign).condition(bearer)
    consequence = getattr(condition.consequences, slot) or None
    return bool(viewer.own and consequence and consequence.invoker == viewer.own.name)


def _secrets(viewer: Viewer) -> list[str]:
    """The names that this viewer knows and the table must not read."""
    everybody = queries.everybody(viewer.campaign)
    return secrets_of(known_to(viewer.audience("sheet", ""), everybody))


def own_of(viewer: Viewer, key: str) -> Character:
    """A character for which this viewer may decide, in a campaign of `stress`; Http404 else."""
    found = _of_stress(viewer, key)
    if not viewer.may_edit(found):
        raise Http404
    return found


def _of_stress(viewer: Viewer, key: str) -> Character:
    found = access.character_of(viewer, key)
    if screen_of(viewer.campaign).slug != "stress":
        raise Http404
    return found


def _apply(
    request: HttpRequest,
    viewer: Viewer,
    own: Character,
    action: Any,
    *,
    note: str = "",
    token: str = "",
) -> HttpResponse:
    try:
        services.apply_action(
            viewer=viewer,
            targets=[own.key],
            action=action,
            only_changes=True,
            note=note,
            token=token,
        )
    except Refused as refused:
        return _told(request, viewer, own, screen_of(viewer.campaign).refusal(refused))
    except Repeated:
        return _told(request, viewer, own, _("Something changed meanwhile. Look and press again."))
    except Stale as stale:
        raise Http404 from stale
    return there_again(request, viewer, own)


def _first_error(form: forms.Form) -> str:
    return str(next(iter(form.errors.values()))[0])


def _told(request: HttpRequest, viewer: Viewer, own: Character, said: str) -> HttpResponse:
    """Why nothing was written; what was typed stays where it is."""
    if not request.headers.get("HX-Request"):
        messages.error(request, said)
        if not viewer.may_edit(own):
            return redirect("table", link=viewer.link.key)
        return redirect("conflict", link=viewer.link.key, character=own.key)
    html = render_to_string("message.html", {"text": said, "kind": "error"}, request)
    told = f'<hx-partial hx-target="#messages" hx-swap="beforeend">{html}</hx-partial>'
    return HttpResponse(told, status=422)


def there_again(request: HttpRequest, viewer: Viewer, character: Character) -> HttpResponse:
    """Every live region of the page that asked, as it is now; without htmx, the page."""
    if not request.headers.get("HX-Request"):
        return redirect("table", link=viewer.link.key)
    viewer.campaign.refresh_from_db()
    scene = scene_around(request, viewer, character)
    return regions_answer(request, scene, fragments.regions(scene))


def is_on_sheet(request: HttpRequest) -> bool:
    """Whether the GM asked from a character's sheet and not from the console."""
    return "sheet" in request.GET


def scene_around(request: HttpRequest, viewer: Viewer, character: Character) -> Scene:
    """What the page shows that asked."""
    if not (viewer.is_gm and is_on_sheet(request)):
        return scene_of(viewer)
    audience = viewer.audience("sheet", get_language() or "en", character.key)
    return Scene.now(viewer.campaign, audience)
