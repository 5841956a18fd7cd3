"""Names and aspects of 200 letters without a blank: cards stay cards."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from sheets.access import Viewer
from sheets.models import Character
from sheets.services import edit_character
from tests.browser.conftest import Come
from tests.browser.site import Site
from tests.combat.quay import Quay
from tests.combat.table import Table

LONG = "Donaudampfschifffahrtsgesellschaftskapitän"
LONGEST = (LONG * 5)[:200]
WIDTHS = (390, 1440)

Played = tuple[dict[str, Viewer], Character]


def harm(site: Site) -> Played:
    table = Table()
    table.edit(table.bo, name=LONGEST, player=LONGEST, sheet={"about": LONGEST})
    table.hit(3, table.bo)
    return {"console": table.gm, "sheet": table.player, "wall": table.spectator}, table.bo


def stress(site: Site) -> Played:
    quay = Quay()
    values = {"name": LONGEST, "player": LONGEST, "sheet": {"aspects": {"concept": LONGEST}}}
    edit_character(viewer=quay.gm, character=quay.ottavio, version=1, values=values)
    quay.declare(2, quay.ottavio, by=LONGEST)
    quay.answer(quay.ottavio, mild=LONGEST)
    return {"console": quay.gm, "sheet": quay.marta, "wall": quay.spectator}, quay.ottavio


@pytest.mark.parametrize("view", ["console", "sheet", "wall"])
@pytest.mark.parametrize("play", [harm, stress])
def test_a_card_of_long_words_is_no_taller_than_a_screen(
    site: Site, come: Come, play: Callable[[Site], Played], view: str
) -> None:
    viewers, _ = play(site)
    guest = come(viewers[view])
    heading = guest.page.get_by_role("heading", name=LONGEST, exact=True)
    card = guest.page.get_by_role("article").filter(has=heading)
    tall = {}

    for width in WIDTHS:
        guest.page.set_viewport_size({"width": width, "height": 900})
        tall[width] = (lines(heading), card.evaluate(HEIGHT) < 600)

    assert tall == dict.fromkeys(WIDTHS, (3, True))
    expect(heading).to_have_attribute("title", LONGEST)


HEIGHT = "each => each.getBoundingClientRect().height"


def lines(text: Locator) -> int:
    """How many lines are shown."""
    return round(
        text.evaluate("each => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight)")
    )


@pytest.mark.parametrize("play", [harm, stress])
def test_the_sheet_has_the_whole_name(
    site: Site, come: Come, play: Callable[[Site], Played]
) -> None:
    viewers, character = play(site)
    gm = come(viewers["console"], f"characters/{character.key}/")

    name = gm.page.get_by_role("heading", name=LONGEST, exact=True, level=1)

    assert name.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
    assert lines(name) > 3


PIECES = """each => {
  const text = document.createRange();
  text.selectNodeContents(each);
  return text.getClientRects().length;
}"""


def test_the_level_of_an_approach_with_a_long_name_stays_in_one_line(
    site: Site, come: Come
) -> None:
    quay = Quay()
    values = {"sheet": {"approaches": [{"name": LONGEST, "level": 3}]}}
    edit_character(viewer=quay.gm, character=quay.serena, version=1, values=values)
    marta = come(quay.marta, viewport={"width": 390, "height": 844})

    level = marta.page.get_by_text("+3", exact=True)

    assert level.evaluate(PIECES) == 1
