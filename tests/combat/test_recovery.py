"""The recovery panel: healing with its price, points, giving up, shake-out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from combat.rules.harm import GiveUp
from combat.services import apply_action
from sheets import journal
from sheets.models import Character, LogEntry
from sheets.services import remove_character
from tests.combat.table import Table, address, browser_of, text_of
from tests.sheets.conftest import Page

HTMX = {"HX-Request": "true"}


@pytest.fixture
def gm(table: Table) -> Client:
    return browser_of(table.gm.link)


def sent(character: Character, do: str, **values: str) -> dict[str, str]:
    """What a button of the panel sends."""
    return {"token": "made-with-the-panel", "character": character.key, "do": do} | values


def press(table: Table, gm: Client, do: str, **values: Any) -> Any:
    character = values.pop("character", table.ana)
    return gm.post(address(table.gm, "recoveries/"), sent(character, do, **values), headers=HTMX)


def panel(table: Table, gm: Client, character: Character) -> Page:
    path = address(table.gm, f"panels/recovery/?character={character.key}")
    return Page(gm.get(path, headers=HTMX))


def pools(character: Character) -> list[int]:
    character.refresh_from_db()
    return [character.condition["pools"][pool] for pool in ("vigor", "instinct", "reason")]


# --- healing


def test_each_ticked_box_has_a_button_with_its_price(table: Table, gm: Client) -> None:
    table.hit(1, table.ana, source="vigor")
    table.hit(4, table.ana, source="instinct")

    shown = panel(table, gm, table.ana)

    assert shown.texts('button[name="box"]') == [
        "Box 1, scratched: 1 point of Vigor",
        "Box 4, bloodied: 4 points of Instinct",
    ]


def test_healing_a_box_pays_its_price_and_shows_what_is_so_then(table: Table, gm: Client) -> None:
    table.hit(4, table.ana, source="instinct")

    answer = press(table, gm, "heal", box="4")

    assert (answer.status_code, table.boxes(table.ana)) == (200, "......")
    assert pools(table.ana) == [5, 0, 3]
    assert "Ana · box 4 healed 4 points of Instinct paid." in text_of(answer.content)
    assert "No box is ticked." in text_of(answer.content)
    assert Page(answer).values("article", "id") == [f"card-{table.ana.key}"]


def test_a_box_that_costs_more_than_there_is_stays_ticked(table: Table, gm: Client) -> None:
    table.hit(5, table.ana, source="reason")

    answer = press(table, gm, "heal", box="5")

    assert (answer.status_code, table.boxes(table.ana)) == (422, "....r.")
    assert Page(answer).errors == ["Healing box 5 costs 5 of Reason, and 3 points are left."]
    assert pools(table.ana) == [5, 4, 3]


def test_a_box_that_somebody_healed_meanwhile_is_not_healed_again(table: Table, gm: Client) -> None:
    table.hit(1, table.ana)
    press(table, gm, "heal", box="1", token="first")

    answer = press(table, gm, "heal", box="1", token="second")

    assert (answer.status_code, pools(table.ana)) == (422, [4, 4, 3])
    assert Page(answer).errors == ["Box 1 is not ticked."]


def test_a_double_click_heals_once(table: Table, gm: Client) -> None:
    table.hit(1, table.ana)

    answers = [press(table, gm, "heal", box="1").status_code for _ in range(2)]

    assert (answers, pools(table.ana)) == ([200, 200], [4, 4, 3])
    assert table.log()[:2] == ["heal", "harm"]


def test_the_same_token_for_something_else_is_asked_once_more(table: Table, gm: Client) -> None:
    press(table, gm, "spend", pool="vigor", points="1")

    answer = press(table, gm, "spend", pool="vigor", points="2")

    assert (answer.status_code, pools(table.ana)) == (422, [4, 4, 3])
    page = Page(answer)
    assert page.errors == ["This form was already sent. To send it once more, press again."]
    assert "made-with-the-panel" not in page.values('input[name="token"]')
    assert page.values("#recovery-points") == ["2"]


# --- points


def test_points_are_spent_regained_and_refreshed(table: Table, gm: Client) -> None:
    left = []
    for number, (do, values) in enumerate(
        [
            ("spend", {"pool": "vigor", "points": "3"}),
            ("regain", {"pool": "vigor", "points": "1"}),
            ("spend", {"pool": "reason", "points": "2"}),
            ("refresh", {"pool": "vigor"}),
            ("refresh_all", {}),
        ]
    ):
        assert press(table, gm, do, token=str(number), **values).status_code == 200
        left.append(pools(table.ana))

    assert left == [[2, 4, 3], [3, 4, 3], [3, 4, 1], [5, 4, 1], [5, 4, 3]]


def test_more_than_there_is_or_was_is_refused_with_the_numbers(table: Table, gm: Client) -> None:
    spent = press(table, gm, "spend", pool="reason", points="4", token="a")
    regained = press(table, gm, "regain", pool="reason", points="1", token="b")

    assert Page(spent).errors == ["This costs 4 of Reason, and 3 points are left."]
    assert Page(regained).errors == ["Reason has 3 of 3 points already."]
    assert (spent.status_code, regained.status_code, pools(table.ana)) == (422, 422, [5, 4, 3])


@pytest.mark.parametrize("points", ["", "0", "-3", "2.5", "abc", "1" + "0" * 30, "1\x00"])
def test_what_is_no_number_of_points_stays_typed_and_is_named(
    table: Table, gm: Client, points: str
) -> None:
    answer = press(table, gm, "spend", pool="reason", points=points)

    assert (answer.status_code, pools(table.ana)) == (422, [5, 4, 3])
    page = Page(answer)
    assert page.errors[0] in (
        "Give a whole number from 1 to 1000.",
        "Null characters are not allowed.",
    )
    assert page.values('input[name="pool"][checked]') == ["reason"]


# --- giving up, shake-out


def test_giving_up_notes_the_opponents_intent(table: Table, gm: Client) -> None:
    answer = press(table, gm, "give_up", note="thrown into the gorge")

    table.ana.refresh_from_db()
    assert (answer.status_code, table.ana.condition["out"]) == (200, "gave_up")
    assert LogEntry.objects.latest("seq").note == "thrown into the gorge"


def test_too_long_an_intent_is_not_cut_off(table: Table, gm: Client) -> None:
    answer = press(table, gm, "give_up", note="x" * 81)

    table.ana.refresh_from_db()
    assert (answer.status_code, table.ana.condition["out"]) == (422, None)
    page = Page(answer)
    assert page.values("#recovery-note") == ["x" * 81]
    assert len(page.errors) == 1


def test_shake_out_is_seen_before_it_happens(table: Table, gm: Client) -> None:
    table.hit(2, table.ana, source="vigor")
    table.hit(5, table.ana, source="reason")

    shown = panel(table, gm, table.ana)

    assert shown.texts(".pv p") == ["Ticks slid down: 2 → 1, 5 → 2."]
    assert table.boxes(table.ana) == ".v..r."
    press(table, gm, "shake_out")
    assert table.boxes(table.ana) == "vr...."


def test_where_nothing_slides_no_shake_out_is_offered(table: Table, gm: Client) -> None:
    table.hit(1, table.ana)

    assert panel(table, gm, table.ana).texts("#shake-out") == []
    assert panel(table, gm, table.bo).texts("#shake-out") == []


# --- whom it is for


def test_the_panel_opens_for_somebody_who_is_hurt(table: Table, gm: Client) -> None:
    path = address(table.gm, "panels/recovery/")
    assert Page(gm.get(path, headers=HTMX)).texts("#recovery-character [selected]") == ["choose…"]

    table.hit(1, table.bo)

    assert Page(gm.get(path, headers=HTMX)).texts("#recovery-character [selected]") == ["Bo"]


def test_without_javascript_the_panel_is_part_of_the_page(table: Table, gm: Client) -> None:
    table.hit(1, table.bo)
    path = address(table.gm, f"?panel=recovery&character={table.bo.key}")
    page = Page(gm.get(path))
    tokens = set(page.values('#panel form[method="post"] input[name="token"]'))
    assert len(tokens) == 1

    healed = gm.post(address(table.gm, "recoveries/"), sent(table.bo, "heal", box="1"))
    refused = gm.post(
        address(table.gm, "recoveries/"), sent(table.bo, "heal", box="1", token="again")
    )

    assert (healed.status_code, healed.headers["Location"]) == (303, path)
    assert table.boxes(table.bo) == "......"
    assert (refused.status_code, Page(refused).errors) == (422, ["Box 1 is not ticked."])


def test_somebody_who_was_removed_meanwhile_is_named(table: Table, gm: Client) -> None:
    remove_character(viewer=table.gm, character=table.troll)

    answer = press(table, gm, "shake_out", character=table.troll)

    assert answer.status_code == 422
    assert Page(answer).errors == ["The character was removed meanwhile."]


@pytest.mark.parametrize(
    "values",
    [
        {"do": "harm"},
        {"do": ""},
        {"do": "heal", "box": "7"},
        {"do": "heal"},
        {"do": "spend", "pool": "luck", "points": "1"},
        {"do": "shake_out", "character": "nobody"},
    ],
)
def test_what_no_button_sends_does_nothing(
    table: Table, gm: Client, values: dict[str, str]
) -> None:
    table.hit(2, table.ana)
    before = table.log()

    answer = gm.post(address(table.gm, "recoveries/"), sent(table.ana, "") | values, headers=HTMX)

    assert (answer.status_code, table.log()) == (422, before)


def test_nobody_but_the_gm_opens_or_uses_the_panel(table: Table) -> None:
    table.hit(1, table.ana)

    for viewer in (table.player, table.spectator):
        browser = browser_of(viewer.link)
        path = address(viewer, "recoveries/")
        statuses = [
            browser.post(path, sent(table.ana, "heal", box="1")).status_code,
            browser.get(address(viewer, "panels/recovery/")).status_code,
        ]
        assert (statuses, table.boxes(table.ana)) == ([404, 404], "v.....")


def test_somebody_of_another_table_is_not_there(table: Table, gm: Client) -> None:
    elsewhere = Table("Elsewhere")
    elsewhere.hit(1, elsewhere.ana)

    answer = press(table, gm, "heal", character=elsewhere.ana, box="1")

    assert (answer.status_code, elsewhere.boxes(elsewhere.ana)) == (422, "v.....")
    assert elsewhere.ana.name not in [*Page(answer).texts("#recovery-character [selected]")]


def test_what_a_preview_had_drawn_goes_with_its_panel(table: Table, gm: Client) -> None:
    path = address(table.gm, f"panels/recovery/?ghosted={table.ana.key}+nobody")

    answer = Page(gm.get(path, headers=HTMX))

    assert answer.values("article", "id") == [f"card-{table.ana.key}"]


def test_a_card_leads_to_its_recovery(table: Table, gm: Client) -> None:
    apply_action(viewer=table.gm, targets=[table.ana.key], action=GiveUp())

    page = Page(gm.get(address(table.gm)))

    links = page.values(f"#card-{table.ana.key} .by a", "href")
    assert f"?panel=recovery&character={table.ana.key}" in links


def test_pages_of_recovery_and_of_time_are_html(
    table: Table, gm: Client, html_problems: Callable[[str], list[str]]
) -> None:
    table.hit(2, table.ana)
    undone = table.hit(5, table.ana)
    journal.undo(viewer=table.gm, entry_key=undone.key)
    paths = (
        f"?panel=recovery&character={table.ana.key}",
        "boundaries/conflict/",
        "boundaries/conflict/offers/",
        f"entries/{LogEntry.objects.latest('seq').key}/",
        f"characters/{table.ana.key}/edit/",
    )

    found = {
        path: html_problems(gm.get(address(table.gm, path)).content.decode()) for path in paths
    }

    assert found == {path: [] for path in paths}
