"""The live sheet on paper: what Chromium prints with its backgrounds off, page by page."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import pypdfium2
import pytest
from django.conf import settings
from django.test import override_settings
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from sheets.access import token_of
from tests.combat.table import Table

MM = 96 / 25.4
MARGIN_TOP, MARGIN_LEFT = 13 * MM, 14 * MM
# As wide as A4 between its margins, so that the page lies on screen as it will on paper.
PAPER = ViewportSize(width=round(182 * MM), height=round(271 * MM))


class Paper:
    """A printed document, a pixel of its pictures as large as one of the page's."""

    def __init__(self, pdf: bytes) -> None:
        document = pypdfium2.PdfDocument(pdf)
        self.texts = [page.get_textpage().get_text_bounded() for page in document]
        pictures = [page.render(scale=96 / 72, rev_byteorder=True) for page in document]
        self.rows = [[picture.buffer, picture.width, picture.stride] for picture in pictures]
        self.channels = pictures[0].n_channels
        self.height = pictures[0].height

    def pixel(self, x: float, y: float, page: int = 0) -> tuple[int, int, int]:
        buffer, _, stride = self.rows[page]
        at = round(y) * stride + round(x) * self.channels
        return buffer[at], buffer[at + 1], buffer[at + 2]

    def darkness(self, box: FloatRect, page: int = 0) -> float:
        """How much of a part of the page is dark, from 0 to 1."""
        xs = range(
            round(MARGIN_LEFT + box["x"]) + 3, round(MARGIN_LEFT + box["x"] + box["width"]) - 3
        )
        ys = range(
            round(MARGIN_TOP + box["y"]) + 3, round(MARGIN_TOP + box["y"] + box["height"]) - 3
        )
        pixels = [self.pixel(x, y, page) for x in xs for y in ys]
        return sum(max(pixel) < 128 for pixel in pixels) / len(pixels)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server with the tests' own database."""
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    with override_settings(STORAGES=storages, STATIC_ROOT=None):
        running = LiveServer("127.0.0.1")
        yield running.url
        running.stop()


@pytest.fixture
def table(transactional_db: None) -> Table:
    return Table()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PAPER, color_scheme="dark")
    yield context.new_page()
    context.close()


@pytest.fixture
def sheet(page: Page, server: str, table: Table) -> Callable[[], Page]:
    """Open Ana's sheet as her player."""

    def sheet() -> Page:
        page.goto(f"{server}/open/{token_of(table.player.link)}")
        return page

    return sheet


def printed(page: Page) -> Paper:
    page.emulate_media(media="null")
    return Paper(page.pdf(prefer_css_page_size=True, print_background=False))


def test_a_sheet_is_one_page_without_buttons_and_without_the_others(
    table: Table, sheet: Callable[[], Page]
) -> None:
    table.hit(3, note="claws")
    table.hit(2, table.troll)
    page = sheet()
    on_screen = page.inner_text("body")

    (text,) = printed(page).texts

    for everyday in ("Edit", "Print", "Troll", "Light", "What happened", "English", "The rules"):
        assert everyday in on_screen
        assert everyday not in text
    for kept in ("Ana", "The Pass", "Round 1", "Deník", "scratched", "claws", "played by Petra"):
        assert kept in text


@pytest.mark.parametrize("theme", ["", "dark"])
def test_dark_pages_print_on_white_paper(
    table: Table, sheet: Callable[[], Page], server: str, theme: str
) -> None:
    table.hit(6)
    page = sheet()
    if theme:
        page.context.add_cookies([{"name": "denik_theme", "value": theme, "url": server}])
        page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"

    paper = printed(page)

    _, width, _ = paper.rows[0]
    pixels = [paper.pixel(x, y) for x in range(0, width, 2) for y in range(0, paper.height, 2)]
    white = sum(pixel == (255, 255, 255) for pixel in pixels) / len(pixels)
    assert white > 0.85
    assert {pixel for pixel in pixels if max(pixel) - min(pixel) > 8} == set()


def test_marks_and_their_pools_stay_without_backgrounds(
    table: Table, sheet: Callable[[], Page]
) -> None:
    table.hit(2, source="instinct")
    page = sheet()
    page.emulate_media(media="print")
    boxes = [box.bounding_box() for box in page.locator(".harm .bx:not(.over)").all()]
    letter = page.locator(".harm .src").bounding_box()
    paper = printed(page)

    darkness = [paper.darkness(box) for box in boxes if box]

    assert letter is not None
    assert [round(dark, 2) > 0.08 for dark in darkness] == [n == 2 for n in range(1, 7)]
    assert 0.5 < paper.darkness(letter) < 0.98


def test_what_took_somebody_out_is_readable(table: Table, sheet: Callable[[], Page]) -> None:
    table.hit(7)
    page = sheet()
    page.emulate_media(media="print")
    chip = page.get_by_text("defeated: the opponent's intent happens").first.bounding_box()
    assert chip is not None

    paper = printed(page)

    assert 0.02 < paper.darkness(chip) < 0.5


def test_lines_to_write_on_fill_the_page(table: Table, sheet: Callable[[], Page]) -> None:
    paper = printed(sheet())

    middle = paper.rows[0][1] / 2
    column = [max(paper.pixel(middle, y)) < 200 for y in range(paper.height)]
    starts = [y for y in range(1, len(column)) if column[y] and not column[y - 1]]
    ruled = [b - a for a, b in pairwise(starts) if 24 <= b - a <= 28]
    assert len(paper.texts) == 1
    assert len(ruled) >= 12
    assert max(starts) > paper.height - 25 * MM


def test_long_notes_begin_on_the_first_page_and_end_on_the_second(
    table: Table, sheet: Callable[[], Page]
) -> None:
    notes = "\n".join(f"line {number}." for number in range(1, 61))
    table.edit(table.ana, sheet={"notes": notes})

    texts = printed(sheet()).texts

    assert len(texts) == 2
    assert "Ana" in texts[0]
    assert "line 1." in texts[0]
    assert "line 60." in texts[1]


def test_notes_leave_lines_below_them_while_there_is_room(
    table: Table, sheet: Callable[[], Page]
) -> None:
    table.edit(table.ana, sheet={"notes": "Owes the ferryman."})

    (text,) = printed(sheet()).texts

    assert text.count("Notes") == 1


def test_the_rules_print_without_their_contents(page: Page, server: str) -> None:
    page.goto(f"{server}/rules/harm/")
    assert page.get_by_role("navigation").is_visible()

    texts = printed(page).texts

    assert "Contents" not in texts[0]
    assert "Six harm boxes" in texts[0]
    assert len(texts) <= 4
