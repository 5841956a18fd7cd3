"""HTML for an audience: rendered once, handed to everybody who sees the same."""

from collections.abc import Callable, Hashable
from functools import cache
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from django.template import engines
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from jinja2 import Environment

from combat.scene import Scene
from sheets.access import Audience

# A few kilobytes each, the keys included.
_MOST_KEPT = 2000


def rendered(name: str, scene: Scene, **context: Any) -> SafeString:
    """A fragment filled in for whoever looks at a scene."""
    return filled(name, _at(scene) | context)


def rendered_form(template: str, scene: Scene, **context: Any) -> SafeString:
    """A template with a form in it, filled in for whoever looks at a scene."""
    return render_to_string(template, _at(scene) | context)


def filled(name: str, facts: dict[str, Any]) -> SafeString:
    """A fragment with nothing but these facts."""
    fragment = _fragments().get_template(name)
    # Fragments escape.
    return SafeString(fragment.render(facts))


@cache
def _fragments() -> Environment:
    backend: Any = engines["fragments"]
    environment: Environment = backend.env
    return environment


def _at(scene: Scene) -> dict[str, Any]:
    return {
        "campaign": scene.campaign,
        "audience": scene.audience,
        "view": scene.audience.view,
        "is_gm": scene.audience.is_gm,
        "holder": holder(scene),
        **way_home(scene.audience),
    }


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


@cached(LRUCache(_MOST_KEPT), key=lambda facts, _make: facts, lock=Lock())
def kept[T](facts: tuple[Hashable, ...], make: Callable[[], T]) -> T:
    """What was made before from the same facts, by whomever it was asked for."""
    return make()
