"""Whoever reads older lines of the log reads on while the fight goes on."""

import pytest
from playwright.sync_api import Locator, expect

from sheets.queries import PAGE
from tests.browser.conftest import Come
from tests.browser.guest import Guest
from tests.browser.site import Site
from tests.combat.table import Table, address, hit_form


@pytest.fixture
def fought(table: Table) -> Table:
    for number in range(3 * PAGE):
        table.hit(1, table.bo, note=f"blow {number}")
    return table


def unfold(guest: Guest, pages: int) -> None:
    for more in range(2, pages + 2):
        guest.page.locator("#log .older a").click()
        expect(lines(guest)).to_have_count(more * PAGE)


def hit(gm: Guest, table: Table, note: str) -> None:
    filled = hit_form(table.ana, token=note, note=note) | {"targets": table.ana.key}
    assert gm.send("hits/", **filled) == 303


def lines(guest: Guest) -> Locator:
    return guest.page.locator("#log > li[id]")


def notes(guest: Guest) -> list[str]:
    return [note.inner_text() for note in guest.page.locator("#log > li .note").all()]


@pytest.mark.parametrize("role", ["gm", "player"])
def test_older_lines_stay_unfolded_when_something_happens(
    fought: Table, come: Come, role: str
) -> None:
    gm, guest = come(fought.gm), come(fought.viewer(role))
    unfold(guest, 2)
    before = notes(guest)
    assert before[0] == f"blow {3 * PAGE - 1}"

    hit(gm, fought, "news")

    expect(lines(guest)).to_have_count(3 * PAGE + 1)
    assert notes(guest) == ["news", *before]
    hit(gm, fought, "more news")
    expect(lines(guest)).to_have_count(3 * PAGE + 2)
    assert notes(guest) == ["more news", "news", *before]


def test_lines_fold_when_undo_reaches_below_the_newest(fought: Table, come: Come) -> None:
    for _ in range(2 * PAGE):
        fought.next_round()
    gm = come(fought.gm)
    unfold(gm, 2)

    for _ in range(PAGE):
        newest = lines(gm).first.get_attribute("id") or ""
        gm.page.locator("#undo-newest").click()
        expect(lines(gm).first).not_to_have_attribute("id", newest)

    # The newest page, and below it the line that comes off next.
    expect(lines(gm)).to_have_count(PAGE + 1)
    expect(gm.page.locator("#undo-newest")).to_have_count(1)


def test_lines_about_somebody_who_is_hidden_do_not_stay(
    site: Site, fought: Table, come: Come
) -> None:
    for number in range(PAGE):
        fought.hit(1, fought.ana, note=f"hers {number}")
    gm, player = come(fought.gm), come(fought.player)
    unfold(player, 1)

    gm.page.goto(site.url + address(fought.gm, f"characters/{fought.bo.key}/edit/"))
    gm.page.locator("select[name$=visibility]").select_option("hidden")
    gm.page.get_by_role("button", name="Save").click()

    expect(player.page.locator("#log .note")).to_have_count(PAGE)
    assert {note.split()[0] for note in notes(player)} == {"hers"}


def test_what_was_read_folds_when_more_happened_than_a_page_holds(
    site: Site, fought: Table, come: Come
) -> None:
    guest = come(fought.gm)
    guest.expects_trouble = True
    unfold(guest, 1)
    site.stop()

    for number in range(PAGE + 1):
        fought.hit(1, fought.ana, note=f"unseen {number}")
    site.start()

    expect(lines(guest)).to_have_count(PAGE)
    assert notes(guest) == [f"unseen {number}" for number in range(PAGE, 0, -1)]
