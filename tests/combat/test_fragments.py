"""What the stream sends is what a fresh load shows, for everybody, whatever happened."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from combat import fragments, rendering
from combat.scene import Scene
from config import templates
from sheets import journal, known, links, queries
from sheets.journal import Stale
from sheets.models import Kind
from sheets.services import change_settings, remove_character
from tests.combat.table import Table, address, browser_of
from tests.combat.watcher import Regions, Watcher, regions_of

Deed = Callable[[Table], Any]
Open = Callable[[Table], Watcher]

PAGES: dict[str, Open] = {
    "console": lambda table: Watcher(table.gm),
    "sheet of the GM": lambda table: Watcher(table.gm, f"characters/{table.ana.key}/"),
    "sheet of the player": lambda table: Watcher(table.player),
    "wall of the player": lambda table: Watcher(table.player, "wall/"),
    "wall": lambda table: Watcher(table.spectator),
}
pages = pytest.mark.parametrize("open_page", PAGES.values(), ids=PAGES)


def undo_newest(table: Table) -> None:
    if entry := journal.newest_undoable(table.campaign, table.gm):
        journal.undo(viewer=table.gm, entry_key=entry.key)


def undo_first_hit(table: Table) -> None:
    standing = table.campaign.entries.filter(type="harm", undone_by=None)
    if entry := standing.order_by("seq").first():
        journal.undo(viewer=table.gm, entry_key=entry.key)


def redo_newest(table: Table) -> None:
    if undo := table.campaign.entries.filter(type="undo", undone_by=None).first():
        journal.redo(viewer=table.gm, entry_key=undo.key)


DEEDS: dict[str, Deed] = {
    "hit": lambda t: t.hit(2, t.ana, note="claws"),
    "hit on all": lambda t: t.hit(1, t.ana, t.bo, t.troll, t.crone, t.lich),
    "hit on the name": lambda t: t.hit(3, t.crone, note="a curse"),
    "hit in hiding": lambda t: t.hit(3, t.lich, note="a curse"),
    "round": lambda t: t.next_round(),
    "undo": undo_newest,
    "undo of an older hit": undo_first_hit,
    "redo": redo_newest,
    "rename": lambda t: t.edit(t.troll, name="Ogre"),
    "rename of the own": lambda t: t.edit(t.ana, by=t.player, name="Anežka"),
    "about": lambda t: t.edit(t.bo, sheet={"about": "a bard", "notes": "owes a drink"}),
    "secret note": lambda t: t.edit(t.ana, sheet={"gm_notes": "is the heir"}),
    "give away": lambda t: t.edit(t.lich, kind=Kind.PC.value),
    "reveal": lambda t: t.edit(t.lich, visibility="all"),
    "reveal the name": lambda t: t.edit(t.lich, visibility="name"),
    "hide": lambda t: t.edit(t.troll, visibility="hidden"),
    "hide the own": lambda t: t.edit(t.ana, visibility="hidden"),
    "side": lambda t: t.edit(t.bo, kind=Kind.NPC.value),
    "add": lambda t: t.add("Wolf", kind=Kind.NPC),
    "add in hiding": lambda t: t.add("Wraith", kind=Kind.NPC, visibility="hidden"),
    "remove": lambda t: remove_character(viewer=t.gm, character=t.troll),
    "name of the table": lambda t: change_settings(viewer=t.gm, name="The Other Pass"),
    "time zone": lambda t: change_settings(viewer=t.gm, time_zone="Asia/Tokyo"),
    "language": lambda t: change_settings(viewer=t.gm, language="cs"),
    "link": lambda t: links.create_player_link(viewer=t.gm, character=t.bo),
}
deeds = pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)


@pages
@deeds
def test_after_each_deed_the_page_is_as_a_fresh_load(
    table: Table, open_page: Open, deed: Deed
) -> None:
    table.hit(3, table.ana, table.troll, table.lich, note="avalanche")
    page = open_page(table)
    page.connect()
    assert page.frames == []

    deed(table)
    page.catch_up()

    assert page.shows == page.fresh()


@pages
@pytest.mark.parametrize("seed", range(3))
def test_after_any_absence_the_page_is_as_a_fresh_load(
    table: Table, open_page: Open, seed: int
) -> None:
    chance = random.Random(seed)
    page = open_page(table)

    for _ in range(6):
        for deed in chance.choices(list(DEEDS.values()), k=chance.randint(1, 8)):
            # Whom an earlier deed removed is not edited or hit any more.
            with suppress(Stale):
                deed(table)
        page.connect(page.frames[-1].id if page.frames else None)

    assert page.shows == page.fresh()


@pytest.mark.parametrize("seed", range(6))
def test_what_was_made_for_others_shows_as_if_it_was_made_anew(table: Table, seed: int) -> None:
    chance = random.Random(seed)
    readers = [
        (browser_of(viewer.link, headers={"Accept-Language": language}), address(viewer, page))
        for viewer, page in (
            (table.gm, ""),
            (table.gm, "wall/"),
            (table.gm, f"characters/{table.ana.key}/"),
            (table.player, ""),
            (table.player, "wall/"),
            (table.spectator, ""),
        )
        for language in ("en", "sk")
    ]

    def read() -> list[Regions]:
        chance.shuffle(order)
        read = {n: regions_of(readers[n][0].get(readers[n][1]).content.decode()) for n in order}
        return [read[n] for n in sorted(order)]

    order = list(range(len(readers)))
    for _ in range(6):
        for deed in chance.choices(list(DEEDS.values()), k=chance.randint(1, 4)):
            with suppress(Stale):
                deed(table)
        kept = read()
        forget()
        assert kept == read()


def forget() -> None:
    """Begin as a server does that was just started."""
    rendering.kept.cache_clear()
    known._known.clear()
    templates._texts.cache_clear()
    templates._written.cache_clear()


@pages
def test_a_page_that_asks_from_an_unknown_point_gets_everything(
    table: Table, open_page: Open
) -> None:
    page = open_page(table)
    for deed in DEEDS.values():
        deed(table)

    page.connect("no such key")

    assert page.shows == page.fresh()


@pages
@pytest.mark.parametrize("moment", range(1, 5))
def test_what_happens_while_the_page_is_being_read_comes_with_the_stream(
    table: Table, open_page: Open, moment: int
) -> None:
    table.hit(1, table.ana)

    with after_query(moment, lambda: (table.hit(2, table.ana), table.next_round())):
        page = open_page(table)
    page.connect()

    assert page.shows == page.fresh()


@pages
@pytest.mark.parametrize("moment", range(1, 8))
@pytest.mark.parametrize("missed", [1, 2 * queries.PAGE + 1])
def test_what_happens_while_a_change_is_being_read_comes_with_the_next(
    table: Table, open_page: Open, moment: int, missed: int
) -> None:
    page = open_page(table)
    page.connect()
    for _ in range(missed):
        table.hit(0, table.ana)

    with after_query(moment, lambda: (table.hit(2, table.ana), table.next_round())):
        page.catch_up()
        page.catch_up()
    page.catch_up()

    assert page.shows == page.fresh()
    assert page.frames[-1].id == table.campaign.entries.latest("seq").key


@contextmanager
def after_query(number: int, deed: Callable[[], Any]) -> Iterator[None]:
    """Let somebody else do something right after the given query on the campaign."""
    count = 0

    def execute(run: Any, sql: str, *rest: Any) -> Any:
        nonlocal count
        result = run(sql, *rest)
        count += 1
        if count == number:
            with connection.execute_wrapper(lambda again, *args: again(*args)):
                deed()
        return result

    with connection.execute_wrapper(execute):
        yield


# --- what is kept


def test_an_audience_is_sent_the_bytes_that_were_made_for_another_viewer(table: Table) -> None:
    rendering.kept.cache_clear()
    audience = table.audience("spectator")
    first = fragments.card(Scene.now(table.campaign, audience), table.bo)

    changed = table.bo
    changed.name = "unseen, since the version is the same"

    assert fragments.card(Scene.now(table.campaign, audience), changed) == first


@pytest.mark.parametrize("kind", ["card", "sheet"])
def test_gm_and_others_never_share_bytes(table: Table, kind: str) -> None:
    table.edit(table.ana, sheet={"gm_notes": "is the heir"})
    key = f"{kind}-{table.ana.key}"
    [gm, player] = [
        fragments.region(Scene.now(table.campaign, table.audience(role)), key)
        for role in ("gm", "player")
    ]

    assert gm != player
    assert ("is the heir" in gm) == (kind == "sheet")
    assert "is the heir" not in player


def test_each_language_is_kept_apart(table: Table) -> None:
    english, czech = (table.audience("player")._replace(language=code) for code in ("en", "cs"))
    fragments.card(Scene.now(table.campaign, english), table.bo)

    # Told from what is kept by a name that the version does not tell of.
    table.bo.name = "Bořek"

    assert "Bořek" not in fragments.card(Scene.now(table.campaign, english), table.bo)
    assert "Bořek" in fragments.card(Scene.now(table.campaign, czech), table.bo)


def test_times_on_a_sheet_follow_the_zone_of_the_table(table: Table) -> None:
    table.hit(3, table.ana)

    def times() -> str:
        campaign = table.campaign
        with timezone.override(campaign.time_zone):
            return str(fragments.sheet(Scene.now(campaign, table.audience("player")), table.ana))

    table.ana.refresh_from_db()
    before = times()
    change_settings(viewer=table.gm, time_zone="Asia/Tokyo")

    assert times() != before
