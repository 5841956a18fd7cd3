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
from sheets.sight import Look


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
    looks = [scene.sight.look(entry, scene.audience) for entry in entries]
    told = [_Told(look, offers.get(look.key)) for look in looks]
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


def _reader(scene: Scene) -> tuple[str, str]:
    return scene.campaign.time_zone, scene.audience.language


def _older(audience: Audience, last: LogEntry, base: str) -> str:
    """Where the page of the log before an entry is; nowhere on a wall, which has room for the
    newest lines only."""
    if audience.view == "wall":
        return ""
    return f"{base}log/?before={last.key}"


class _Told(NamedTuple):
    """What an entry's line in the log tells and offers."""

    look: Look
    offer: Offer | None


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
