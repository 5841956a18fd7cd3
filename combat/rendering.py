"""HTML for an audience: rendered once, handed to everybody who sees the same."""

from collections.abc import Callable, Hashable
from typing import Any

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from combat.scene import Scene
from sheets.access import Audience

_RENDERED = caches["fragments"]


def rendered(template: str, scene: Scene, **context: Any) -> SafeString:
    """A template filled in for whoever looks at a scene."""
    context = {
        "campaign": scene.campaign,
        "audience": scene.audience,
        "view": scene.audience.view,
        "is_console": scene.audience.view == "console",
        "is_gm": scene.audience.is_gm,
        "holder": holder(scene),
        **way_home(scene.audience),
        **context,
    }
    return render_to_string(template, context)


def holder(scene: Scene) -> str:
    """The name under which a player's character may hold something on the cards of others."""
    if scene.own is None or scene.audience.is_gm or not scene.screen.waits:
        return ""
    return scene.own.name


def way_home(audience: Audience) -> dict[str, str]:
    """The GM looks at a sheet on a page below the table's, and wants the answer there."""
    if audience.is_gm and audience.view == "sheet":
        return {"base": "../../", "here": "?sheet"}
    return {"base": "", "here": ""}


def kept(facts: tuple[Hashable, ...], render: Callable[[], SafeString]) -> SafeString:
    """What was rendered before from the same facts, by whomever it was asked for."""
    key = f"{facts[0]}:{facts[1]}:{hash(facts):x}"
    html = _RENDERED.get(key)
    if html is None:
        html = str(render())
        _RENDERED.set(key, html)
    return mark_safe(html)  # noqa: S308  rendered by us a moment ago
