"""What players do for their own characters, and nothing else."""

from typing import Any

import pytest
from django.test import Client

from sheets import links
from sheets.models import Character, LogEntry
from sheets.services import remove_character
from tests.combat.table import Table, address, browser_of, text_of
from tests.sheets.conftest import Page

HTMX = {"HX-Request": "true"}


@pytest.fixture
def player(table: Table) -> Client:
    return browser_of(table.player.link)


def points(character: Character) -> list[int]:
    character.refresh_from_db()
    return [character.condition["pools"][pool] for pool in ("vigor", "instinct", "reason")]


def out(character: Character) -> str | None:
    character.refresh_from_db()
    return character.condition["out"]


def pressed(table: Table, do: str, **values: str) -> dict[str, str]:
    """What a button of the sheet sends, as the sheet shows it now."""
    table.ana.refresh_from_db()
    return {"do": do, "version": str(table.ana.version)} | values


def press(table: Table, player: Client, do: str, **values: str) -> Any:
    return player.post(address(table.player, "own/"), pressed(table, do, **values), headers=HTMX)


def one(pool: str) -> dict[str, str]:
    return {"pool": pool, "points": "1"}


# --- points


def test_a_player_spends_and_regains_points_one_by_one(table: Table, player: Client) -> None:
    left = []
    for do in ("spend", "spend", "regain"):
        assert press(table, player, do, **one("vigor")).status_code == 200
        left.append(points(table.ana)[0])

    assert left == [4, 3, 4]


def test_the_answer_is_the_sheet_and_the_log_as_they_are_then(table: Table, player: Client) -> None:
    answer = press(table, player, "spend", **one("reason"))

    said = text_of(answer.content)
    assert "Ana · 1 point of Reason spent 2 are left." in said
    assert Page(answer).texts("dl.pools dd.num") == ["5 /5", "4 /4", "2 /3"]


def test_a_double_press_spends_one_point(table: Table, player: Client) -> None:
    values = pressed(table, "spend", **one("vigor"))

    for _ in range(2):
        answer = player.post(address(table.player, "own/"), values, headers=HTMX)
        assert answer.status_code == 200

    assert points(table.ana)[0] == 4


def test_another_button_of_the_same_page_counts(table: Table, player: Client) -> None:
    for pool in ("vigor", "reason"):
        values = {"do": "spend", "version": "1", **one(pool)}
        player.post(address(table.player, "own/"), values, headers=HTMX)

    assert points(table.ana) == [4, 4, 2]


def test_a_point_that_is_not_there_is_refused_in_words(table: Table, player: Client) -> None:
    for _ in range(3):
        press(table, player, "spend", **one("reason"))

    answer = press(table, player, "spend", **one("reason"))

    assert (answer.status_code, points(table.ana)[2]) == (422, 0)
    assert "This costs 1 of Reason, and 0 points are left." in text_of(answer.content)


def test_buttons_rest_where_there_is_nothing_to_spend_or_regain(
    table: Table, player: Client
) -> None:
    for _ in range(3):
        press(table, player, "spend", **one("reason"))

    page = Page(player.get(address(table.player)))

    disabled = page.values("dl.pools button[disabled]", "id")
    assert disabled == ["regain-vigor", "regain-instinct", "spend-reason"]


# --- giving up


def test_a_player_gives_up_with_one_confirmation_and_an_intent(
    table: Table, player: Client
) -> None:
    page = Page(player.get(address(table.player)))
    assert page.texts("#giving-up button") == ["Yes, give up"]

    answer = press(table, player, "give_up", note="carried off")

    assert (answer.status_code, out(table.ana)) == (200, "gave_up")
    assert LogEntry.objects.latest("seq").note == "carried off"
    assert Page(answer).texts("#giving-up") == []
    assert "gave up: the opponent's intent happens" in text_of(answer.content)


def test_everybody_reads_that_a_player_gave_up(table: Table, player: Client) -> None:
    press(table, player, "give_up", note="carried off")

    for viewer in (table.gm, table.spectator):
        said = text_of(browser_of(viewer.link).get(address(viewer)).content)
        assert "Ana · gave up The opponent's intent happens. carried off" in said


# --- without JavaScript


@pytest.mark.parametrize(
    ("do", "values", "question"),
    [
        ("spend", one("vigor"), "Spend 1 point of Vigor?"),
        ("regain", one("vigor"), "Regain 1 point of Vigor?"),
        ("give_up", {"note": "carried off"}, "Give up? The opponent's intent happens."),
    ],
)
def test_without_javascript_it_is_asked_on_a_page(
    table: Table, player: Client, do: str, values: dict[str, str], question: str
) -> None:
    press(table, player, "spend", **one("vigor"))
    before = table.log()
    path = address(table.player, "own/")

    page = player.get(path, pressed(table, do, **values))
    assert (Page(page).texts("h1"), table.log()) == ([question], before)
    shown = Page(page)
    names = shown.values(".in input", "name")
    filled = dict(zip(names, shown.values(".in input"), strict=True))
    response = player.post(path, filled)

    assert (response.status_code, response.headers["Location"]) == (303, address(table.player))
    assert table.log()[1:] == before


def test_without_javascript_a_refusal_is_a_page(table: Table, player: Client) -> None:
    values = pressed(table, "regain", **one("vigor"))

    response = player.post(address(table.player, "own/"), values)

    assert response.status_code == 422
    assert Page(response).errors == ["Vigor has 5 of 5 points already."]


# --- nothing else


@pytest.mark.parametrize(
    "values",
    [
        {"do": "heal", "box": "1"},
        {"do": "refresh", "pool": "vigor"},
        {"do": "refresh_all"},
        {"do": "shake_out"},
        {"do": "harm", "amount": "1"},
        {"do": ""},
        {"do": "spend", "pool": "vigor", "points": "-1"},
        {"do": "spend", "pool": "luck", "points": "1"},
        {"do": "give_up", "note": "a\x00b"},
        {"do": "give_up", "version": "1" + "0" * 30},
    ],
)
def test_nothing_else_is_there_for_a_player(
    table: Table, player: Client, values: dict[str, str]
) -> None:
    table.hit(2, table.ana)
    before = table.log()

    for headers in ({}, HTMX):
        sent = {"version": "2"} | values
        response = player.post(address(table.player, "own/"), sent, headers=headers)
        assert response.status_code == 404
        assert player.get(address(table.player, "own/"), sent, headers=headers).status_code == 404
    assert table.log() == before


def test_a_player_acts_for_nobody_else(table: Table, player: Client) -> None:
    values = pressed(table, "spend", **one("vigor")) | {"character": table.bo.key}

    player.post(address(table.player, "own/"), values, headers=HTMX)

    assert (points(table.ana)[0], points(table.bo)[0]) == (4, 5)


@pytest.mark.parametrize("role", ["gm", "spectator"])
def test_others_have_no_own_character(table: Table, role: str) -> None:
    viewer = table.viewer(role)
    browser = browser_of(viewer.link)
    values = pressed(table, "give_up")

    response = browser.post(address(viewer, "own/"), values)

    assert (response.status_code, out(table.ana)) == (404, None)
    assert "own/" not in browser.get(address(viewer)).content.decode()


def test_a_player_of_somebody_removed_does_nothing(table: Table, player: Client) -> None:
    values = pressed(table, "give_up")
    remove_character(viewer=table.gm, character=table.ana)

    response = player.post(address(table.player, "own/"), values)

    assert (response.status_code, out(table.ana)) == (404, None)


def test_the_gm_sees_a_sheet_without_the_players_buttons(table: Table) -> None:
    browser = browser_of(table.gm.link)

    page = browser.get(address(table.gm, f"characters/{table.ana.key}/")).content.decode()

    assert "own/" not in page
    assert Page(browser.get(address(table.gm, f"characters/{table.ana.key}/"))).texts(
        "dl.pools dd.num"
    ) == ["5 /5", "4 /4", "3 /3"]


def test_the_own_sheet_has_one_address(table: Table, player: Client) -> None:
    response = player.get(address(table.player, f"characters/{table.ana.key}/"))

    assert (response.status_code, response.headers["Location"]) == (302, address(table.player))


def test_two_links_of_one_player_are_one_player(table: Table, player: Client) -> None:
    press(table, player, "spend", **one("vigor"))
    spent = LogEntry.objects.latest("seq")
    renewed = links.create_player_link(viewer=table.gm, character=table.ana)

    browser = browser_of(renewed)
    path = f"/t/{renewed.key}/"
    line = f"#entry-{spent.key} button"
    assert Page(browser.get(path)).texts(line) == ["Undo"]
    browser.post(f"{path}entries/{spent.key}/undo/", headers=HTMX)

    assert points(table.ana)[0] == 5


def test_a_sheet_says_who_plays_without_a_dot_before_it(table: Table) -> None:
    browser = browser_of(table.player.link)

    assert Page(browser.get(address(table.player))).texts(".region h1 + p") == ["played by Petra"]
    table.edit(table.ana, sheet={"about": "a smith"})
    assert Page(browser.get(address(table.player))).texts(".region h1 + p") == [
        "a smith · played by Petra"
    ]
