"""The dice tray: beside the GM's log, and pulled up from the foot of a player's sheet."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from combat.log_page import told
from combat.panels.dice import DiceForm
from combat.scene import Scene
from combat.words.line import Line
from sheets.access import Viewer
from sheets.models import LogEntry


def dice_form(scene: Scene, viewer: Viewer) -> DiceForm:
    """An empty form for whoever may roll here."""
    return scene.screen.dice_form(characters=scene.roster, own=viewer.own)


def tray_html(
    request: HttpRequest,
    scene: Scene,
    viewer: Viewer,
    form: DiceForm,
    rolled: LogEntry | None = None,
) -> SafeString:
    """The inside of the tray, with the dice of the roll that was just made."""
    context = {
        "form": form,
        "viewer": viewer,
        "line": _line(scene, rolled) if rolled else None,
        "planned": _planned(scene, form),
    }
    return render_to_string("combat/dice_tray.html", context, request)


def _planned(scene: Scene, form: DiceForm) -> str:
    roller = form.own or scene.by_key.get(form["roller"].value() or "")
    return scene.screen.plan(roller, form.preset) if roller and form.preset else ""


def _line(scene: Scene, rolled: LogEntry) -> Line:
    return told(scene, [rolled])[0].lines[0]
