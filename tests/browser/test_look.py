"""What can be measured of the look: room on small screens, and what axe-core finds wrong."""

from collections.abc import Callable
from itertools import product
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Come
from tests.browser.guest import Guest
from tests.combat.table import Table

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDTHS = [320, 390, 1440]

Problems = Callable[[Page], list[str]]
Open = Callable[..., Guest]
PAGES: dict[str, Callable[[Table, Come], Open]] = {
    "console": lambda table, come: lambda **options: come(table.gm, **options),
    "sheet": lambda table, come: lambda **options: come(table.player, **options),
    "wall": lambda table, come: lambda **options: come(table.spectator, **options),
    "undo": lambda table, come: lambda **options: undo_page(table, come, **options),
}
pages = pytest.mark.parametrize("page", PAGES)


def undo_page(table: Table, come: Come, **options: object) -> Guest:
    gm = come(table.gm, **options)
    gm.line("harm 4").get_by_text("⋯").click()
    gm.line("harm 4").get_by_role("link", name="Undo…").click()
    expect(gm.page.get_by_role("button", name="Undo")).to_be_visible()
    return gm


@pytest.fixture
def fought(table: Table) -> Table:
    """A table with long names and full tracks."""
    table.edit(table.ana, name="Maximiliána Kristýna z Horních Pasek", sheet={"about": "x" * 60})
    table.edit(table.bo, name="Donaudampfschifffahrtsgesellschaftskapitän")
    table.hit(4, table.ana, table.bo, note="vlkodlak's claws")
    for amount in (1, 2, 6):
        table.hit(amount, table.ana, table.troll, table.crone, table.lich, source="reason")
    table.next_round()
    table.hit(7, table.bo, note="w" * 80)
    return table


@pages
def test_axe_finds_nothing_wrong(
    fought: Table, come: Come, page: str, accessibility_problems: Problems
) -> None:
    guest = PAGES[page](fought, come)(reduced_motion="reduce")
    found = {}

    for theme, width in product(THEMES, (390, 1440)):
        guest.page.emulate_media(color_scheme=theme)
        guest.page.set_viewport_size({"width": width, "height": 900})
        found[theme, width] = accessibility_problems(guest.page)

    assert found == {shown: [] for shown in found}


def test_axe_finds_nothing_wrong_with_a_preview_and_an_error(
    fought: Table, come: Come, accessibility_problems: Problems
) -> None:
    gm = come(fought.gm, reduced_motion="reduce")
    gm.expects_trouble = True
    gm.box(fought.troll, 5).click()
    expect(gm.page.get_by_text("Box 5 was free")).to_be_visible()
    gm.page.get_by_role("textbox", name="Amount").fill("abc")
    gm.apply()
    expect(gm.page.get_by_text("Give a whole number from 0 to 1000.")).to_be_visible()
    found = {}

    for theme in THEMES:
        gm.page.emulate_media(color_scheme=theme)
        found[theme] = accessibility_problems(gm.page)

    assert found == {theme: [] for theme in THEMES}


@pages
def test_nothing_scrolls_sideways(fought: Table, come: Come, page: str) -> None:
    guest = PAGES[page](fought, come)()
    wider = {}

    for width in WIDTHS:
        guest.page.set_viewport_size({"width": width, "height": 800})
        wider[width] = guest.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )

    assert wider == dict.fromkeys(WIDTHS, 0)


@pytest.mark.parametrize("page", ["console", "wall"])
@pytest.mark.parametrize("language", ["sk", "it"])
def test_longer_words_of_other_languages_find_room(
    fought: Table, come: Come, page: str, language: str
) -> None:
    guest = PAGES[page](fought, come)(locale=language)
    found = {}

    for width in (320, 1366, 1440, 1920):
        guest.page.set_viewport_size({"width": width, "height": 800})
        found[width] = guest.page.evaluate(TOO_WIDE)

    assert [width for width, wide in found.items() if wide] == []


TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll(".harm .band")]
  .filter(each => each.scrollWidth > each.clientWidth + 1)
  .map(each => each.className)"""


def test_on_a_phone_the_walls_log_has_the_whole_width(fought: Table, come: Come) -> None:
    wall = come(fought.spectator, viewport={"width": 390, "height": 844})

    width = wall.line("harm 7").evaluate("each => each.getBoundingClientRect().width")

    assert width > 340


@pytest.mark.parametrize("name", ["Amount", "Note"])
def test_a_phone_has_no_reason_to_zoom_into_a_field(table: Table, come: Come, name: str) -> None:
    gm = come(table.gm, viewport={"width": 375, "height": 700}, has_touch=True, is_mobile=True)
    gm.page.get_by_role("link", name="Hit").click()

    field = gm.page.get_by_role("textbox", name=name)

    size = field.evaluate("field => parseFloat(getComputedStyle(field).fontSize)")
    assert size >= 16
    viewport = gm.page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "scalable" not in viewport
    assert "maximum" not in viewport


def test_on_a_phone_boxes_are_as_large_as_a_finger(table: Table, come: Come) -> None:
    gm = come(table.gm, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)

    hit = [gm.box(table.ana, number).evaluate(TAKES_TOUCHES) for number in range(1, 7)]

    assert hit == [True] * 6


TAKES_TOUCHES = """box => {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const around = [[0, 0], [0, 21.5], [0, -21.5], [19, 0], [-19, 0]];
  return around.every(([dx, dy]) => box.contains(document.elementFromPoint(x + dx, y + dy)));
}"""


def test_a_hit_can_be_made_on_a_phone(table: Table, come: Come) -> None:
    gm = come(table.gm, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)

    gm.box(table.ana, 4).tap()
    gm.box(table.ana, 4).tap()

    expect(gm.box(table.ana, 4)).to_have_accessible_name("Harm 4, bloodied, taken by Vigor")
