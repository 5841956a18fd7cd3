"""What the log offers to those who may take back, on the page and by its addresses."""

import re
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client

from combat import rolling, services
from combat.rules.harm import Spend
from combat.rules.throws import PoolThrow
from sheets import journal, queries
from sheets.models import LogEntry
from tests.combat.table import Table, address, browser_of, text_of
from tests.sheets.conftest import Page

HTMX = {"HX-Request": "true"}


@pytest.fixture
def gm(table: Table) -> Client:
    return browser_of(table.gm.link)


@pytest.fixture
def player(table: Table) -> Client:
    return browser_of(table.player.link)


def undo(table: Table, entry: LogEntry, **options: Any) -> LogEntry:
    coming_off = [each.key for each in journal.comes_off_with(entry)]
    by = options.get("by", table.gm)
    written = journal.undo(viewer=by, entry_key=entry.key, expected=coming_off)
    assert written is not None
    return written


def spend(table: Table) -> LogEntry:
    entry = services.apply_action(
        viewer=table.player, targets=[table.ana.key], action=Spend("vigor", 1)
    )
    assert entry is not None
    return entry


def points(table: Table) -> int:
    table.ana.refresh_from_db()
    return int(table.ana.condition["pools"]["vigor"])


def offered(browser: Client, where: str, entry: LogEntry) -> list[str]:
    """The words of what the entry's line offers."""
    page = Page(browser.get(where))
    line = f"#entry-{entry.key}"
    return page.texts(f"{line} form button, {line} .menu a, {line} .menu p")


# --- the GM


def press(browser: Client, table: Table, what: str) -> bool:
    """Whether the one button of the page that undoes, or redoes, was there to be pressed."""
    source = browser.get(address(table.gm)).content.decode()
    forms = re.findall(r'<form[^>]* hx-post="([^"]+)"[^>]*>(.*?)</form>', source, re.DOTALL)
    found = [form for form in forms if f'id="{what}-newest"' in form[1]]
    for place, inside in found:
        expected = re.findall(r'name="expected" value="([^"]+)"', inside)
        browser.post(urljoin(address(table.gm), place), {"expected": expected}, headers=HTMX)
    return bool(found)


def test_step_by_step_everything_comes_off_and_on_again(table: Table, gm: Client) -> None:
    for amount in (1, 2) * 6:
        table.hit(amount, table.troll)
    ticked = table.boxes(table.troll)

    undone = [press(gm, table, "undo") for _ in range(12)]

    assert undone == [True] * 12
    assert table.boxes(table.troll) == "......"
    assert [press(gm, table, "redo") for _ in range(12)] == [True] * 12
    assert table.boxes(table.troll) == ticked


def test_the_newest_undo_is_redone_by_one_press_and_older_ones_in_a_menu(
    table: Table, gm: Client
) -> None:
    older = undo(table, table.hit(1, table.ana))
    newer = undo(table, table.hit(1, table.bo))

    home = address(table.gm)

    assert offered(gm, home, newer) == ["Redo ⇧Z"]
    assert offered(gm, home, older) == ["Redo…"]


def test_a_line_says_why_its_undo_cannot_be_redone(table: Table, gm: Client) -> None:
    undone = undo(table, table.hit(1, table.ana, table.bo))
    table.hit(2, table.ana)

    said = offered(gm, address(table.gm), undone)

    assert said == ["No redo any more, for this changed since: Ana."]


def test_what_was_redone_is_not_offered_again(table: Table, gm: Client) -> None:
    undone = undo(table, table.hit(1, table.ana))
    redone = journal.redo(viewer=table.gm, entry_key=undone.key)
    assert redone is not None

    assert offered(gm, address(table.gm), undone) == []
    assert offered(gm, address(table.gm), redone) == ["Undo Z"]


def test_one_press_redoes_and_one_press_undoes_again(table: Table, gm: Client) -> None:
    undone = undo(table, table.hit(3, table.ana))

    answer = gm.post(address(table.gm, f"entries/{undone.key}/redo/"), headers=HTMX)

    assert (answer.status_code, table.boxes(table.ana)) == (200, "..v...")
    assert "Ana · redone: harm 3" in text_of(answer.content)
    redone = LogEntry.objects.latest("seq")
    expected = Page(answer).values(f'#entry-{redone.key} input[name="expected"]')
    path = address(table.gm, f"entries/{redone.key}/undo/")
    gm.post(path, {"expected": expected}, headers=HTMX)
    assert table.boxes(table.ana) == "......"


def test_without_javascript_a_redo_is_looked_at_on_a_page(table: Table, gm: Client) -> None:
    undone = undo(table, table.hit(3, table.ana))
    path = address(table.gm, f"entries/{undone.key}/")

    page = Page(gm.get(path))
    response = gm.post(path + "redo/")

    assert page.texts("h1") == ["Redo"]
    assert "Ana · harm 3" in text_of(page.source)
    assert (response.status_code, table.boxes(table.ana)) == (303, "..v...")


def test_too_late_for_a_redo_the_gm_reads_why(table: Table, gm: Client) -> None:
    undone = undo(table, table.hit(3, table.ana))
    table.hit(1, table.ana)
    path = address(table.gm, f"entries/{undone.key}/")

    plain = gm.post(path + "redo/")
    htmx = gm.post(path + "redo/", headers=HTMX)

    assert (plain.status_code, table.boxes(table.ana)) == (422, "v.....")
    assert Page(plain).errors == ["No redo any more, for this changed since: Ana."]
    assert htmx.headers["HX-Redirect"] == path
    assert Page(gm.get(path)).errors == ["No redo any more, for this changed since: Ana."]


def test_two_gms_who_redo_at_once_both_see_it_redone(table: Table, gm: Client) -> None:
    undone = undo(table, table.hit(3, table.ana))
    path = address(table.gm, f"entries/{undone.key}/redo/")

    statuses = [gm.post(path, headers=HTMX).status_code for _ in range(2)]

    assert (statuses, table.boxes(table.ana)) == ([200, 200], "..v...")
    assert table.log()[:3] == ["redo", "undo", "harm"]


def test_the_log_asks_the_same_of_the_database_for_one_undo_and_for_five(
    table: Table, gm: Client, django_assert_max_num_queries: Any
) -> None:
    for count in (1, 4):
        for _ in range(count):
            undo(table, table.hit(1, table.ana))

        with django_assert_max_num_queries(12):
            gm.get(address(table.gm))


# --- players


def test_a_player_takes_back_the_own_point_and_brings_it_back(table: Table, player: Client) -> None:
    entry = spend(table)
    home = address(table.player)
    assert offered(player, home, entry) == ["Undo"]

    answer = player.post(address(table.player, f"entries/{entry.key}/undo/"), headers=HTMX)
    assert (answer.status_code, points(table)) == (200, 5)
    undone = LogEntry.objects.latest("seq")
    assert offered(player, home, undone) == ["Redo"]

    player.post(address(table.player, f"entries/{undone.key}/redo/"), headers=HTMX)
    assert points(table) == 4
    assert offered(player, home, LogEntry.objects.latest("seq")) == ["Undo"]


def test_once_the_gm_acted_the_player_is_offered_nothing(table: Table, player: Client) -> None:
    entry = spend(table)
    hit = table.hit(1, table.ana)

    assert offered(player, address(table.player), entry) == []
    assert offered(player, address(table.player), hit) == []


def test_a_hit_on_somebody_else_takes_no_offer_away(table: Table, player: Client) -> None:
    entry = spend(table)
    table.hit(1, table.bo)

    assert offered(player, address(table.player), entry) == ["Undo"]


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_player_whom_the_gm_overtakes_is_told_so(
    table: Table, player: Client, headers: dict[str, str]
) -> None:
    entry = spend(table)
    table.hit(1, table.ana)

    path = address(table.player, f"entries/{entry.key}/undo/")
    answer = player.post(path, headers=headers, follow=True)

    assert (answer.status_code, points(table)) == (200, 4)
    said = "Something else happened after it: only the GM can take it back now."
    assert said in text_of(answer.content)


def test_a_player_without_javascript_takes_back_on_a_page(table: Table, player: Client) -> None:
    entry = spend(table)
    path = address(table.player, f"entries/{entry.key}/")

    page = Page(player.get(path))
    (expected,) = page.values('input[name="expected"]')
    player.post(path + "undo/", {"expected": expected})

    assert (page.texts("h1"), points(table)) == (["Undo"], 5)
    undone = LogEntry.objects.latest("seq")
    path = address(table.player, f"entries/{undone.key}/")
    assert Page(player.get(path)).texts("h1") == ["Redo"]
    player.post(path + "redo/")
    assert points(table) == 4


def test_what_is_not_the_players_own_is_not_there(table: Table, player: Client) -> None:
    hit = table.hit(1, table.ana)
    elsewhere = table.hit(1, table.bo)
    undone = undo(table, elsewhere)

    for entry, deed in ((hit, "undo"), (elsewhere, "undo"), (undone, "redo")):
        path = address(table.player, f"entries/{entry.key}/")
        assert player.get(path).status_code == 404
        assert player.post(path + f"{deed}/").status_code == 404
    assert (table.boxes(table.ana), table.boxes(table.bo)) == ("v.....", "......")


def test_a_spectator_redoes_nothing(table: Table) -> None:
    undone = undo(table, table.hit(1, table.ana))
    browser = browser_of(table.spectator.link)
    path = address(table.spectator, f"entries/{undone.key}/")

    statuses = [browser.get(path).status_code, browser.post(path + "redo/").status_code]

    assert (statuses, table.boxes(table.ana)) == ([404, 404], "......")
    assert offered(browser, address(table.spectator), undone) == []


@pytest.mark.parametrize("key", ["unknown", "1" + "0" * 30, "-1"])
def test_what_never_was_is_not_redone(table: Table, gm: Client, key: str) -> None:
    hit = table.hit(1, table.ana)

    for each in (key, hit.key):
        assert gm.post(address(table.gm, f"entries/{each}/redo/")).status_code == 404
    assert table.boxes(table.ana) == "v....."


def test_older_lines_are_found_from_every_page_but_the_wall(table: Table, gm: Client) -> None:
    for _ in range(8):
        undo(table, table.hit(1, table.ana))
    sheet = f"characters/{table.ana.key}/"

    assert Page(gm.get(address(table.gm, "wall/"))).values("#log .older a", "href") == []
    for path in ("", sheet):
        (older,) = Page(gm.get(address(table.gm, path))).values("#log .older a", "href")
        response = gm.get(urljoin(address(table.gm, path), older))
        assert response.status_code == 200
        assert "Ana · harm 1" in text_of(response.content)


def test_a_hit_behind_a_page_of_rolls_is_still_taken_back(table: Table, gm: Client) -> None:
    hit = table.hit(3, table.ana)
    for _ in range(queries.PAGE):
        rolling.roll(viewer=table.gm, throw=PoolThrow(6, 1))
    where = address(table.gm)
    (older,) = Page(gm.get(where)).values("#log .older a", "href")

    (menu,) = Page(gm.get(urljoin(where, older))).values(f"#entry-{hit.key} .menu a", "href")
    gm.post(urljoin(urljoin(where, older), f"{menu}undo/"), {"expected": hit.key})

    assert table.boxes(table.ana) == "......"


# --- from a page that is older than the table


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "a page"])
def test_who_would_undo_what_is_undone_is_told_so(
    table: Table, gm: Client, headers: dict[str, str]
) -> None:
    hit = table.hit(1, table.ana)
    undo(table, hit)
    before = table.log()

    answer = gm.get(address(table.gm, f"entries/{hit.key}/"), headers=headers, follow=True)

    assert answer.status_code == 200
    assert "This was taken back already." in text_of(answer.content)
    assert table.log() == before


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "a page"])
def test_who_would_redo_what_is_back_is_told_so(
    table: Table, gm: Client, headers: dict[str, str]
) -> None:
    undone = undo(table, table.hit(1, table.ana))
    journal.redo(viewer=table.gm, entry_key=undone.key)

    answer = gm.get(address(table.gm, f"entries/{undone.key}/"), headers=headers, follow=True)

    assert answer.status_code == 200
    assert "This was brought back already." in text_of(answer.content)
    assert table.boxes(table.ana) == "v....."


def test_a_player_is_told_of_the_own_deeds_only(table: Table, player: Client) -> None:
    hit, spent = table.hit(1, table.bo), spend(table)
    for entry in (hit, spent):
        undo(table, entry)

    answers = [
        player.get(address(table.player, f"entries/{entry.key}/"), follow=True)
        for entry in (hit, spent)
    ]

    assert [answer.status_code for answer in answers] == [404, 200]
    assert "This was taken back already." in text_of(answers[1].content)


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["hung below", "a page of its own"])
def test_each_older_page_leads_to_the_one_before_it(
    table: Table, gm: Client, headers: dict[str, str]
) -> None:
    for _ in range(queries.PAGE * 2):
        table.hit(0, table.ana)
    sheet = address(table.gm, f"characters/{table.ana.key}/")
    (older,) = Page(gm.get(sheet)).values("#log .older a", "href")
    second = urljoin(sheet, older)

    (older,) = Page(gm.get(second, headers=headers)).values(".older a", "href")

    shown_at = sheet if headers else second
    assert gm.get(urljoin(shown_at, older)).status_code == 200
