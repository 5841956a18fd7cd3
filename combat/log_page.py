"""A page of the log as HTML."""

from typing import NamedTuple

from django.utils.safestring import SafeString

from combat import takebacks
from combat.rendering import kept, rendered, way_home
from combat.scene import Scene
from combat.takebacks import Offer
from combat.words import entries as words
from sheets import queries
from sheets.access import Audience
from sheets.models import LogEntry


def page(scene: Scene, entries: list[LogEntry], *, table: str = "") -> SafeString:
    """A page of the log; the newest one is the live region. An older one hangs below it on
    whatever page that is, or is a page of its own, and needs the address of the `table`."""
    is_newest = not table
    base = table or way_home(scene.audience)["base"]
    older = _older(scene.audience, entries[-1], base) if len(entries) == queries.PAGE else ""
    if is_newest:
        entries = entries + takebacks.out_of_sight(scene.campaign, scene.audience, entries)
    offers = takebacks.offers(scene.campaign, scene.audience, scene.own, entries)
    if not is_newest:
        offers = takebacks.in_menus(offers)
    told = [_Told.of(scene, entry, offers.get(entry.key), base) for entry in entries]
    return kept(
        ("log", scene.audience.language, is_newest, older, *told),
        lambda: rendered(
            "log.html",
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
    offer: Offer | None
    base: str
    levels: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, scene: Scene, entry: LogEntry, offer: Offer | None, base: str) -> "_Told":
        return cls(
            "entry",
            entry.key,
            entry.undone_by_id,
            scene.campaign.time_zone,
            scene.audience.language,
            offer,
            base if offer else "",
            scene.sight.levels(entry, scene.audience),
            scene.sight.names(entry),
        )


def _entry(scene: Scene, entry: LogEntry, facts: _Told) -> SafeString:
    def render() -> SafeString:
        told = words.told(entry, scene.audience, scene.sight, scene.screen)
        return rendered(
            "log_entry.html",
            scene,
            **told._asdict(),
            offer=facts.offer,
            entries=f"{facts.base}entries/",
        )

    return kept(facts, render)


def told(scene: Scene, entries: list[LogEntry]) -> list[words.Told]:
    """Entries in words, as the scene's audience may read them."""
    return [words.told(e, scene.audience, scene.sight, scene.screen) for e in entries]
