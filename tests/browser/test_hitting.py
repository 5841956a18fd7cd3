"""The GM's hands: by mouse, by keyboard, twice by mistake, and without JavaScript."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Come
from tests.browser.guest import Guest
from tests.combat.table import Table

TAKEN = re.compile("taken by")
PREVIEW = re.compile("preview")
FREE = re.compile("free")


def hits(table: Table) -> int:
    return table.log().count("harm")


def settled(gm: Guest) -> None:
    """Wait until whatever was sent is answered and shown."""
    gm.page.wait_for_load_state("networkidle")


# --- quick ones


def test_two_clicks_on_a_box_are_a_hit(table: Table, come: Come) -> None:
    gm = come(table.gm)

    gm.box(table.bo, 5).click()
    expect(gm.target(table.bo)).to_be_checked()
    assert hits(table) == 0
    gm.box(table.bo, 5).click()

    expect(gm.box(table.bo, 5)).to_have_accessible_name("Harm 5, bloodied, taken by Vigor")
    expect(gm.target(table.bo)).not_to_be_checked()
    assert (hits(table), table.boxes(table.bo)) == (1, "....v.")


def test_two_keys_are_a_hit(table: Table, come: Come) -> None:
    gm = come(table.gm)

    gm.page.keyboard.press("2")
    gm.page.keyboard.press("Enter")

    expect(gm.box(table.bo, 1)).to_have_accessible_name("Harm 1, scratched, taken by Vigor")
    assert (hits(table), table.boxes(table.bo)) == (1, "v.....")


def test_plus_and_minus_change_the_amount(table: Table, come: Come) -> None:
    gm = come(table.gm)

    for key in "+++-":
        gm.page.keyboard.press(key)
    gm.page.keyboard.press("1")
    gm.page.keyboard.press("Enter")

    expect(gm.box(table.ana, 3)).to_have_accessible_name(TAKEN)


def test_a_box_is_marked_by_keyboard_alone_and_keeps_the_focus(table: Table, come: Come) -> None:
    gm = come(table.gm)
    box = gm.box(table.ana, 4)
    box.focus()

    gm.page.keyboard.press("Space")
    expect(box).to_have_accessible_name("Harm 4, bloodied, preview")
    expect(box).to_be_focused()
    gm.page.keyboard.press("Space")

    expect(box).to_have_accessible_name("Harm 4, bloodied, taken by Vigor")
    expect(box).to_be_focused()
    assert hits(table) == 1


def test_every_box_can_be_reached_with_the_tab_key(table: Table, come: Come) -> None:
    gm = come(table.gm)
    gm.target(table.ana).focus()
    reached = []

    for _ in range(7):
        gm.page.keyboard.press("Tab")
        reached.append(gm.page.evaluate("document.activeElement.getAttribute('aria-label')"))

    assert [name.split(",")[0].split(" and")[0] for name in reached] == [
        f"Harm {number}" for number in range(1, 8)
    ]


def test_keys_typed_into_a_note_are_text(table: Table, come: Come) -> None:
    gm = come(table.gm)
    table.hit(1, table.bo)

    gm.page.get_by_role("textbox", name="Note").press_sequentially("z 1 + 2")

    expect(gm.page.get_by_role("textbox", name="Note")).to_have_value("z 1 + 2")
    expect(gm.target(table.ana)).not_to_be_checked()
    assert table.log()[0] == "harm"


def test_enter_in_the_amount_applies_it(table: Table, come: Come) -> None:
    gm = come(table.gm)
    gm.target(table.ana).check()
    amount = gm.page.get_by_role("textbox", name="Amount")
    amount.fill("3")

    amount.press("Enter")

    expect(gm.box(table.ana, 3)).to_have_accessible_name(TAKEN)
    assert (hits(table), table.boxes(table.ana)) == (1, "..v...")


def test_a_wheel_over_the_amount_changes_nothing(table: Table, come: Come) -> None:
    gm = come(table.gm)
    amount = gm.page.get_by_role("textbox", name="Amount")
    amount.fill("3")

    amount.hover()
    gm.page.mouse.wheel(0, 300)

    expect(amount).to_have_value("3")


# --- in pencil


def test_a_preview_appears_and_goes_with_its_target(table: Table, come: Come) -> None:
    gm = come(table.gm)

    gm.box(table.ana, 4).click()
    expect(gm.box(table.ana, 4)).to_have_accessible_name(PREVIEW)
    expect(gm.page.get_by_text("Box 4 was free: bloodied in Vigor.")).to_be_visible()
    gm.box(table.bo, 2).click()

    expect(gm.box(table.bo, 2)).to_have_accessible_name(PREVIEW)
    expect(gm.box(table.ana, 4)).to_have_accessible_name(FREE)
    gm.target(table.bo).uncheck()
    expect(gm.box(table.bo, 2)).to_have_accessible_name(FREE)
    assert hits(table) == 0


def test_a_preview_follows_what_another_gm_does(table: Table, come: Come) -> None:
    gm = come(table.gm)
    gm.box(table.ana, 4).click()
    expect(gm.box(table.ana, 4)).to_have_accessible_name(PREVIEW)

    gm.send("hits/", token="t", amount="4", source="reason", note="", targets=table.ana.key)

    expect(gm.box(table.ana, 4)).to_have_accessible_name("Harm 4, bloodied, taken by Reason")
    expect(gm.box(table.ana, 5)).to_have_accessible_name("Harm 5, bloodied, preview")


# --- twice


def test_a_double_click_on_apply_is_one_hit(table: Table, come: Come) -> None:
    gm = come(table.gm)
    gm.target(table.ana).check()

    gm.page.get_by_role("button", name="Write in ink").dblclick()
    expect(gm.box(table.ana, 1)).to_have_accessible_name(TAKEN)
    settled_line = gm.line("harm 1")

    expect(settled_line).to_have_count(1)
    gm.page.wait_for_timeout(500)
    assert (hits(table), table.boxes(table.ana)) == (1, "v.....")


SENDS_WHAT_COMES_NEXT = """document.addEventListener(
  "applied", () => setTimeout(() => document.forms.hitf.requestSubmit(), 50), { once: true },
)"""


def test_the_second_of_two_quick_presses_of_enter_asks_for_nothing(
    table: Table, come: Come
) -> None:
    gm = come(table.gm)
    gm.target(table.ana).check()
    gm.page.evaluate(SENDS_WHAT_COMES_NEXT)

    gm.page.get_by_role("textbox", name="Amount").press("Enter")
    expect(gm.box(table.ana, 1)).to_have_accessible_name(TAKEN)
    gm.page.wait_for_timeout(600)

    expect(gm.page.get_by_text("Pick at least one target.")).to_have_count(0)
    assert (hits(table), table.boxes(table.ana)) == (1, "v.....")
    gm.expects_trouble = True
    gm.apply()
    expect(gm.page.get_by_text("Pick at least one target.")).to_be_visible()


SENDS_TWICE = """async () => {
  const form = document.forms.hitf;
  const send = () => fetch(form.action, {
    method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual",
  });
  await Promise.all([send(), send(), send(), send()]);
}"""


def test_the_same_form_sent_truly_in_parallel_is_one_hit(table: Table, come: Come) -> None:
    gm, player = come(table.gm), come(table.player)
    gm.target(table.ana).check()

    gm.page.evaluate(SENDS_TWICE)

    expect(player.track()).to_have_accessible_name("Harm: 1 V; scratched")
    expect(player.line("harm 1")).to_have_count(1)
    assert (hits(table), table.boxes(table.ana)) == (1, "v.....")


def test_going_back_and_sending_again_is_one_hit(table: Table, come: Come) -> None:
    gm = come(table.gm, java_script_enabled=False)
    fill(gm, table, "3")
    gm.apply()
    expect(gm.box(table.ana, 3)).to_have_accessible_name(TAKEN)

    gm.page.go_back()
    if gm.page.get_by_role("textbox", name="Amount").input_value() != "3":
        # The browser loaded the page anew, so there is nothing left to send again.
        expect(gm.box(table.ana, 3)).to_have_accessible_name(TAKEN)
    else:
        gm.apply()

    assert (hits(table), table.boxes(table.ana)) == (1, "..v...")


# --- over the edge, and back


def test_three_hits_overflow_and_undo_takes_them_back(table: Table, come: Come) -> None:
    gm = come(table.gm)
    for amount, box in (("5", 5), ("5", 6), ("5", 0)):
        fill(gm, table, amount)
        gm.apply()
        if box:
            expect(gm.box(table.ana, box)).to_have_accessible_name(TAKEN)
    expect(gm.card(table.ana)).to_contain_text("defeated: the opponent's intent happens")
    # The preview may say the same for a moment, until the panel is empty again.
    expect(gm.line("Boxes 5 and 6 were taken and nothing above is free")).to_have_count(1)
    fill(gm, table, "1")
    gm.apply()
    expect(gm.box(table.ana, 1)).to_have_accessible_name(TAKEN)

    states = []
    for undone in range(1, 5):
        gm.page.get_by_role("button", name="Undo").click()
        expect(gm.line("undone:")).to_have_count(undone)
        states.append(table.boxes(table.ana))

    assert states == ["....vv", "....vv", "....v.", "......"]
    for number in range(1, 7):
        expect(gm.box(table.ana, number)).to_have_accessible_name(FREE)


def test_the_key_z_undoes_the_newest(table: Table, come: Come) -> None:
    gm = come(table.gm)
    fill(gm, table, "3")
    gm.apply()
    expect(gm.box(table.ana, 3)).to_have_accessible_name(TAKEN)

    gm.page.keyboard.press("z")

    expect(gm.box(table.ana, 3)).to_have_accessible_name(FREE)


def test_an_older_hit_is_undone_from_its_menu_after_a_look_at_what_comes_off(
    table: Table, come: Come
) -> None:
    for amount in (3, 1):
        table.hit(amount, table.ana)
    table.hit(2, table.bo)
    gm = come(table.gm)

    gm.line("harm 3").get_by_text("⋯").click()
    gm.line("harm 3").get_by_role("link", name="Undo…").click()
    expect(gm.page.get_by_text("These 2 come off together")).to_be_visible()
    gm.page.get_by_role("button", name="Undo").click()

    expect(gm.box(table.ana, 3)).to_have_accessible_name(FREE)
    expect(gm.box(table.bo, 2)).to_have_accessible_name(TAKEN)


# --- what goes wrong


def test_a_wrong_amount_is_named_and_nothing_else_is_lost(table: Table, come: Come) -> None:
    gm = come(table.gm)
    gm.expects_trouble = True
    fill(gm, table, "abc")
    gm.page.get_by_role("textbox", name="Note").fill("claws")

    gm.apply()

    expect(gm.page.get_by_text("Give a whole number from 0 to 1000.")).to_be_visible()
    expect(gm.page.get_by_role("textbox", name="Amount")).to_have_value("abc")
    expect(gm.page.get_by_role("textbox", name="Note")).to_have_value("claws")
    expect(gm.target(table.ana)).to_be_checked()
    fill(gm, table, "2")
    gm.apply()
    expect(gm.box(table.ana, 2)).to_have_accessible_name(TAKEN)


def test_a_hit_while_the_server_is_away_says_so_and_changes_nothing(
    table: Table, come: Come
) -> None:
    gm = come(table.gm)
    gm.expects_trouble = True
    fill(gm, table, "2")
    gm.site.stop()

    gm.apply()

    expect(gm.page.get_by_text("The server cannot be reached.")).to_be_visible()
    assert hits(table) == 0
    gm.site.start()


# --- without JavaScript


def test_without_javascript_a_hit_works_and_the_same_token_works_once(
    table: Table, come: Come
) -> None:
    gm = come(table.gm, java_script_enabled=False)
    fill(gm, table, "4")
    same = values(gm.page)

    gm.apply()
    expect(gm.box(table.ana, 4)).to_have_accessible_name("Harm 4, bloodied, taken by Vigor")
    assert gm.send("hits/", **same, targets=table.ana.key) == 303
    gm.page.reload()

    expect(gm.line("harm 4")).to_have_count(1)
    assert (hits(table), table.boxes(table.ana)) == (1, "...v..")


def test_without_javascript_a_wrong_amount_keeps_the_rest(table: Table, come: Come) -> None:
    gm = come(table.gm, java_script_enabled=False)
    gm.expects_trouble = True
    fill(gm, table, "-3")
    gm.page.get_by_role("textbox", name="Note").fill("claws")

    gm.apply()

    expect(gm.page.get_by_text("Give a whole number from 0 to 1000.")).to_be_visible()
    expect(gm.page.get_by_role("textbox", name="Note")).to_have_value("claws")
    expect(gm.target(table.ana)).to_be_checked()


def test_without_javascript_rounds_end_and_hits_are_undone(table: Table, come: Come) -> None:
    table.hit(4, table.ana)
    gm = come(table.gm, java_script_enabled=False)

    gm.end_round()
    expect(gm.page.get_by_text("Round 2", exact=True).first).to_be_visible()
    for _ in range(2):
        gm.page.get_by_role("button", name="Undo").click()
        gm.page.get_by_role("button", name="Undo").click()

    expect(gm.box(table.ana, 4)).to_have_accessible_name(FREE)
    expect(gm.page.get_by_text("Round 1", exact=True).first).to_be_visible()


def fill(gm: Guest, table: Table, amount: str) -> None:
    gm.target(table.ana).check()
    gm.page.get_by_role("textbox", name="Amount").fill(amount)


def values(page: Page) -> dict[str, str]:
    """What the hit panel would send, without its targets."""
    return {
        "token": page.locator("#hit-token").input_value(),
        "amount": page.get_by_role("textbox", name="Amount").input_value(),
        "source": "vigor",
        "note": "",
    }
