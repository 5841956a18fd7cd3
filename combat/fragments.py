"""The live regions of a page as HTML, the same for its first load and for its stream.

A fragment depends only on the state it shows and on the audience; it carries no token and no
link, so that all viewers of an audience share the same bytes. Addresses in it are relative to
the page that the audience's link opens.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from django.utils.safestring import SafeString

from combat import log_page
from combat.panels.stress_answer import AbsorbForm
from combat.rendering import holder, kept, rendered, rendered_form
from combat.scene import Scene
from combat.words.waiting import waiting as waiting_told
from sheets import queries
from sheets.models import Character, LogEntry, Role, Visibility

# Digits on a keyboard that mark a character.
_KEYS = 9


def region(scene: Scene, name: str) -> SafeString:
    """One live region, by its DOM id."""
    kind, _, key = name.partition("-")
    if kind == "card":
        return card(scene, scene.by_key[key])
    if kind == "sheet":
        return sheet(scene, scene.by_key[key])
    return _REGIONS[kind](scene)


def regions(scene: Scene) -> list[str]:
    """The ids of all live regions of the audience's view."""
    return [name for name in _names(scene) if name]


def _names(scene: Scene) -> Iterable[str]:
    yield "title"
    yield "clock"
    if scene.audience.view == "sheet" and scene.own:
        if scene.screen.waits:
            yield "waiting"
        yield f"sheet-{scene.own.key}"
    yield "roster"
    yield "log"


def card(scene: Scene, character: Character, ghost: Any = None) -> SafeString:
    """A character's card."""
    if ghost is not None or character.key in scene.picked:
        return _card(scene, character, ghost)
    differing = (_look(scene), _place(scene, character), holder(scene))
    return _cached("card", scene, character, lambda: _card(scene, character), *differing)


def _look(scene: Scene) -> str:
    """A card beside a sheet looks as on the wall, and need not be drawn for both."""
    return "console" if scene.audience.view == "console" else "wall"


def _place(scene: Scene, character: Character) -> int:
    """The number of the key that marks a character on the console; 0 where there is none."""
    if scene.audience.view != "console":
        return 0
    order = [*queries.party(scene.roster), *queries.others(scene.roster)]
    place = order.index(character) + 1
    return place if place <= _KEYS else 0


def sheet(scene: Scene, character: Character) -> SafeString:
    """A character's whole sheet."""
    view = scene.audience.view
    return _cached("sheet", scene, character, lambda: _sheet(scene, character), view)


def _card(scene: Scene, character: Character, ghost: Any = None) -> SafeString:
    seen = scene.audience.sees(character)
    return rendered(
        "card.html",
        scene,
        view=_look(scene),
        character=character,
        sheet=character.sheet,
        seen=seen,
        is_picked=character.key in scene.picked,
        place=_place(scene, character),
        track=_track(scene, character, ghost) if seen == Visibility.ALL else None,
        waiting=waiting_told(character) if seen == Visibility.ALL else [],
        recovers=scene.screen.panel("recovery").slug == "recovery",
        body=f"{scene.screen.slug}/card.html",
    )


def _sheet(scene: Scene, character: Character) -> SafeString:
    return rendered(
        f"{scene.screen.slug}/sheet.html",
        scene,
        character=character,
        sheet=character.sheet,
        track=_track(scene, character),
        wounds=scene.screen.wounds(character, scene.newest or ()),
        acts=scene.audience.role == Role.PLAYER,
    )


def _track(scene: Scene, character: Character, ghost: Any = None) -> Any:
    """How a condition is drawn, the same on all cards and on the sheet."""
    if ghost is not None:
        return scene.screen.drawn(character, ghost)
    facts = ("track", character.key, character.version, scene.audience.language)
    return kept(facts, lambda: scene.screen.drawn(character))


def _roster(scene: Scene) -> SafeString:
    shown = [c for c in scene.roster if scene.audience.view != "sheet" or c is not scene.own]
    return rendered(
        "roster.html",
        scene,
        party=[card(scene, c) for c in queries.party(shown)],
        others=[card(scene, c) for c in queries.others(shown)],
    )


def _log(scene: Scene) -> SafeString:
    return log_page.newest(scene)


def waiting(scene: Scene, form: AbsorbForm | None = None) -> SafeString:
    """The hit that waits for the choice of whoever looks at this sheet."""
    own = scene.own
    if form is None and own is not None and own.waiting:
        own.campaign = scene.campaign
        form = AbsorbForm(character=own)
    return rendered_form("combat/waiting.html", scene, character=own, form=form)


def _title(scene: Scene) -> SafeString:
    return rendered("title.html", scene)


def _clock(scene: Scene) -> SafeString:
    return rendered("clock.html", scene, clock=scene.screen.clock(scene.campaign))


_REGIONS: dict[str, Callable[[Scene], SafeString]] = {
    "title": _title,
    "clock": _clock,
    "roster": _roster,
    "log": _log,
    "waiting": waiting,
}


def _cached(
    kind: str,
    scene: Scene,
    character: Character,
    render: Callable[[], SafeString],
    *differing: Hashable,
) -> SafeString:
    audience = scene.audience
    seen = (audience.sees(character), audience.is_gm, audience.language, *differing)
    return kept((kind, character.key, character.version, scene.campaign.time_zone, *seen), render)


def partials(scene: Scene, names: Iterable[str]) -> str:
    """The named regions on their way to an open page."""
    return "".join(partial(name, region(scene, name)) for name in names)


def lines_below(scene: Scene, entries: list[LogEntry]) -> str:
    """Lines of the log below the newest page on their way to an open page, which takes those that
    it has unfolded."""
    lines = log_page.lines_below(scene, entries)
    return "".join(partial(f"entry-{key}", html) for key, html in lines.items())


def partial(name: str, html: str) -> str:
    """A region on its way to an open page."""
    return f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{html}</hx-partial>'
