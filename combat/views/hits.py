"""Hits: the panel's action on its targets, and its preview."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from combat import services
from combat.answers import cleared_answer, panel_answer, preview_answer
from combat.panels.fields import HitForm
from combat.rules.ruleset import Refused
from combat.scene import Scene
from combat.views.pages import page, scene_of
from sheets import queries
from sheets.access import Viewer, opens
from sheets.journal import Repeated, Stale
from sheets.models import Role


@require_POST
@opens(Role.GM)
def hits(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Apply the panel's action to its targets."""
    scene = scene_of(viewer)
    form = _sent(request, scene)
    if not form.is_valid():
        return _panel_again(request, viewer, form)
    try:
        services.apply_action(
            viewer=viewer,
            targets=form.cleaned_data["targets"],
            action=form.action(),
            note=form.cleaned_data["note"],
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        form.add_error(None, scene.screen.refusal(refused))
        return _panel_again(request, viewer, form)
    except Stale:
        form.add_error("targets", _("A target was removed meanwhile."))
        return _panel_again(request, viewer, form)
    except Repeated:
        form = form.with_new_token()
        form.add_error(None, _("This form was already sent. To send it once more, apply again."))
        return _panel_again(request, viewer, form)
    return _applied(request, viewer, form, scene)


def _sent(request: HttpRequest, scene: Scene) -> HitForm:
    if scene.screen.waits:
        # There a hit is declared, and its victim chooses.
        raise Http404
    return scene.screen.HitPanel(request.POST, characters=scene.roster)


def _applied(request: HttpRequest, viewer: Viewer, form: HitForm, before: Scene) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return redirect("table", link=viewer.link.key)
    is_streaming = request.headers.get("X-Stream") == "open"
    scene = before if is_streaming else scene_of(viewer)
    drawn = _drawn(request, form.cleaned_data["targets"], scene)
    if is_streaming:
        # What the hit changed is on its way already, rendered once for all who watch.
        names = [f"card-{key}" for key in _unchanged(scene, drawn)]
    else:
        names = [*(f"card-{key}" for key in drawn), "log"]
    response = cleared_answer(request, scene, names, form.cleaned_data.get("source", ""))
    response.headers["HX-Trigger"] = "applied, streamed" if is_streaming else "applied"
    return response


def _unchanged(scene: Scene, keys: list[str]) -> list[str]:
    """Those of these characters that are still as the scene shows them."""
    versions = queries.versions(scene.campaign)
    return [key for key in keys if versions.get(key) == scene.by_key[key].version]


def _panel_again(request: HttpRequest, viewer: Viewer, form: HitForm) -> HttpResponse:
    """The form with what was typed and a sentence at each field that is wrong."""
    if not request.headers.get("HX-Request"):
        picked = frozenset(character.key for character in form.chosen)
        return page(request, viewer, "console", panel=form, picked=picked, status=422)
    return panel_answer(request, scene_of(viewer), form, status=422)


@require_POST
@opens(Role.GM)
def preview(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What the panel's action would do, in pencil; nothing is stored."""
    scene = scene_of(viewer)
    if queries.was_sent(scene.campaign, request.POST.get("token", "")):
        # Asked for while the panel was on its way: it is in ink by now.
        return HttpResponse(status=204)
    form = _sent(request, scene)
    outcomes = {}
    if form.is_valid():
        outcomes = services.preview_action(
            screen=scene.screen, characters=form.chosen, action=form.action()
        )
    return preview_answer(request, scene, form, outcomes, _drawn(request, outcomes, scene))


def _drawn(request: HttpRequest, keys: Any, scene: Scene) -> list[str]:
    """Cards to draw again: those named, and those that still wear an earlier preview."""
    wearing = request.POST.get("ghosted", "").split()
    wanted = [*keys, *wearing]
    return [c.key for c in scene.roster if c.key in wanted]
