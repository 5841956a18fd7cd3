"""Two characters meet in the GM's panel."""

import re

from playwright.sync_api import Locator, expect

from sheets.models import Character
from tests.browser.conftest import Come
from tests.browser.guest import Guest
from tests.combat.table import Table


def side(gm: Guest, name: str) -> Locator:
    return gm.page.get_by_role("group", name=name, exact=True)


def rolls(gm: Guest, name: str, character: Character, ability: int) -> None:
    """Choose a character for one side and roll for it in the panel."""
    side(gm, name).get_by_role("combobox").first.select_option(label=character.name)
    side(gm, name).get_by_text("Roll here").click()
    side(gm, name).get_by_label("Ability").fill(str(ability))
    # What the roll itself sets off comes back as well.
    with gm.page.expect_response(re.compile("/exchanges/preview/$")):
        side(gm, name).get_by_role("button", name="Roll").click()
    expect(side(gm, name).get_by_label("Roll", exact=True)).not_to_have_value("")


def test_what_was_rolled_in_the_panel_stays_chosen_on_both_sides(table: Table, come: Come) -> None:
    gm = come(table.gm, "?panel=exchange")

    rolls(gm, "First", table.ana, 3)
    rolls(gm, "Second", table.troll, 1)
    expect(gm.page.locator("#preview")).to_contain_text(re.compile("opposed exchange"))
    gm.page.get_by_role("button", name="Write in ink").click()

    expect(gm.page.locator("#log")).to_contain_text(re.compile("opposed exchange"))
    assert table.log()[0] == "exchange"
