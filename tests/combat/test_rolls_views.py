"""The dice tray and the exchange panel as they are used in a browser."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from justhtml import JustHTML

from combat.models import Roll
from sheets.models import Character
from tests.combat.evening import bonus, party, points, roll
from tests.combat.evening import meet as meet_before
from tests.combat.table import Table, address, browser_of, hit_form, text_of

HTMX = {"HX-Request": "true"}


@pytest.fixture
def player(table: Table) -> Client:
    """Petra's browser; she plays Ana."""
    return browser_of(table.player.link)


def dice(**values: Any) -> dict[str, Any]:
    """What the dice tray sends."""
    filled = {"token": "made-with-the-form", "dice": "fudge", "pool": "", "to": "all"}
    numbers = dict.fromkeys(("ability", "bought", "bonus", "penalty", "modifier"), "0")
    return filled | numbers | {"count": "5", "difficulty": "", "note": ""} | values


def exchange(a: Character, b: Character, **values: Any) -> dict[str, Any]:
    """What the exchange panel sends."""
    sides: dict[str, Any] = {}
    for side, character, level in (("a", a, "4"), ("b", b, "1")):
        filled = {"character": character.key, "level": level, "source": "vigor", "roll": ""}
        filled |= {"weapon": "0", "armor": "0", "ability": "0", "bought": "0"}
        sides |= {f"{side}-{name}": value for name, value in filled.items()}
        sides[f"{side}-token"] = f"roll of {side}"
    return sides | {"token": "made-with-the-form", "kind": "opposed", "note": ""} | values


def escalation(winner: Character, high: int, low: int) -> dict[str, Any]:
    levels = {"winner_level": str(high), "loser_level": str(low)}
    return {"token": "made-with-the-form", "winner": winner.key} | levels


def alerts(response: Any) -> list[str]:
    page = JustHTML(response.content.decode(), sanitize=False)
    return [node.to_text().strip() for node in page.query(".err")]


# --- the tray


def test_a_player_rolls_an_ability_on_the_phone(table: Table, player: Client) -> None:
    form = dice(pool="vigor", ability="3", bought="1", note="climbing")

    answer = player.post(address(table.player, "rolls/"), form, headers=HTMX)

    [rolled] = Roll.objects.all()
    assert (rolled.character, len(rolled.faces), rolled.source) == (table.ana, 4, "vigor")
    assert points(table.ana, "vigor") == 4
    said = text_of(answer.content)
    assert f"Vigor roll: {rolled.total}" in said
    assert "climbing" in said
    assert f'hx-target="#sheet-{table.ana.key}"' in answer.content.decode()


def test_an_invented_result_is_ignored(table: Table, player: Client) -> None:
    form = dice(dice="d6", count="1") | {"faces": "[7]", "total": "99"}

    player.post(address(table.player, "rolls/"), form, headers=HTMX)

    [rolled] = Roll.objects.all()
    assert rolled.faces[0] in range(1, 7)
    assert rolled.total == rolled.faces[0]


def test_pressing_twice_rolls_once(table: Table, player: Client) -> None:
    for _ in range(2):
        player.post(address(table.player, "rolls/"), dice(), headers=HTMX)

    assert Roll.objects.count() == 1


def test_other_dice_with_a_token_that_was_used_say_so(table: Table, player: Client) -> None:
    player.post(address(table.player, "rolls/"), dice(), headers=HTMX)

    answer = player.post(address(table.player, "rolls/"), dice(bonus="2"), headers=HTMX)

    assert answer.status_code == 422
    assert alerts(answer) == ["These dice were already rolled. To roll once more, press again."]
    assert "made-with-the-form" not in answer.content.decode()


def test_a_player_rolls_for_nobody_else(table: Table, player: Client) -> None:
    form = dice(pool="vigor", roller=table.bo.key)

    player.post(address(table.player, "rolls/"), form, headers=HTMX)

    [rolled] = Roll.objects.all()
    assert rolled.character == table.ana


def test_a_secret_roll_of_a_player_is_on_the_own_sheet(table: Table, player: Client) -> None:
    player.post(address(table.player, "rolls/"), dice(to="gm", note="hush"), headers=HTMX)

    assert "hush" in text_of(player.get(address(table.player)).content)
    spectator = browser_of(table.spectator.link)
    assert "hush" not in spectator.get(address(table.spectator)).content.decode()


def test_the_gm_rolls_for_anybody(table: Table, gm: Client) -> None:
    form = dice(pool="reason", roller=table.lich.key, ability="5")

    gm.post(address(table.gm, "rolls/"), form, headers=HTMX)

    [rolled] = Roll.objects.all()
    assert (rolled.character, rolled.source) == (table.lich, "reason")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"dice": "d10", "count": "101"}, "Give a whole number from 1 to 100."),
        ({"dice": "d10", "count": "0"}, "Give a whole number from 1 to 100."),
        ({"dice": "d10", "count": "-2"}, "Give a whole number from 1 to 100."),
        ({"dice": "d6", "difficulty": "7"}, "Give a whole number from 2 to 6."),
        ({"dice": "d10", "modifier": "2.5"}, "Give a whole number from -1000 to 1000."),
        ({"bonus": "51"}, "Give a whole number from 0 to 50."),
        ({"pool": "vigor"}, "Whose pool is it? Choose who rolls."),
        ({"dice": "d4"}, "Select a valid choice. d4 is not one of the available choices."),
    ],
)
def test_impossible_dice_are_refused_with_a_sentence(
    table: Table, gm: Client, values: dict[str, str], said: str
) -> None:
    answer = gm.post(address(table.gm, "rolls/"), dice(**values), headers=HTMX)

    assert answer.status_code == 422
    assert said in alerts(answer)
    assert Roll.objects.count() == 0


def test_what_the_chosen_dice_do_not_use_is_not_judged(table: Table, gm: Client) -> None:
    nonsense = dict.fromkeys(("ability", "bonus", "penalty", "bought"), "many")

    answer = gm.post(address(table.gm, "rolls/"), dice(dice="d6", **nonsense), headers=HTMX)

    assert answer.status_code == 200
    assert Roll.objects.get().dice == "d6"


def test_points_that_are_not_there_buy_no_dice(table: Table, player: Client) -> None:
    form = dice(pool="reason", bought="4")

    answer = player.post(address(table.player, "rolls/"), form, headers=HTMX)

    assert alerts(answer) == ["This costs 4 of Reason, and 3 points are left."]
    assert Roll.objects.count() == 0


def test_the_tray_tells_how_many_dice_there_will_be(table: Table, player: Client) -> None:
    meet_before(table, party(table.troll), party(table.ana, 2), "defensive")
    form = dice(pool="vigor", bought="1")

    answer = player.post(address(table.player, "rolls/plan/"), form)

    said = "6 dice, 3 bonus dice, the best 3 count, costs 1 point of Vigor."
    assert answer.content.decode() == said
    assert "5 dice, 2 bonus dice" in text_of(player.get(address(table.player)).content)


@pytest.mark.parametrize("values", [{}, {"pool": "vigor", "ability": "eleven"}, {"dice": "d6"}])
def test_nothing_is_planned_where_the_form_says_it_all(
    table: Table, player: Client, values: dict[str, str]
) -> None:
    answer = player.post(address(table.player, "rolls/plan/"), dice(**values))

    assert answer.content == b""


def test_a_roll_without_javascript_leads_back_to_the_sheet(table: Table, player: Client) -> None:
    answer = player.post(address(table.player, "rolls/"), dice(note="by hand"), follow=True)

    assert answer.redirect_chain == [(address(table.player), 303)]
    assert "by hand" in text_of(answer.content)


def test_a_refused_roll_without_javascript_keeps_what_was_typed(
    table: Table, player: Client
) -> None:
    form = dice(dice="d10", count="101", note="too many")

    answer = player.post(address(table.player, "rolls/"), form)

    assert answer.status_code == 422
    page = JustHTML(answer.content.decode(), sanitize=False)
    [tray] = page.query("#dice-tray")
    assert "popover" not in (tray.attrs or {})
    assert [(node.attrs or {}).get("value") for node in page.query("#dice-note")] == ["too many"]


@pytest.mark.parametrize("path", ["rolls/", "rolls/plan/"])
def test_spectators_have_no_dice(table: Table, path: str) -> None:
    spectator = browser_of(table.spectator.link)

    answer = spectator.post(address(table.spectator, path), dice())

    assert answer.status_code == 404
    assert Roll.objects.count() == 0
    assert "dice-tray" not in spectator.get(address(table.spectator)).content.decode()


# --- the exchange panel


def test_the_gm_lets_two_meet(table: Table, gm: Client) -> None:
    form = exchange(table.ana, table.troll, note="at the gate")

    answer = gm.post(address(table.gm, "exchanges/"), form, headers=HTMX)

    assert answer.status_code == 200
    assert answer.headers["HX-Trigger"] == "applied"
    assert table.boxes(table.troll) == "..v..."
    html = answer.content.decode()
    assert f'hx-target="#card-{table.troll.key}"' in html
    assert "made-with-the-form" not in html
    assert "at the gate" in text_of(html)


def test_a_second_click_marks_nothing(table: Table, gm: Client) -> None:
    for _ in range(2):
        answer = gm.post(
            address(table.gm, "exchanges/"), exchange(table.ana, table.troll), headers=HTMX
        )
        assert answer.status_code == 200

    assert table.boxes(table.troll) == "..v..."


def test_another_exchange_with_a_token_that_was_used_says_so(table: Table, gm: Client) -> None:
    gm.post(address(table.gm, "exchanges/"), exchange(table.ana, table.troll), headers=HTMX)

    form = exchange(table.ana, table.bo)
    answer = gm.post(address(table.gm, "exchanges/"), form, headers=HTMX)

    assert answer.status_code == 422
    assert alerts(answer) == ["This form was already sent. To send it once more, apply again."]
    assert table.boxes(table.bo) == "......"


def test_an_exchange_without_javascript_leads_back_to_its_panel(table: Table, gm: Client) -> None:
    answer = gm.post(address(table.gm, "exchanges/"), exchange(table.ana, table.troll), follow=True)

    assert answer.redirect_chain == [(address(table.gm, "?panel=exchange"), 303)]
    assert table.boxes(table.troll) == "..v..."


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "no script"])
@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"a-level": ""}, "Give a level, or choose a roll."),
        ({"b-level": "much"}, "Give a whole number from -1000 to 1000."),
        ({"b-weapon": "11"}, "Give a whole number from 0 to 10."),
        ({"a-character": ""}, "Choose a character."),
        ({"a-roll": "gone"}, "That roll was used or taken back meanwhile."),
        ({"kind": "friendly"}, "Select a valid choice."),
    ],
)
def test_an_exchange_that_lacks_something_says_what(
    table: Table, gm: Client, values: dict[str, str], said: str, headers: dict[str, str]
) -> None:
    form = exchange(table.ana, table.troll, **values)

    answer = gm.post(address(table.gm, "exchanges/"), form, headers=headers)

    assert answer.status_code == 422
    assert any(alert.startswith(said) for alert in alerts(answer))
    assert table.boxes(table.troll) == "......"


def test_nobody_can_be_chosen_twice(table: Table, gm: Client) -> None:
    form = exchange(table.ana, table.ana)

    answer = gm.post(address(table.gm, "exchanges/"), form, headers=HTMX)

    assert alerts(answer) == ["Choose two different characters."]


def test_the_preview_is_in_pencil_on_both_cards(table: Table, gm: Client) -> None:
    form = exchange(table.ana, table.troll, kind="parallel")

    answer = gm.post(address(table.gm, "exchanges/preview/"), form, headers=HTMX)

    html = answer.content.decode()
    assert "parallel exchange, 4 : 1" in text_of(html)
    for character in (table.ana, table.troll):
        assert f'hx-target="#card-{character.key}"' in html
    assert f'name="ghosted" value="{table.ana.key} {table.troll.key}"' in html
    assert "Harm 4, bloodied, preview" in html
    assert table.boxes(table.troll) == "......"


def test_a_preview_that_lacks_something_wipes_the_pencil_off(table: Table, gm: Client) -> None:
    form = exchange(table.ana, table.troll, **{"a-level": "", "ghosted": table.troll.key})

    answer = gm.post(address(table.gm, "exchanges/preview/"), form, headers=HTMX)

    html = answer.content.decode()
    assert f'hx-target="#card-{table.troll.key}"' in html
    assert "preview" not in html.partition(f'id="card-{table.troll.key}"')[2]


def test_a_preview_with_a_roll_that_is_gone_says_so(table: Table, gm: Client) -> None:
    form = exchange(table.ana, table.troll, **{"a-roll": "gone"})

    answer = gm.post(address(table.gm, "exchanges/preview/"), form, headers=HTMX)

    assert "That roll was used or taken back meanwhile." in text_of(answer.content)


def test_the_roll_a_player_made_is_offered_to_the_gm(table: Table, gm: Client) -> None:
    rolled = roll(table, table.ana, 1, 0, 1, by=table.player)
    form = exchange(table.ana, table.troll)

    answer = gm.post(address(table.gm, "exchanges/preview/"), form, headers=HTMX)

    page = JustHTML(answer.content.decode(), sanitize=False)
    offered = [(node.attrs or {}).get("value") for node in page.query("#exchange-a-roll option")]
    assert offered == ["", rolled.key]
    assert not page.query("#exchange-b-roll option")


def test_a_roll_in_the_panel_is_chosen_at_once(table: Table, gm: Client) -> None:
    form = exchange(table.ana, table.troll, **{"a-ability": "2", "a-bought": "1", "a-level": ""})

    answer = gm.post(address(table.gm, "exchanges/rolls/a/"), form, headers=HTMX)

    [rolled] = Roll.objects.all()
    assert (rolled.character, len(rolled.faces), points(table.ana, "vigor")) == (table.ana, 4, 4)
    page = JustHTML(answer.content.decode(), sanitize=False)
    [chosen] = page.query("#exchange-a-roll option[selected]")
    assert (chosen.attrs or {})["value"] == rolled.key
    [token] = page.query("#exchange-a-token")
    assert (token.attrs or {})["value"] not in ("", "roll of a")
    assert f"{max(0, rolled.total)} : 1" in text_of(answer.content)
    assert f'hx-target="#card-{table.ana.key}"' in answer.content.decode()


def test_a_preview_that_was_asked_for_before_a_roll_draws_nothing_after_it(
    table: Table, gm: Client
) -> None:
    form = exchange(table.ana, table.troll)
    gm.post(address(table.gm, "exchanges/rolls/b/"), form, headers=HTMX)

    answer = gm.post(address(table.gm, "exchanges/preview/"), form, headers=HTMX)

    assert (answer.status_code, answer.content) == (204, b"")


def test_rolling_twice_in_the_panel_by_accident_rolls_once(table: Table, gm: Client) -> None:
    form = exchange(table.ana, table.troll)
    for _ in range(2):
        gm.post(address(table.gm, "exchanges/rolls/b/"), form, headers=HTMX)

    again = gm.post(
        address(table.gm, "exchanges/rolls/b/"), form | {"b-ability": "3"}, headers=HTMX
    )

    assert Roll.objects.count() == 1
    assert alerts(again) == ["This was already rolled. To roll once more, press again."]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"a-bought": "6"}, "This costs 6 of Vigor, and 5 points are left."),
        ({"a-ability": "11"}, "Give a whole number from 0 to 10."),
    ],
)
def test_a_roll_in_the_panel_that_cannot_be_says_why(
    table: Table, gm: Client, values: dict[str, str], said: str
) -> None:
    form = exchange(table.ana, table.troll, **values)

    answer = gm.post(address(table.gm, "exchanges/rolls/a/"), form, headers=HTMX)

    assert answer.status_code == 422
    assert alerts(answer) == [said]
    assert Roll.objects.count() == 0


def test_there_is_no_third_side(table: Table, gm: Client) -> None:
    form = exchange(table.ana, table.troll)

    assert gm.post(address(table.gm, "exchanges/rolls/c/"), form).status_code == 404


def test_an_escalated_roll_gives_bonus_dice(table: Table, gm: Client) -> None:
    form = escalation(table.ana, 4, 1)

    answer = gm.post(address(table.gm, "exchanges/escalation/"), form, headers=HTMX)

    assert bonus(table.ana) == 3
    assert "3 bonus dice on the next roll" in text_of(answer.content)


def test_an_escalation_without_a_lead_says_so(table: Table, gm: Client) -> None:
    form = escalation(table.ana, 1, 1)

    answer = gm.post(address(table.gm, "exchanges/escalation/"), form, headers=HTMX)

    assert answer.status_code == 422
    assert alerts(answer) == ["The winner is not ahead: no bonus dice."]
    assert bonus(table.ana) == 0


def test_waiting_bonus_dice_are_on_every_card_and_on_the_sheet(table: Table) -> None:
    meet_before(table, party(table.troll), party(table.ana, 2), "defensive")

    for viewer in (table.gm, table.player, table.spectator):
        page = browser_of(viewer.link).get(address(viewer))
        assert "2 bonus dice on the next roll" in text_of(page.content)


@pytest.mark.parametrize("path", ["", "preview/", "rolls/a/", "escalation/"])
@pytest.mark.parametrize("role", ["player", "spectator"])
def test_exchanges_are_for_the_gm_alone(table: Table, role: str, path: str) -> None:
    viewer = table.viewer(role)
    form = exchange(table.ana, table.troll) | escalation(table.ana, 4, 1)

    answer = browser_of(viewer.link).post(address(viewer, f"exchanges/{path}"), form)

    assert answer.status_code == 404
    assert "exchange" not in table.log()


@pytest.mark.parametrize("panel", ["hit", "exchange"])
def test_a_preview_that_comes_after_the_ink_draws_nothing(
    table: Table, gm: Client, panel: str
) -> None:
    if panel == "hit":
        path, check, form = "hits/", "preview/", hit_form(table.troll)
    else:
        path, check, form = "exchanges/", "exchanges/preview/", exchange(table.ana, table.troll)
    drawn = gm.post(address(table.gm, check), form, headers=HTMX)
    assert b"Harm 1, scratched, preview" in drawn.content or b"Harm 3" in drawn.content
    gm.post(address(table.gm, path), form, headers=HTMX)

    answer = gm.post(address(table.gm, check), form, headers=HTMX)

    assert (answer.status_code, answer.content) == (204, b"")


def test_console_and_sheet_with_dice_are_html(
    table: Table, gm: Client, player: Client, html_problems: Callable[[str], list[str]]
) -> None:
    roll(table, table.ana, 1, 0, 1, by=table.player)

    for browser, path in (
        (gm, address(table.gm, "?panel=exchange")),
        (player, address(table.player)),
    ):
        assert html_problems(browser.get(path).content.decode()) == []
