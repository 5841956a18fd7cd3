"""Answers to htmx requests: regions of the page, each on its own."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone

from combat import fragments
from combat.fragments import Scene, partial
from combat.panels.fields import HitForm, PanelForm
from combat.rules.ruleset import Outcome, Refused
from sheets.models import Campaign


def voice_of(campaign: Campaign) -> AbstractContextManager[None]:
    """Times are told in the campaign's zone."""
    return timezone.override(ZoneInfo(campaign.time_zone))


def regions_answer(
    request: HttpRequest, scene: Scene, names: Iterable[str], panel: PanelForm | None = None
) -> HttpResponse:
    """The named regions as they are now, and the panel when one is given."""
    with voice_of(scene.campaign):
        html = [partial(name, fragments.region(scene, name)) for name in names]
        if panel is not None:
            html.append(_panel(request, scene, panel))
    return HttpResponse("".join(html))


def panel_answer(
    request: HttpRequest, scene: Scene, panel: PanelForm, status: int = 200
) -> HttpResponse:
    return HttpResponse(_panel(request, scene, panel), status=status)


def preview_answer(
    request: HttpRequest,
    scene: Scene,
    form: HitForm,
    outcomes: dict[str, Outcome[Any, Any] | Refused],
    drawn: list[str],
) -> HttpResponse:
    """The preview in words, and cards with what it would add in pencil."""
    ghosts = {k: o.condition for k, o in outcomes.items() if isinstance(o, Outcome)}
    html = [_preview(request, scene, form, outcomes)]
    html += [
        partial(f"card-{key}", fragments.card(scene, scene.by_key[key], ghosts.get(key)))
        for key in drawn
    ]
    return HttpResponse("".join(html))


def panel_html(request: HttpRequest, scene: Scene, panel: PanelForm) -> str:
    """The panel beside the roster with its tabs."""
    context = {"panel": panel, "panels": scene.screen.panels, "campaign": scene.campaign}
    return render_to_string("combat/panel.html", context, request)


def message_html(said: str) -> str:
    """A sentence that pops up on an open page."""
    html = render_to_string("message.html", {"text": said, "kind": "error"})
    return f'<hx-partial hx-target="#messages" hx-swap="beforeend">{html}</hx-partial>'


def _panel(request: HttpRequest, scene: Scene, panel: PanelForm) -> str:
    html = panel_html(request, scene, panel)
    return f'<hx-partial hx-target="#panel" hx-swap="outerHTML">{html}</hx-partial>'


def _preview(
    request: HttpRequest,
    scene: Scene,
    form: HitForm,
    outcomes: dict[str, Outcome[Any, Any] | Refused],
) -> str:
    lines = [told(scene, key, outcome) for key, outcome in outcomes.items()]
    context = {"form": form, "told": lines, "ghosted": " ".join(outcomes)}
    return render_to_string("combat/preview.html", context, request)


def told(scene: Scene, key: str, outcome: Outcome[Any, Any] | Refused) -> dict[str, Any]:
    """What an action would do to a character, in words and drawn."""
    character = scene.by_key[key]
    if isinstance(outcome, Refused):
        return {"character": character, "refusal": scene.screen.refusal(outcome)}
    return {
        "character": character,
        "line": scene.screen.line(outcome.effect),
        "track": scene.screen.drawn(character, outcome.condition),
        "track_template": f"combat/rulesets/{scene.screen.slug}/track.html",
    }
