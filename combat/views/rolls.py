"""Rolls of the dice tray: by the GM for anybody, by players for their own character."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from combat import rolling
from combat.answers import regions_answer, voice_of
from combat.fragments import partial
from combat.panels.dice import DiceForm
from combat.rules.ruleset import Refused
from combat.scene import Scene
from combat.tray import tray_html
from combat.views.pages import HOME, page, scene_of
from sheets.access import Viewer, opens
from sheets.journal import Repeated, Stale
from sheets.models import LogEntry, Role


@require_POST
@opens(Role.GM, Role.PLAYER)
def rolls(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Roll the dice of the tray."""
    scene = _scene(viewer)
    form = _sent(request, scene, viewer)
    if not form.is_valid():
        return _tray_again(request, viewer, form)
    try:
        entry = rolling.roll(
            viewer=viewer,
            throw=form.throw(),
            character=form.roller_key,
            is_secret=form.is_secret,
            note=form.cleaned_data["note"],
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        form.add_error(None, scene.screen.refusal(refused))
        return _tray_again(request, viewer, form)
    except Stale:
        form.add_error(None, _("This character was removed meanwhile."))
        return _tray_again(request, viewer, form)
    except Repeated:
        fresh = form.with_new_token()
        fresh.add_error(None, _("These dice were already rolled. To roll once more, press again."))
        return _tray_again(request, viewer, fresh)
    return _rolled(request, viewer, form, entry)


@require_POST
@opens(Role.GM, Role.PLAYER)
def plan(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """How many dice would be thrown, and why; nothing where the form says it all."""
    scene = _scene(viewer)
    form = _sent(request, scene, viewer)
    roller = scene.by_key.get(form.roller_key) if form.is_valid() else None
    return HttpResponse(scene.screen.plan(roller, form.throw()) if roller else "")


def _scene(viewer: Viewer) -> Scene:
    if not (viewer.is_gm or viewer.own):
        raise Http404
    return scene_of(viewer)


def _sent(request: HttpRequest, scene: Scene, viewer: Viewer) -> DiceForm:
    return scene.screen.dice_form(request.POST, characters=scene.roster, own=viewer.own)


def _rolled(request: HttpRequest, viewer: Viewer, form: DiceForm, entry: LogEntry) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return redirect("table", link=viewer.link.key)
    scene = scene_of(viewer)
    kind = "sheet" if scene.audience.view == "sheet" else "card"
    changed = entry.changes.select_related("character")
    names = [f"{kind}-{change.character.key}" for change in changed if change.character]
    response = regions_answer(request, scene, [*names, "log"])
    response.write(_tray(request, scene, viewer, form.after_roll(), entry))
    return response


def _tray(
    request: HttpRequest,
    scene: Scene,
    viewer: Viewer,
    form: DiceForm,
    entry: LogEntry | None = None,
) -> str:
    with voice_of(scene.campaign):
        return partial("tray", tray_html(request, scene, viewer, form, entry))


def _tray_again(request: HttpRequest, viewer: Viewer, form: DiceForm) -> HttpResponse:
    """The form with what was typed and a sentence at each field that is wrong."""
    if not request.headers.get("HX-Request"):
        return page(request, viewer, HOME[Role(viewer.role)], dice_form=form, status=422)
    return HttpResponse(_tray(request, scene_of(viewer), viewer, form), status=422)
