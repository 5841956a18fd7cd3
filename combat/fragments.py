"""The live regions of a page as HTML, the same for its first load and for its stream.

A fragment depends only on the state it shows and on the audience; it carries no token and no
link, so that all viewers of an audience share the same bytes. Addresses in it are relative to
the page that the audience's link opens.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from combat import takebacks
from combat.panels.stress_answer import AbsorbForm
from combat.screens import Screen, screen_of
from combat.takebacks import NOTHING, Offer
from combat.words import entries as words
from sheets import queries
from sheets.access import Audience
from sheets.models import Campaign, Character, LogEntry, Role, Visibility

_RENDERED = caches["fragments"]
# Digits on a keyboard that mark a character.
_KEYS = 9


@dataclass
class Scene:
    """A campaign as one audience may see it, at one moment."""

    campaign: Campaign
    audience: Audience
    everybody: list[Character]
    picked: frozenset[str] = frozenset()
    """Keys of characters that a form, shown again, has for targets."""
    newest: list[LogEntry] | None = None
    """The campaign's newest entries, where they were read once for several audiences."""

    @classmethod
    def now(cls, campaign: Campaign, audience: Audience, **options: Any) -> "Scene":
        return cls(campaign, audience, queries.everybody(campaign), **options)

    @cached_property
    def screen(self) -> Screen:
        return screen_of(self.campaign)

    @cached_property
    def by_key(self) -> dict[str, Character]:
        return {character.key: character for character in self.everybody}

    @cached_property
    def by_pk(self) -> dict[int, Character]:
        return {character.pk: character for character in self.everybody}

    @cached_property
    def roster(self) -> list[Character]:
        return queries.roster(self.everybody, self.audience)

    @cached_property
    def entries(self) -> list[LogEntry]:
        return queries.newest_entries(self.campaign, self.audience, self.by_key, newest=self.newest)

    @cached_property
    def since(self) -> str:
        """Key of the newest visible entry that all of the scene is at least as new as.

        The campaign is read before anything else, so a stream that starts here misses nothing
        that was committed while the rest was read.
        """
        return next((e.key for e in self.entries if e.seq <= self.campaign.seq), "")

    def has_still(self, character: Character) -> bool:
        """Whether a character is as it was when it was read earlier."""
        return self.by_key[character.key].version == character.version

    @cached_property
    def own(self) -> Character | None:
        return self.by_key.get(self.audience.character)


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
    differing = (_look(scene), _place(scene, character), _holder(scene))
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
    return _rendered(
        "combat/card.html",
        scene,
        view=_look(scene),
        character=character,
        seen=seen,
        is_picked=character.key in scene.picked,
        place=_place(scene, character),
        track=scene.screen.drawn(character, ghost) if seen == Visibility.ALL else None,
        recovers=scene.screen.panel("recovery").slug == "recovery",
        body=f"combat/rulesets/{scene.screen.slug}/card.html",
    )


def _sheet(scene: Scene, character: Character) -> SafeString:
    return _rendered(
        f"combat/rulesets/{scene.screen.slug}/sheet.html",
        scene,
        character=character,
        track=scene.screen.drawn(character),
        wounds=scene.screen.wounds(character),
        acts=scene.audience.role == Role.PLAYER,
    )


def _roster(scene: Scene) -> SafeString:
    shown = [c for c in scene.roster if scene.audience.view != "sheet" or c is not scene.own]
    return _rendered(
        "combat/roster.html",
        scene,
        party=[card(scene, c) for c in queries.party(shown)],
        others=[card(scene, c) for c in queries.others(shown)],
    )


def _log(scene: Scene) -> SafeString:
    return log_page(scene, scene.entries)


def log_page(scene: Scene, entries: list[LogEntry], *, table: str = "") -> SafeString:
    """A page of the log; the newest one is the live region. An older one hangs below it on
    whatever page that is, or is a page of its own, and needs the address of the `table`."""
    is_newest = not table
    base = table or _way_home(scene.audience)["base"]
    offers = takebacks.offers(scene.campaign, scene.audience, scene.own, entries)
    if not is_newest:
        offers = takebacks.in_menus(offers)
    told = [_Told.of(scene, entry, offers.get(entry.key, NOTHING), base) for entry in entries]
    older = _older(scene.audience, entries[-1], base) if len(entries) == queries.PAGE else ""
    return kept(
        ("log", scene.audience.language, is_newest, older, *told),
        lambda: _rendered(
            "combat/log.html",
            scene,
            lines=[_entry(scene, *each) for each in zip(entries, told, strict=True)],
            older=older,
            is_newest=is_newest,
        ),
    )


def _older(audience: Audience, last: LogEntry, base: str) -> str:
    """Where the page of the log before an entry is; nowhere on a wall, which has room for the
    newest lines only."""
    if audience.view == "wall":
        return ""
    return f"{base}log/?before={last.key}"


class _Told(NamedTuple):
    """All that an entry's line in the log depends on: who has the same facts sees the same."""

    kind: str
    key: str
    undone_by: int | None
    zone: str
    language: str
    offer: Offer
    base: str
    seen: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, scene: Scene, entry: LogEntry, offer: Offer, base: str) -> "_Told":
        return cls(
            "entry",
            entry.key,
            entry.undone_by_id,
            scene.campaign.time_zone,
            scene.audience.language,
            offer,
            "" if offer is NOTHING else base,
            words.seen(entry, scene.audience, scene.by_key),
        )


def _entry(scene: Scene, entry: LogEntry, facts: _Told) -> SafeString:
    def render() -> SafeString:
        told = words.told(entry, scene.audience, scene.by_key, scene.screen)
        return _rendered(
            "combat/log_entry.html",
            scene,
            **told._asdict(),
            offer=facts.offer,
            entries=f"{facts.base}entries/",
        )

    return kept(facts, render)


def told(scene: Scene, entries: list[LogEntry]) -> list[words.Told]:
    """Entries in words, as the scene's audience may read them."""
    return [words.told(e, scene.audience, scene.by_key, scene.screen) for e in entries]


def waiting(scene: Scene, form: AbsorbForm | None = None) -> SafeString:
    """The hit that waits for the choice of whoever looks at this sheet."""
    own = scene.own
    if form is None and own is not None and own.waiting:
        own.campaign = scene.campaign
        form = AbsorbForm(character=own)
    return _rendered("combat/waiting.html", scene, character=own, form=form)


def _title(scene: Scene) -> SafeString:
    return _rendered("combat/title.html", scene)


def _clock(scene: Scene) -> SafeString:
    return _rendered("combat/clock.html", scene, clock=scene.screen.clock(scene.campaign))


_REGIONS: dict[str, Callable[[Scene], SafeString]] = {
    "title": _title,
    "clock": _clock,
    "roster": _roster,
    "log": _log,
    "waiting": waiting,
}


def _rendered(template: str, scene: Scene, **context: Any) -> SafeString:
    context = {
        "campaign": scene.campaign,
        "audience": scene.audience,
        "view": scene.audience.view,
        "is_console": scene.audience.view == "console",
        "is_gm": scene.audience.is_gm,
        "holder": _holder(scene),
        **_way_home(scene.audience),
        **context,
    }
    return render_to_string(template, context)


def _holder(scene: Scene) -> str:
    """The name under which a player's character may hold something on the cards of others."""
    if scene.own is None or scene.audience.is_gm or not scene.screen.waits:
        return ""
    return scene.own.name


def _way_home(audience: Audience) -> dict[str, str]:
    """The GM looks at a sheet on a page below the table's, and wants the answer there."""
    if audience.is_gm and audience.view == "sheet":
        return {"base": "../../", "here": "?sheet"}
    return {"base": "", "here": ""}


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


def kept(facts: tuple[Hashable, ...], render: Callable[[], SafeString]) -> SafeString:
    """What was rendered before from the same facts, by whomever it was asked for."""
    key = f"{facts[0]}:{facts[1]}:{hash(facts):x}"
    html = _RENDERED.get(key)
    if html is None:
        html = str(render())
        _RENDERED.set(key, html)
    return mark_safe(html)  # noqa: S308  rendered by us a moment ago


def partials(scene: Scene, names: Iterable[str]) -> str:
    """The named regions on their way to an open page."""
    return "".join(partial(name, region(scene, name)) for name in names)


def partial(name: str, html: str) -> str:
    """A region on its way to an open page."""
    return f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{html}</hx-partial>'
