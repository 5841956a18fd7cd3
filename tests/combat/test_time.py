"""Rounds and the end of a conflict: looked at first, crossed once, taken back whole."""

import pytest
from django.test import Client

from combat import services
from combat.rules.harm import GainBonus, GiveUp
from combat.screens import screen_of
from sheets import journal
from sheets.access import Viewer
from sheets.journal import Stale
from sheets.models import Character
from sheets.services import remove_character
from tests.combat.table import Table, address, browser_of, text_of
from tests.sheets.conftest import Page

HTMX = {"HX-Request": "true"}


@pytest.fixture
def gm(table: Table) -> Client:
    return browser_of(table.gm.link)


def give_up(table: Table, character: Character) -> None:
    services.apply_action(viewer=table.gm, targets=[character.key], action=GiveUp())


def condition(character: Character) -> dict[str, object]:
    character.refresh_from_db()
    return dict(character.condition)


# --- rounds


def test_a_round_ends_for_everybody_in_one_entry(table: Table) -> None:
    table.hit(1, table.ana, table.lich)

    entry = table.next_round()

    assert table.clock.number("round") == 2
    assert [line["effect"]["type"] for line in entry.effects] == [
        "round_began",
        "round_ended",
        "round_ended",
    ]
    assert (condition(table.ana)["fresh"], condition(table.ana)["scratch_dice"]) == ([], 1)


def test_two_gms_at_once_end_one_round(table: Table) -> None:
    (boundary, _) = screen_of(table.campaign).boundaries
    moment = table.moment
    services.cross_boundary(viewer=table.gm, boundary=boundary, moment=moment)

    with pytest.raises(Stale, match="moved_on"):
        services.cross_boundary(viewer=table.gm, boundary=boundary, moment=moment)

    assert table.clock.number("round") == 2


def test_a_round_leaves_the_removed_alone(table: Table) -> None:
    table.hit(1, table.troll)
    remove_character(viewer=table.gm, character=table.troll)

    entry = table.next_round()

    assert [line["character"] for line in entry.effects] == [""]
    assert condition(table.troll)["fresh"] == [1]


# --- the end of a conflict


def test_the_end_of_a_conflict_clears_what_waits_and_keeps_the_boxes(table: Table) -> None:
    table.hit(4, table.ana)
    table.hit(1, table.ana)
    give_up(table, table.bo)
    services.apply_action(viewer=table.gm, targets=[table.bo.key], action=GainBonus(2))
    table.next_round()

    table.end_conflict()

    assert table.boxes(table.ana) == "v..v.."
    assert (condition(table.ana)["scratch_dice"], condition(table.bo)["out"]) == (0, None)
    assert "bonus_dice" not in condition(table.bo)
    assert (table.clock.number("conflict"), table.clock.number("round")) == (2, 1)


def test_the_end_of_a_conflict_is_one_entry_and_one_undo(table: Table) -> None:
    table.hit(4, table.ana)
    give_up(table, table.bo)
    table.next_round()
    before = (condition(table.ana), condition(table.bo), table.moment)

    entry = table.end_conflict()
    assert (condition(table.bo)["out"], table.moment) == (None, "1.2")
    journal.undo(viewer=table.gm, entry_key=entry.key)

    assert (condition(table.ana), condition(table.bo), table.moment) == before


def test_a_round_of_the_conflict_before_ends_no_round_of_this_one(table: Table) -> None:
    (boundary, _) = screen_of(table.campaign).boundaries
    moment = table.moment
    table.end_conflict()

    with pytest.raises(Stale, match="moved_on"):
        services.cross_boundary(viewer=table.gm, boundary=boundary, moment=moment)

    assert table.clock.number("round") == 1


def test_the_log_tells_everybody_that_the_conflict_is_over(table: Table) -> None:
    give_up(table, table.ana)
    table.end_conflict()

    for viewer in (table.gm, table.player, table.spectator):
        log = text_of(browser_of(viewer.link).get(address(viewer)).content)
        assert "The conflict is over" in log
        assert "Ana · end of the conflict Back in play." in log


# --- seen before it happens


def previewed(gm: Client, table: Table, boundary: str) -> list[str]:
    page = Page(gm.get(address(table.gm, f"boundaries/{boundary}/"), headers=HTMX))
    return page.texts(".pv li")


def test_before_a_round_ends_the_gm_reads_what_that_does_to_whom(table: Table, gm: Client) -> None:
    table.hit(1, table.ana)
    table.next_round()
    table.hit(2, table.ana)
    table.hit(5, table.lich)

    told = previewed(gm, table, "round")

    assert told == [
        "Ana : 1 penalty die counts on any action. 1 penalty die is gone.",
        "Lich : Box 5 counts now.",
    ]
    assert table.clock.number("round") == 2


def test_before_a_conflict_ends_the_gm_reads_what_that_does_to_whom(
    table: Table, gm: Client
) -> None:
    table.hit(1, table.ana, table.bo)
    give_up(table, table.bo)

    told = previewed(gm, table, "conflict")

    assert told == [
        "Ana : 1 penalty die is gone.",
        "Bo : 1 penalty die is gone. Back in play.",
    ]


def test_where_nothing_changes_the_preview_says_so(table: Table, gm: Client) -> None:
    page = gm.get(address(table.gm, "boundaries/round/"), headers=HTMX)

    assert "Nothing changes for anybody." in text_of(page.content)


def test_a_preview_of_what_is_over_offers_no_second_end(table: Table, gm: Client) -> None:
    moment = table.moment
    table.next_round()

    page = Page(gm.get(address(table.gm, f"boundaries/round/?moment={moment}"), headers=HTMX))

    assert page.errors == ["Somebody else was faster: look at the clock."]
    assert page.texts("form") == []


def test_without_javascript_a_round_is_looked_at_and_ended_on_a_page(
    table: Table, gm: Client
) -> None:
    table.hit(1, table.ana)
    path = address(table.gm, "boundaries/round/")
    page = Page(gm.get(path))
    assert page.texts(".pv li") == ["Ana : 1 penalty die counts on any action."]
    (moment,) = page.values('input[name="moment"]')

    response = gm.post(path, {"moment": moment})

    assert (response.status_code, response.headers["Location"]) == (303, address(table.gm))
    assert table.clock.number("round") == 2


def test_a_press_on_an_old_page_ends_nothing(table: Table, gm: Client) -> None:
    table.next_round()

    for moment in ("1.1", "7.1", "", "x", "1" + "0" * 30, "2.1\x00"):
        response = gm.post(address(table.gm, "boundaries/round/"), {"moment": moment})
        assert (response.status_code, table.moment) == (303, "2.1")


def test_there_are_no_other_boundaries(table: Table, gm: Client) -> None:
    table.hit(1, table.ana)

    for path in ("boundaries/book/", "boundaries/round/offers/", "boundaries/book/offers/"):
        assert gm.get(address(table.gm, path)).status_code == 404
    assert gm.post(address(table.gm, "boundaries/book/"), {"moment": "1.1"}).status_code == 404
    assert table.moment == "1.1"


@pytest.mark.parametrize("role", ["player", "spectator"])
@pytest.mark.parametrize("boundary", ["round", "conflict"])
def test_only_the_gm_crosses_boundaries(table: Table, role: str, boundary: str) -> None:
    viewer: Viewer = table.viewer(role)
    browser = browser_of(viewer.link)
    path = address(viewer, f"boundaries/{boundary}/")

    statuses = [
        browser.get(path).status_code,
        browser.get(path + "offers/").status_code,
        browser.post(path, {"moment": table.moment}).status_code,
    ]

    assert (statuses, table.moment) == ([404, 404, 404], "1.1")


# --- shake-out is offered, never done


def test_after_a_conflict_shake_out_is_offered_to_those_whose_ticks_would_slide(
    table: Table, gm: Client
) -> None:
    table.hit(4, table.ana)
    table.hit(1, table.bo)

    path = address(table.gm, "boundaries/conflict/")
    answer = gm.post(path, {"moment": table.moment}, headers=HTMX)

    assert (table.boxes(table.ana), table.boxes(table.bo)) == ("...v..", "v.....")
    page = Page(answer)
    assert page.texts(".pv li p") == ["Ana : Ticks slid down: 4 → 1."]
    (link,) = page.values(".pv a", "href")
    assert link == address(table.gm, f"?panel=recovery&character={table.ana.key}")


def test_without_javascript_the_offer_is_a_page(table: Table, gm: Client) -> None:
    table.hit(4, table.ana)
    path = address(table.gm, "boundaries/conflict/")

    page = Page(gm.post(path, {"moment": table.moment}, follow=True))

    assert page.texts(".pv li p") == ["Ana : Ticks slid down: 4 → 1."]
