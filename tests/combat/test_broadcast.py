"""Who may listen, where a stream begins, and that it tells nobody too much."""

import re

import pytest
from django.test import Client

from combat.broadcast import source
from combat.live.source import Admission, Refusal
from sheets import journal, links
from sheets.access import Audience
from sheets.services import delete_campaign
from tests.combat.table import Table, address, browser_of
from tests.combat.test_fragments import DEEDS, PAGES, Open
from tests.combat.watcher import Watcher, scope_of


def admit(browser: Client, stream: str) -> Admission | Refusal:
    return source.admit(scope_of(browser, stream))


# --- who may listen


@pytest.mark.parametrize(
    ("role", "views"),
    [("gm", "console sheet wall"), ("player", "sheet wall"), ("spectator", "wall")],
)
def test_each_role_may_listen_to_its_own_views(table: Table, role: str, views: str) -> None:
    viewer = table.viewer(role)
    browser = browser_of(viewer.link)

    may = [
        view
        for view in ("console", "sheet", "wall")
        if isinstance(admit(browser, address(viewer, f"stream/{view}/")), Admission)
    ]

    assert may == views.split()


def test_whoever_is_let_in_hears_as_the_viewer_of_that_link(table: Table) -> None:
    browser = browser_of(table.player.link)

    answer = admit(browser, address(table.player, "stream/sheet/?lang=en"))

    assert answer == Admission(
        campaign=table.campaign.key,
        link=table.player.link.key,
        audience=Audience("player", "en", "sheet", table.ana.key),
    )


def test_a_player_cannot_ask_for_somebody_elses_sheet(table: Table) -> None:
    browser = browser_of(table.player.link)

    answer = admit(browser, address(table.player, f"stream/sheet/?character={table.bo.key}"))

    assert isinstance(answer, Admission)
    assert answer.audience == Audience("player", "en", "sheet", table.ana.key)


def test_the_gm_may_listen_to_any_sheet(table: Table) -> None:
    browser = browser_of(table.gm.link)

    answer = admit(browser, address(table.gm, f"stream/sheet/?character={table.bo.key}"))

    assert isinstance(answer, Admission)
    assert answer.audience == Audience("gm", "en", "sheet", table.bo.key)


def test_who_never_opened_the_link_is_not_let_in(table: Table) -> None:
    stream = address(table.spectator, "stream/wall/")
    elsewhere = browser_of(Table("Elsewhere").gm.link)

    assert admit(Client(), stream) == Refusal("unknown")
    assert admit(elsewhere, stream) == Refusal("unknown")


def test_a_forged_session_is_no_session(table: Table) -> None:
    browser = browser_of(table.spectator.link)
    stream = address(table.spectator, "stream/wall/")
    assert isinstance(admit(browser, stream), Admission)

    browser.cookies["denik"] = browser.cookies["denik"].value + "x"

    assert admit(browser, stream) == Refusal("unknown")


def test_a_revoked_link_is_told_from_an_unknown_one(table: Table) -> None:
    browser = browser_of(table.player.link)
    stream = address(table.player, "stream/sheet/")

    links.revoke_link(viewer=table.gm, link=table.player.link)

    assert admit(browser, stream) == Refusal("revoked")
    assert admit(Client(), stream) == Refusal("unknown")


def test_the_link_of_a_deleted_table_is_unknown(table: Table) -> None:
    browser = browser_of(table.gm.link)
    delete_campaign(viewer=table.gm)

    assert admit(browser, address(table.gm, "stream/console/")) == Refusal("unknown")


@pytest.mark.parametrize("language", ["", "xx", "en%00", "x" * 500])
def test_a_language_that_is_not_offered_is_english(table: Table, language: str) -> None:
    browser = browser_of(table.spectator.link)

    answer = admit(browser, address(table.spectator, f"stream/wall/?lang={language}"))

    assert isinstance(answer, Admission)
    assert answer.audience == Audience("spectator", "en", "wall")


def test_links_that_lost_their_right_are_found(table: Table) -> None:
    links.revoke_link(viewer=table.gm, link=table.player.link)
    keys = [table.gm.link.key, table.player.link.key, "unknown"]

    assert source.still_admitted(keys) == {table.gm.link.key}


# --- where a stream begins


def test_a_page_that_is_up_to_date_is_sent_nothing(table: Table) -> None:
    table.hit(1, table.ana)
    page = Watcher(table.player)

    page.connect()

    assert page.frames == []


def test_what_happened_since_is_sent_once(table: Table) -> None:
    page = Watcher(table.player)
    hit = table.hit(3, table.ana)

    page.connect()
    page.catch_up()

    assert [frame.id for frame in page.frames] == [hit.key]


def test_of_what_happened_in_hiding_since_nothing_is_sent(table: Table) -> None:
    table.hit(1, table.ana)
    gm, player = Watcher(table.gm), Watcher(table.player)
    table.hit(3, table.lich)

    gm.connect()
    player.connect()

    assert "Lich" in gm.sent
    assert player.frames == []


@pytest.mark.parametrize("since", ["", "unknown", "a\x00b", "x" * 64])
def test_from_a_point_that_is_unknown_everything_is_sent(table: Table, since: str) -> None:
    hit = table.hit(1, table.ana)
    page = Watcher(table.spectator)

    page.connect(since)

    [frame] = page.frames
    assert frame.id == hit.key
    assert re.findall('hx-target="#([^"]+)"', frame.html) == ["title", "clock", "roster", "log"]


def test_an_entry_of_another_table_is_an_unknown_point(table: Table) -> None:
    elsewhere = Table("Elsewhere")
    page = Watcher(table.spectator)

    page.connect(elsewhere.hit(1, elsewhere.ana).key)

    assert len(page.frames) == 1


def test_a_table_that_was_deleted_meanwhile_has_nothing_to_send(table: Table) -> None:
    page = Watcher(table.gm)
    delete_campaign(viewer=table.gm)

    page.connect("unknown")
    page.catch_up()

    assert page.frames == []


# --- who is told what


def secrets_of(table: Table) -> dict[str, str]:
    """What only the GM may know, by where it would show."""
    return {
        "name": "Lich",
        "key": table.lich.key,
        "note of the GM": "sleeps under the pass",
        "note of a hit": "a curse",
        "name of a removed one": "Wraith",
    }


@pytest.mark.parametrize("name", [name for name in PAGES if "GM" not in name and name != "console"])
def test_nothing_of_the_hidden_reaches_anybody_but_the_gm(table: Table, name: str) -> None:
    table.edit(table.lich, sheet={"gm_notes": "sleeps under the pass"})
    table.add("Wraith", visibility="hidden")
    open_page: Open = PAGES[name]
    page, gm = open_page(table), Watcher(table.gm)
    gm_sheet = Watcher(table.gm, f"characters/{table.lich.key}/")
    everything = [page, gm, gm_sheet]
    for deed in ("hit in hiding", "hit on all", "round", "undo", "undo", "undo"):
        DEEDS[deed](table)
        for watcher in everything:
            watcher.connect(watcher.frames[-1].id if watcher.frames else None)
    for watcher in everything:
        watcher.connect("unknown")

    read = page.read() + page.sent
    might_leak = "".join(watcher.read() + watcher.sent for watcher in (gm, gm_sheet))

    for where, secret in secrets_of(table).items():
        assert secret in might_leak, f"the {where} shows nowhere, so this test shows nothing"
        assert secret not in read, f"the {where} shows"
    assert "Ana" in page.sent


def test_a_mere_name_is_sent_without_anything_that_the_rules_know(table: Table) -> None:
    table.edit(table.crone, sheet={"about": "knows whom the mountain calls", "notes": "blind"})
    table.hit(4, table.crone, note="her own curse")
    gm, player = Watcher(table.gm), Watcher(table.player)

    gm.connect("unknown")
    player.connect("unknown")

    card = f"card-{table.crone.key}"
    assert "taken by Vigor" in str(gm.shows[card])
    assert "harm 4" in gm.sent
    assert "her own curse" in gm.sent
    assert "Crone" in str(player.shows[card])
    assert "Harm" not in str(player.shows[card])
    for secret in ("knows whom", "blind", "harm 4", "her own curse"):
        assert secret not in player.sent
    assert "was hit" in player.sent


def test_nobody_but_the_gm_is_sent_the_keys_of_links(table: Table) -> None:
    table.hit(1, table.ana)
    player = Watcher(table.player)

    player.connect("unknown")

    for viewer in (table.gm, table.spectator, table.player):
        assert viewer.link.key not in player.sent


def test_no_number_of_an_entry_is_sent(table: Table) -> None:
    for _ in range(3):
        table.hit(1, table.lich)
    hit = table.hit(1, table.ana)
    page = Watcher(table.spectator)

    page.connect("unknown")

    assert hit.seq > 9
    assert f">{hit.seq}<" not in page.sent
    assert not re.search(rf'[-"/]{hit.seq}["/]', page.sent)


def test_watchers_of_different_audiences_are_each_sent_their_own(table: Table) -> None:
    audiences = [table.audience(role) for role in ("gm", "player", "spectator")]
    before = table.campaign.seq
    table.hit(3, table.lich)
    table.hit(3, table.ana)

    changes = source.changes(table.campaign.key, before, audiences)

    assert changes.cursor == table.campaign.seq
    frames = dict(changes.frames)
    gm, player, spectator = (frames[audience].html for audience in audiences)
    assert f"#card-{table.lich.key}" in gm
    assert f"#sheet-{table.ana.key}" in player
    assert f"#card-{table.ana.key}" in spectator


# --- who is here


def test_only_the_console_is_told_who_is_here(table: Table) -> None:
    audiences = [table.audience(role) for role in ("gm", "player", "spectator")]
    here = frozenset({table.player.link.key})

    told = source.presence(table.campaign.key, here, audiences)

    assert list(told) == [audiences[0]]
    assert "1 at the table" in told[audiences[0]]
    assert f"#dot-{table.ana.key}" in told[audiences[0]]


def test_who_was_here_is_noted(table: Table) -> None:
    source.seen([table.player.link.key])

    table.player.link.refresh_from_db()
    table.spectator.link.refresh_from_db()
    assert table.player.link.last_seen is not None
    assert table.spectator.link.last_seen is None


# --- how much is sent


@pytest.mark.parametrize("name", PAGES)
def test_one_hit_in_a_long_fight_is_a_small_push(table: Table, name: str) -> None:
    for number in range(40):
        table.hit(number % 3 + 1, table.bo, note="vlkodlak's claws")
        if number % 8 == 0:
            table.next_round()
    page = PAGES[name](table)

    table.hit(4, table.ana, note="vlkodlak's claws")
    page.connect()

    assert len(page.frames[-1].html.encode()) < 10_000


def test_the_log_is_sent_once_for_many_deeds(table: Table) -> None:
    page = Watcher(table.gm)
    for _ in range(5):
        table.hit(1, table.ana)
    journal.undo(viewer=table.gm, entry_key=table.hit(1, table.bo).key)

    page.connect()

    targets = re.findall('<hx-partial hx-target="#([^"]+)"', page.sent)
    assert sorted(targets) == sorted(set(targets))
    assert set(targets) == {f"card-{table.ana.key}", f"card-{table.bo.key}", "log"}
