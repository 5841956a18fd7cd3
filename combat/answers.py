"""Answers to htmx requests: regions of the page, each on its own."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from combat import fragments
from combat.fragments import partial
from combat.panels.fields import HitForm, PanelForm, new_request_token
from combat.rendering import kept
from combat.rules.ruleset import Outcome, Refused
from combat.scene import Scene
from sheets.models import Campaign


def voice_of(campaign: Campaign) -> AbstractContextManager[None]:
    """Times are told in the campaign's zone."""
    return timezone.override(ZoneInfo(campaign.time_zone))


def regions_answer(
    request: HttpRequest, scene: Scene, names: Iterable[str], panel: PanelForm | None = None
) -> HttpResponse:
    """The named regions as they are now, and the panel when one is given."""
    with voice_of(scene.campaign):
        html = fragments.partials(scene, names)
        if panel is not None:
            html += _panel(request, scene, panel)
    return HttpResponse(html)


def cleared_answer(
    request: HttpRequest, scene: Scene, names: Iterable[str], source: str
) -> HttpResponse:
    """The named regions as they are now, and the hit panel with nothing filled in but the source
    that hits have in common."""
    with voice_of(scene.campaign):
        html = fragments.partials(scene, names) + _cleared_panel(request, scene, source)
    return HttpResponse(html)


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


def panel_html(request: HttpRequest | None, scene: Scene, panel: PanelForm, **context: Any) -> str:
    """The panel beside the roster with its tabs."""
    context |= {"panel": panel, "panels": scene.screen.panels, "campaign": scene.campaign}
    return render_to_string("combat/panel.html", context, request)


def message_html(said: str) -> str:
    """A sentence that pops up on an open page."""
    html = render_to_string("message.html", {"text": said, "kind": "error"})
    return f'<hx-partial hx-target="#messages" hx-swap="beforeend">{html}</hx-partial>'


def _panel(request: HttpRequest, scene: Scene, panel: PanelForm) -> str:
    return _at_panel(panel_html(request, scene, panel))


# What differs between two panels with nothing filled in; neither is ever a token.
_REQUEST_TOKEN, _CSRF_TOKEN = "{request token}", "{csrf token}"


def _cleared_panel(request: HttpRequest, scene: Scene, source: str) -> str:
    """With every hit the same: rendered once, but for its tokens."""

    def render() -> SafeString:
        initial = {"source": source, "token": _REQUEST_TOKEN}
        panel = scene.screen.HitPanel(characters=[], initial=initial)
        return mark_safe(panel_html(None, scene, panel, csrf_token=_CSRF_TOKEN))  # noqa: S308

    html: str = kept(("panel", scene.screen.slug, get_language(), source), render)
    html = html.replace(_REQUEST_TOKEN, new_request_token())
    return _at_panel(html.replace(_CSRF_TOKEN, get_token(request)))


def _at_panel(html: str) -> str:
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
        "track_fragment": f"{scene.screen.slug}/track.html",
    }
