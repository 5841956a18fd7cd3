"""The victim chooses: the dialog on the phone, the GM's panel, and both at once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from sheets.models import Character
from tests.browser.conftest import Come
from tests.browser.guest import Guest
from tests.browser.site import Site
from tests.combat.quay import Quay, hit_form

PHONE = {"viewport": {"width": 390, "height": 844}}
SECONDS = 1000

Problems = Callable[[Page], list[str]]


@pytest.fixture
def quay(site: Site) -> Quay:
    return Quay()


def dialog(guest: Guest) -> Locator:
    return guest.page.get_by_role("dialog")


def send_hit(gm: Guest, shifts: int, *targets: Character) -> None:
    """The GM's panel, filled in and sent."""
    for target in targets:
        gm.target(target).check()
    gm.page.get_by_role("textbox", name="Shifts").fill(str(shifts))
    gm.page.get_by_role("combobox", name="Who hits").fill("Morgante")
    gm.page.get_by_role("button", name="Send the hit").click()


def declare(gm: Guest, shifts: int, target: Character) -> None:
    """A hit that is sent from elsewhere, while the GM's page stays as it is."""
    form = hit_form(target, amount=str(shifts), token=f"{shifts} on {target.key}")
    assert gm.send("waiting/", **form | {"targets": target.key}) == 303


def choose_for(gm: Guest, victim: Character) -> None:
    gm.card(victim).get_by_role("link", name="I choose").click()


def stress_of(guest: Guest, character: Character) -> Locator:
    return guest.card(character).get_by_role("img", name="Stress")


def test_a_hit_is_sent_chosen_on_the_phone_and_seen_by_all(quay: Quay, come: Come) -> None:
    gm, marta, luca = come(quay.gm), come(quay.marta, **PHONE), come(quay.luca, **PHONE)
    spectator = come(quay.spectator)

    send_hit(gm, 4, quay.serena)

    expect(dialog(marta).get_by_role("heading", name="Hit of 4 shifts")).to_be_visible()
    expect(dialog(luca)).to_have_count(0)
    for guest in (gm, luca, spectator):
        expect(guest.card(quay.serena)).to_contain_text("4 shifts: waiting for the player")
    dialog(marta).get_by_role("radio", name="absorbs 2").check()
    expect(dialog(marta).get_by_role("button", name="2 missing")).to_be_disabled()
    dialog(marta).get_by_role("checkbox", name="Mild, 2").check()
    dialog(marta).get_by_role("textbox", name="Mild").fill("Sprained ankle")
    expect(dialog(marta)).to_contain_text("2 + 2 = 4, nothing is lost.")
    dialog(marta).get_by_role("button", name="Absorb: box 2 + mild").click()

    expect(dialog(marta)).to_have_count(0)
    for guest in (gm, luca, spectator):
        expect(stress_of(guest, quay.serena)).to_have_accessible_name("Stress: marked 2 of 3")
        expect(guest.card(quay.serena)).to_contain_text("Sprained ankle")
        expect(guest.card(quay.serena)).not_to_contain_text("waiting for")
        expect(guest.line("absorbed 4 shifts")).to_be_visible()


def test_what_is_lost_is_said_before_it_is_chosen(quay: Quay, come: Come) -> None:
    quay.declare(4)
    marta = come(quay.marta, **PHONE)

    dialog(marta).get_by_role("checkbox", name="Severe, 6").check()

    expect(dialog(marta)).to_contain_text("6 of 4")
    expect(dialog(marta)).to_contain_text("6 = 6, 2 lost.")
    expect(dialog(marta).get_by_role("button", name="Absorb: severe")).to_be_enabled()


def test_what_the_player_types_survives_what_happens_meanwhile(quay: Quay, come: Come) -> None:
    quay.declare(4)
    gm, marta = come(quay.gm), come(quay.marta, **PHONE)
    dialog(marta).get_by_role("radio", name="absorbs 3").check()
    dialog(marta).get_by_role("checkbox", name="Mild, 2").check()
    aspect = dialog(marta).get_by_role("textbox", name="Mild")
    aspect.press_sequentially("a consequence being typed")
    aspect.press("Home")

    declare(gm, 3, quay.thugs)
    expect(marta.card(quay.thugs)).to_contain_text("4 of 5 standing")
    declare(gm, 2, quay.serena)
    expect(dialog(marta)).to_contain_text("1 more waits")

    expect(aspect).to_be_focused()
    aspect.press_sequentially("It is ")
    expect(aspect).to_have_value("It is a consequence being typed")
    expect(dialog(marta).get_by_role("radio", name="absorbs 3")).to_be_checked()
    expect(dialog(marta).get_by_role("button", name="Absorb: box 3 + mild")).to_be_enabled()


def test_the_gm_is_faster_and_the_player_is_told(quay: Quay, come: Come) -> None:
    quay.declare(2)
    gm, marta = come(quay.gm), come(quay.marta, **PHONE)
    dialog(marta).get_by_role("radio", name="absorbs 3").check()

    choose_for(gm, quay.serena)
    panel = gm.page.get_by_role("complementary", name="Panels")
    panel.get_by_role("radio", name="absorbs 2").check()
    panel.get_by_role("button", name="Absorb: box 2").click()

    expect(dialog(marta)).to_have_count(0)
    expect(marta.page.get_by_text("This hit waits no longer: the log says why.")).to_be_visible()
    expect(panel.get_by_role("button", name="Send the hit")).to_be_visible()
    expect(gm.page.get_by_text("waits no longer")).to_have_count(0)
    assert quay.boxes(quay.serena) == ".x."


def test_the_player_is_faster_and_the_gm_is_told(quay: Quay, come: Come) -> None:
    quay.declare(2)
    gm, marta = come(quay.gm), come(quay.marta, **PHONE)
    choose_for(gm, quay.serena)
    panel = gm.page.get_by_role("complementary", name="Panels")
    panel.get_by_role("radio", name="absorbs 2").check()

    dialog(marta).get_by_role("radio", name="absorbs 3").check()
    dialog(marta).get_by_role("button", name="Absorb: box 3").click()

    expect(gm.page.get_by_text("This hit waits no longer: the log says why.")).to_be_visible()
    panel.get_by_role("button", name="Absorb: box 2").click()
    expect(gm.page.get_by_text("The player was faster: absorbed 2 shifts.")).to_be_visible()
    expect(stress_of(gm, quay.serena)).to_have_accessible_name("Stress: marked 3 of 3")


def test_two_players_choose_for_one_hit_each_for_themselves(quay: Quay, come: Come) -> None:
    gm, marta, luca = come(quay.gm), come(quay.marta, **PHONE), come(quay.luca, **PHONE)
    send_hit(gm, 2, quay.serena, quay.ottavio)

    for guest, box in ((marta, 2), (luca, 3)):
        dialog(guest).get_by_role("radio", name=f"absorbs {box}").check()
    for guest, box in ((marta, 2), (luca, 3)):
        dialog(guest).get_by_role("button", name=f"Absorb: box {box}").click()

    expect(stress_of(gm, quay.serena)).to_have_accessible_name("Stress: marked 2 of 3")
    expect(stress_of(gm, quay.ottavio)).to_have_accessible_name("Stress: marked 3 of 3")


def test_a_withdrawn_hit_takes_its_dialog_along(quay: Quay, come: Come) -> None:
    quay.declare(2)
    gm, marta = come(quay.gm), come(quay.marta, **PHONE)
    expect(dialog(marta)).to_be_visible()

    choose_for(gm, quay.serena)
    gm.page.get_by_role("button", name="Withdraw the hit").click()

    expect(dialog(marta)).to_have_count(0)
    expect(marta.line("hit of 2 shifts withdrawn")).to_be_visible()
    expect(stress_of(gm, quay.serena)).to_have_accessible_name("Stress: none of 3 boxes marked")


def test_what_is_said_meanwhile_can_be_read_in_the_dialog(quay: Quay, come: Come) -> None:
    quay.declare(2)
    quay.declare(3)
    gm, marta = come(quay.gm), come(quay.marta, **PHONE)
    dialog(marta).get_by_role("checkbox", name="Mild, 2").check()

    choose_for(gm, quay.serena)
    gm.page.get_by_role("button", name="Withdraw the hit").click()

    expect(dialog(marta).get_by_role("heading", name="Hit of 3 shifts")).to_be_visible()
    expect(dialog(marta).get_by_text("This hit waits no longer")).to_be_visible()
    expect(gm.page.get_by_text("waits no longer")).to_have_count(0)
    dialog(marta).get_by_role("button", name="Later").click()
    expect(marta.page.get_by_text("This hit waits no longer")).to_be_visible()


def test_the_dialog_says_that_the_server_is_gone(site: Site, quay: Quay, come: Come) -> None:
    quay.declare(2)
    marta = come(quay.marta, **PHONE)
    marta.expects_trouble = True
    dialog(marta).get_by_role("radio", name="absorbs 2").check()
    marta.page.route("**/waiting/**", lambda route: route.abort())

    dialog(marta).get_by_role("button", name="Absorb: box 2").click()

    expect(dialog(marta).get_by_text("The server cannot be reached.")).to_be_visible()


def test_who_was_refused_first_is_told_that_the_hit_is_gone(quay: Quay, come: Come) -> None:
    quay.declare(2)
    gm, marta = come(quay.gm), come(quay.marta, **PHONE)
    marta.expects_trouble = True
    dialog(marta).get_by_role("checkbox", name="Mild, 2").check()
    dialog(marta).get_by_role("button", name="Absorb: mild").click()
    expect(dialog(marta).get_by_text("Mild: write what the consequence is.")).to_be_visible()

    choose_for(gm, quay.serena)
    gm.page.get_by_role("button", name="Withdraw the hit").click()

    expect(marta.page.get_by_text("This hit waits no longer")).to_be_visible()


def test_taken_out_is_confirmed_once(quay: Quay, come: Come) -> None:
    quay.declare(4)
    gm, marta = come(quay.gm), come(quay.marta, **PHONE)

    dialog(marta).get_by_text("Taken out…").click()
    expect(dialog(marta)).to_contain_text("Nothing is marked, and Morgante tells what becomes")
    dialog(marta).get_by_role("button", name="Yes, taken out").click()

    expect(dialog(marta)).to_have_count(0)
    expect(gm.card(quay.serena)).to_contain_text("taken out")
    expect(stress_of(gm, quay.serena)).to_have_accessible_name("Stress: none of 3 boxes marked")


def test_the_hit_waits_through_a_restart_and_a_reload(site: Site, quay: Quay, come: Come) -> None:
    quay.declare(3)
    marta = come(quay.marta, **PHONE)
    marta.expects_trouble = True
    dialog(marta).get_by_role("radio", name="absorbs 3").check()

    with marta.page.expect_response(lambda r: "/stream/" in r.url, timeout=10 * SECONDS):
        site.restart()

    expect(dialog(marta).get_by_role("radio", name="absorbs 3")).to_be_checked()
    marta.page.reload()
    dialog(marta).get_by_role("radio", name="absorbs 3").check()
    dialog(marta).get_by_role("button", name="Absorb: box 3").click()

    expect(dialog(marta)).to_have_count(0)
    assert quay.boxes(quay.serena) == "..x"


def test_later_means_later(quay: Quay, come: Come) -> None:
    quay.declare(3)
    gm, marta = come(quay.gm), come(quay.marta, **PHONE)
    dialog(marta).get_by_role("button", name="Later").click()
    expect(dialog(marta)).to_have_count(0)

    declare(gm, 1, quay.thugs)
    expect(marta.line("Thugs · hit of 1 shift")).to_be_visible()
    expect(dialog(marta)).to_have_count(0)
    marta.page.get_by_role("link", name="Absorb…").click()

    expect(dialog(marta)).to_be_visible()


def test_the_next_hit_follows_the_first(quay: Quay, come: Come) -> None:
    quay.declare(1)
    quay.declare(2)
    marta = come(quay.marta, **PHONE)
    expect(dialog(marta)).to_contain_text("1 more waits")

    dialog(marta).get_by_role("radio", name="absorbs 1").check()
    dialog(marta).get_by_role("button", name="Absorb: box 1").click()

    expect(dialog(marta).get_by_role("heading", name="Hit of 2 shifts")).to_be_visible()
    expect(dialog(marta).get_by_role("radio", name="marked already")).to_be_disabled()


def test_a_double_click_answers_once(quay: Quay, come: Come) -> None:
    quay.declare(2)
    marta = come(quay.marta, **PHONE)
    dialog(marta).get_by_role("radio", name="absorbs 2").check()

    dialog(marta).get_by_role("button", name="Absorb: box 2").dblclick()

    expect(dialog(marta)).to_have_count(0)
    expect(marta.line("absorbed 2 shifts")).to_have_count(1)
    expect(marta.page.get_by_text("faster")).to_have_count(0)


def test_without_scripts_the_choice_is_a_page_of_its_own(quay: Quay, come: Come) -> None:
    quay.declare(4)
    marta = come(quay.marta, java_script_enabled=False)

    marta.page.get_by_role("link", name="Absorb…").click()
    marta.page.get_by_role("radio", name="absorbs 2").check()
    marta.page.get_by_role("checkbox", name="Mild, 2").press("Space")
    marta.page.get_by_role("textbox", name="Mild").fill("Sprained ankle")
    marta.page.get_by_role("textbox", name="Mild").press("Enter")

    expect(marta.page.get_by_text("Sprained ankle").first).to_be_visible()
    assert quay.boxes(quay.serena) == ".x."


def test_the_end_of_a_scene_asks_who_rested(quay: Quay, come: Come) -> None:
    quay.declare(4)
    quay.answer(quay.serena, 2, mild="Winded")
    gm, marta = come(quay.gm), come(quay.marta, **PHONE)

    gm.page.get_by_role("link", name="End scene…").click()
    expect(gm.page.get_by_text("“Winded” stays: no rest.")).to_be_visible()
    gm.page.get_by_role("checkbox", name="had a chance to rest").check()
    expect(gm.page.get_by_text("“Winded” is gone.")).to_be_visible()
    gm.page.get_by_role("button", name="End scene").click()

    expect(marta.line("Mild: Winded")).to_have_count(0)
    assert quay.boxes(quay.serena) == "..."
    gm.page.keyboard.press("z")
    expect(marta.line("Mild: Winded")).to_be_visible()


def test_the_player_concedes(quay: Quay, come: Come) -> None:
    gm, marta = come(quay.gm), come(quay.marta, **PHONE)

    marta.page.get_by_text("Concede (+1 fate)…").click()
    marta.page.get_by_role("button", name="Yes, concede").click()

    expect(gm.card(quay.serena)).to_contain_text("conceded")
    assert quay.condition(quay.serena)["fate_points"] == 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_in_the_way_of_assistive_technology(
    quay: Quay, come: Come, accessibility_problems: Problems, scheme: str
) -> None:
    quay.declare(2, quay.ottavio)
    quay.answer(quay.ottavio, mild="Winded")
    quay.declare(4)
    gm = come(quay.gm, color_scheme=scheme, reduced_motion="reduce")
    marta = come(quay.marta, color_scheme=scheme, reduced_motion="reduce", **PHONE)
    dialog(marta).get_by_role("checkbox", name="Mild, 2").check()

    assert accessibility_problems(marta.page) == []
    dialog(marta).get_by_role("button", name="Later").click()
    assert accessibility_problems(marta.page) == []
    choose_for(gm, quay.serena)
    expect(gm.page.get_by_role("button", name="Withdraw the hit")).to_be_visible()
    assert accessibility_problems(gm.page) == []


@pytest.mark.parametrize("path", ["", "characters/{}/", "characters/{}/waiting/", "wall/"])
def test_pages_are_html(
    quay: Quay, come: Come, html_problems: Callable[[str], list[str]], path: str
) -> None:
    quay.declare(2, quay.ottavio)
    quay.answer(quay.ottavio, mild="Winded")
    quay.declare(4)
    gm = come(quay.gm, java_script_enabled=False)

    gm.go(path.format(quay.serena.key))

    assert html_problems(gm.page.content()) == []


def test_the_panel_needs_no_scripts(quay: Quay, come: Come) -> None:
    gm = come(quay.gm, java_script_enabled=False)
    assert gm.send("waiting/", **hit_form(quay.serena) | {"targets": quay.serena.key}) == 303

    gm.go()

    expect(gm.card(quay.serena)).to_contain_text("4 shifts: waiting for the player")


def test_the_gm_chooses_for_those_whom_nobody_plays(quay: Quay, come: Come) -> None:
    gm = come(quay.gm)
    send_hit(gm, 2, quay.morgante, quay.thugs)

    panel = gm.page.get_by_role("complementary", name="Panels")
    expect(panel.get_by_role("heading", name="Hit of 2 shifts")).to_be_visible()
    expect(gm.target(quay.morgante)).not_to_be_checked()
    declare(gm, 1, quay.ottavio)
    expect(gm.card(quay.ottavio)).to_contain_text("1 shift: waiting for the player")
    panel.get_by_role("radio", name="absorbs 2").check()
    panel.get_by_role("button", name="Absorb: box 2").click()

    expect(stress_of(gm, quay.morgante)).to_have_accessible_name("Stress: marked 2 of 3")
    expect(panel.get_by_role("button", name="Send the hit")).to_be_visible()


def test_on_a_phone_the_gm_pulls_up_the_choice(quay: Quay, come: Come) -> None:
    quay.declare(2)
    gm = come(quay.gm, **PHONE)

    choose_for(gm, quay.serena)

    absorb = gm.page.get_by_role("button", name="2 missing")
    expect(absorb).to_be_visible()
    gm.page.get_by_role("radio", name="absorbs 3").check()
    gm.page.get_by_role("button", name="Absorb: box 3").click()
    expect(stress_of(gm, quay.serena)).to_have_accessible_name("Stress: marked 3 of 3")
