"""Pages of the log as HTML."""

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
from sheets.sight import Look


def newest(scene: Scene) -> SafeString:
    """The newest page of the log, a live region."""
    base = way_home(scene.audience)["base"]
    return _page(scene, scene.log, base, older=_older(scene.audience, scene.entries, base))


def older(scene: Scene, entries: list[LogEntry], table: str) -> SafeString:
    """An older page of the log. It hangs below the newest one on whatever page that is, or is a
    page of its own, and needs the address of the table."""
    return _page(
        scene, entries, table, older=_older(scene.audience, entries, table), is_newest=False
    )


def _page(
    scene: Scene, entries: list[LogEntry], base: str, *, older: str, is_newest: bool = True
) -> SafeString:
    offers = takebacks.offers(scene.campaign, scene.audience, scene.own, entries)
    if not is_newest:
        offers = takebacks.in_menus(offers)
    told = [_told(scene, entry, offers) for entry in entries]
    return kept(
        ("log", *_reader(scene), base, is_newest, older, *told),
        lambda: rendered(
            "log.html",
            scene,
            lines=[_line(scene, *each, base) for each in zip(entries, told, strict=True)],
            older=older,
            is_newest=is_newest,
        ),
    )


def lines_below(scene: Scene, entries: list[LogEntry]) -> dict[str, SafeString]:
    """The lines of those entries that stand below the newest page, where who has unfolded older
    pages still sees them, by the key of the entry."""
    if scene.audience.view == "wall":
        return {}
    shown = {entry.key for entry in scene.log}
    below = [e for e in entries if e.key not in shown and scene.sight.is_seen(e, scene.audience)]
    if not below:
        return {}
    offers = takebacks.in_menus(takebacks.offers(scene.campaign, scene.audience, scene.own, below))
    base = way_home(scene.audience)["base"]
    return {entry.key: _line(scene, entry, _told(scene, entry, offers), base) for entry in below}


def _reader(scene: Scene) -> tuple[str, str]:
    return scene.campaign.time_zone, scene.audience.language


def _older(audience: Audience, entries: list[LogEntry], base: str) -> str:
    """Where the page before these entries is, if there is one; nowhere on a wall, which has room
    for the newest lines only."""
    if audience.view == "wall" or len(entries) < queries.PAGE:
        return ""
    return f"{base}log/?before={entries[-1].key}"


class _Told(NamedTuple):
    """What an entry's line in the log tells and offers."""

    look: Look
    offer: Offer | None


def _told(scene: Scene, entry: LogEntry, offers: dict[str, Offer]) -> _Told:
    return _Told(scene.sight.look(entry, scene.audience), offers.get(entry.key))


def _line(scene: Scene, entry: LogEntry, told: _Told, base: str) -> SafeString:
    """An entry's line, the same for all to whom it tells and offers the same."""

    def render() -> SafeString:
        said = kept(("said", *_reader(scene), told.look), lambda: _said(scene, entry))
        return rendered(
            "log_entry.html",
            scene,
            **said._asdict(),
            offer=told.offer,
            entries=f"{base}entries/",
        )

    return kept(("line", *_reader(scene), base if told.offer else "", told), render)


def _said(scene: Scene, entry: LogEntry) -> words.Told:
    return words.told(entry, scene.audience, scene.sight, scene.screen)


def told(scene: Scene, entries: list[LogEntry]) -> list[words.Told]:
    """Entries in words, as the scene's audience may read them."""
    return [_said(scene, entry) for entry in entries]
