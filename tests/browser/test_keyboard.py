"""Everything on the console by single keys, and none of it while somebody types."""

import re
from collections.abc import Callable
from itertools import product
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Come
from tests.browser.guest import Guest
from tests.combat.table import Table, hit_form

NO_ABILITIES = {
    "vigor": "0",
    "instinct": "0",
    "reason": "0",
    "ability-TOTAL_FORMS": "0",
    "ability-INITIAL_FORMS": "0",
}
TAKEN = re.compile("taken by")
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def press(gm: Guest, *keys: str) -> None:
    for key in keys:
        gm.page.keyboard.press(key)


def key_hint(gm: Guest, name: str) -> str | None:
    return gm.page.get_by_role("checkbox", name=f"target: {name}").get_attribute(
        "aria-keyshortcuts"
    )


def test_each_card_shows_the_digit_that_marks_it(table: Table, come: Come) -> None:
    for number in range(6):
        table.add(f"Wolf {number}", kind="npc")
    gm = come(table.gm)

    hints = [key_hint(gm, name) for name in ("Ana", "Bo", "Troll", "Wolf 3", "Wolf 4")]

    assert hints == ["1", "2", "3", "9", None]
    press(gm, "9")
    expect(gm.page.get_by_role("checkbox", name="target: Wolf 3")).to_be_checked()


def test_a_new_character_before_others_shifts_their_digits(table: Table, come: Come) -> None:
    gm = come(table.gm)
    assert key_hint(gm, "Troll") == "3"

    gm.send("characters/new/", name="Cyril", kind="pc", visibility="all", **NO_ABILITIES)

    expect(gm.target(table.troll)).to_have_attribute("aria-keyshortcuts", "4")


def test_undo_and_redo_by_key_as_often_as_wanted(table: Table, come: Come) -> None:
    table.hit(3, table.ana)
    table.hit(1, table.ana)
    gm = come(table.gm)
    newest = gm.page.locator("#log").get_by_role("listitem").first
    # Faster than htmx is ready, a press would open the page that does without it.
    expect(newest.locator("form[data-htmx-powered]")).to_be_attached()
    states = []

    for key, said in (
        ("z", "undone: harm 1"),
        ("z", "undone: harm 3"),
        ("Shift+Z", "redone: harm 3"),
        ("y", "redone: harm 1"),
        ("z", "undone: harm 1"),
    ):
        press(gm, key)
        expect(newest).to_contain_text(said)
        states.append(table.boxes(table.ana))

    assert states == ["..v...", "......", "..v...", "v.v...", "..v..."]
    expect(gm.box(table.ana, 3)).to_have_accessible_name(TAKEN)


def test_the_end_of_a_round_is_confirmed_with_enter(table: Table, come: Come) -> None:
    table.hit(1, table.ana)
    gm = come(table.gm)
    gm.page.get_by_role("link", name="Next round…").click()
    button = gm.page.get_by_role("button", name="Next round")
    expect(button).to_be_focused()
    expect(gm.page.get_by_text("1 penalty die counts on any action.")).to_be_visible()

    press(gm, "Enter")

    expect(gm.page.get_by_text("Round 2").first).to_be_visible()
    expect(button).to_be_hidden()
    assert table.moment == "2.1"


def test_escape_leaves_the_round_as_it_is(table: Table, come: Come) -> None:
    gm = come(table.gm)
    gm.page.get_by_role("link", name="Next round…").click()
    button = gm.page.get_by_role("button", name="Next round")
    expect(button).to_be_visible()

    press(gm, "1", "Escape")

    expect(button).to_be_hidden()
    # While it was asked, digits marked nobody.
    expect(gm.target(table.ana)).not_to_be_checked()
    assert table.moment == "1.1"


def test_a_preview_follows_what_happens_meanwhile(table: Table, come: Come) -> None:
    gm = come(table.gm)
    gm.page.get_by_role("link", name="Next round…").click()
    expect(gm.page.get_by_text("Nothing changes for anybody.")).to_be_visible()

    gm.send("hits/", **hit_form(table.bo, amount="4", targets=table.bo.key))
    expect(gm.page.get_by_text("Box 4 counts now.")).to_be_visible()
    gm.send("boundaries/round/", moment=table.moment)

    said = gm.page.get_by_role("alert")
    expect(said).to_have_text("Somebody else was faster: look at the clock.")
    expect(gm.page.get_by_role("button", name="Next round")).to_have_count(0)


@pytest.mark.parametrize("field", ["Note", "Amount"])
def test_keys_typed_into_a_field_are_text(table: Table, come: Come, field: str) -> None:
    table.hit(3, table.ana)
    gm = come(table.gm)
    typed = gm.page.locator("#panel").get_by_label(field)
    typed.fill("")

    typed.press_sequentially("z1+yr")

    expect(typed).to_have_value("z1+yr")
    expect(gm.target(table.ana)).not_to_be_checked()
    assert (table.log()[0], table.boxes(table.ana)) == ("harm", "..v...")


def test_the_switch_turns_all_keys_off_and_stays_so(table: Table, come: Come) -> None:
    table.hit(3, table.ana)
    gm = come(table.gm)
    gm.page.get_by_role("checkbox", name="keyboard shortcuts").uncheck()
    gm.go()

    press(gm, "1", "z", "Enter")

    expect(gm.target(table.ana)).not_to_be_checked()
    assert table.log()[0] == "harm"


def test_keys_with_a_modifier_are_the_browsers(table: Table, come: Come) -> None:
    table.hit(3, table.ana)
    gm = come(table.gm)

    press(gm, "Control+z", "Alt+1", "Control+y")

    expect(gm.target(table.ana)).not_to_be_checked()
    assert table.log()[0] == "harm"


# --- recovery


def opened(gm: Guest) -> Page:
    gm.page.get_by_role("link", name="Recovery", exact=True).click()
    expect(gm.page.get_by_label("Character")).to_be_visible()
    return gm.page


def test_in_recovery_a_digit_chooses_the_character(table: Table, come: Come) -> None:
    table.hit(4, table.bo)
    gm = come(table.gm)
    page = opened(gm)

    press(gm, "2")
    expect(page.get_by_label("Character")).to_have_value(table.bo.key)
    page.get_by_role("button", name="Box 4, bloodied: 4 points of Vigor").click()

    expect(page.get_by_text("No box is ticked.")).to_be_visible()
    assert table.boxes(table.bo) == "......"


def test_enter_sends_nothing_from_recovery(table: Table, come: Come) -> None:
    table.hit(1, table.ana)
    gm = come(table.gm)
    opened(gm)

    press(gm, "1", "Enter")

    expect(gm.page.get_by_role("button", name="Box 1, scratched")).to_be_visible()
    assert table.log()[0] == "harm"


def test_a_box_leads_from_recovery_back_to_the_hit(table: Table, come: Come) -> None:
    gm = come(table.gm)
    opened(gm)

    gm.box(table.bo, 3).click()

    expect(gm.box(table.bo, 3)).to_have_accessible_name("Harm 3, scratched, preview")
    expect(gm.target(table.bo)).to_be_checked()
    gm.apply()
    expect(gm.box(table.bo, 3)).to_have_accessible_name(TAKEN)


def test_the_panel_follows_what_the_player_does(table: Table, come: Come) -> None:
    table.hit(1, table.ana)
    gm = come(table.gm)
    player = come(table.player, viewport={"width": 390, "height": 844}, has_touch=True)
    page = opened(gm)
    page.get_by_label("Points", exact=True).fill("3")

    player.page.get_by_role("button", name="Instinct: spend 1 point").click()

    expect(page.get_by_text("Instinct 3/4")).to_be_visible()
    expect(page.get_by_label("Points", exact=True)).to_have_value("3")


# --- the player's side


def test_a_player_gives_up_while_the_sheet_goes_on_living(table: Table, come: Come) -> None:
    gm = come(table.gm)
    player = come(table.player, viewport={"width": 390, "height": 844}, has_touch=True)
    player.page.get_by_text("Give up…").click()
    intent = player.page.get_by_label("The opponent's intent")
    intent.fill("carried off")

    gm.send("hits/", **hit_form(table.ana, targets=table.ana.key))
    expect(player.page.get_by_role("img", name="Harm: 1 V; scratched").first).to_be_visible()
    expect(intent).to_have_value("carried off")
    player.page.get_by_role("button", name="Yes, give up").click()

    expect(player.page.get_by_text("gave up: the opponent's intent happens")).to_be_visible()
    player.page.get_by_role("button", name="Undo").click()
    expect(player.page.get_by_text("Give up…")).to_be_visible()
    player.page.get_by_role("button", name="Redo").click()
    expect(player.page.get_by_text("Give up…")).to_have_count(0)


def test_without_javascript_a_player_spends_a_point(table: Table, come: Come) -> None:
    player = come(table.player, java_script_enabled=False)

    player.page.get_by_role("button", name="Vigor: spend 1 point").click()
    player.page.get_by_role("button", name="Yes").click()

    expect(player.page.get_by_text("4/5")).to_be_visible()


def test_without_javascript_a_round_ends_and_is_redone(table: Table, come: Come) -> None:
    gm = come(table.gm, java_script_enabled=False)

    gm.page.get_by_role("link", name="Next round…").click()
    gm.page.get_by_role("button", name="Next round").click()
    expect(gm.page.get_by_text("Round 2").first).to_be_visible()
    gm.page.get_by_role("button", name="Undo").click()
    gm.page.get_by_role("button", name="Undo").click()
    gm.page.get_by_role("button", name="Redo").click()
    gm.page.get_by_role("button", name="Redo").click()

    expect(gm.page.get_by_text("Round 2").first).to_be_visible()
    assert table.log()[:3] == ["redo", "undo", "end_round"]


# --- how it looks


def test_axe_finds_nothing_wrong_with_recovery_and_what_pops_up(
    table: Table, come: Come, accessibility_problems: Callable[[Page], list[str]]
) -> None:
    table.hit(2, table.ana)
    table.hit(5, table.ana)
    gm = come(table.gm, reduced_motion="reduce")
    found = {}

    for theme, width in product(THEMES, (390, 1440)):
        gm.page.emulate_media(color_scheme=theme)
        gm.page.set_viewport_size({"width": width, "height": 900})
        gm.go(f"?panel=recovery&character={table.ana.key}#hit")
        gm.page.get_by_text("Give up…").click()
        found[theme, width, "recovery"] = accessibility_problems(gm.page)
        gm.go()
        gm.page.get_by_role("link", name="End of the conflict…").click()
        expect(gm.page.get_by_role("button", name="End of the conflict")).to_be_visible()
        found[theme, width, "end"] = accessibility_problems(gm.page)

    assert found == {shown: [] for shown in found}


@pytest.mark.parametrize("width", [320, 390])
def test_recovery_and_the_own_buttons_fit_a_small_phone(
    table: Table, come: Come, width: int
) -> None:
    table.hit(5, table.ana)
    table.edit(table.ana, traits={"pools": dict.fromkeys(("vigor", "instinct", "reason"), 1000)})
    viewport = {"width": width, "height": 700}
    gm = come(table.gm, "?panel=recovery#hit", viewport=viewport)
    player = come(table.player, viewport=viewport)

    for guest in (gm, player):
        assert guest.page.evaluate(WIDER) == 0
    panel = gm.page.locator("#panel")
    assert panel.evaluate("each => each.scrollWidth - each.clientWidth") == 0
