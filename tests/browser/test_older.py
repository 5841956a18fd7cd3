"""Whoever reads older lines of the log reads on while the fight goes on."""

import pytest
from playwright.sync_api import Locator, expect

from sheets import journal
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


def test_an_older_line_is_struck_out_and_stands_again_while_it_is_read(
    fought: Table, come: Come
) -> None:
    hit = fought.hit(2, fought.ana, note="long ago")
    for number in range(PAGE):
        fought.edit(fought.troll, player=f"player {number}")
    gm, other, player = come(fought.gm), come(fought.gm), come(fought.player)
    for guest in (other, player):
        unfold(guest, 1)
    before = notes(player)

    assert gm.send(f"entries/{hit.key}/undo/", expected=hit.key) == 303

    for guest in (other, player):
        expect(guest.page.locator("#log .undone .note")).to_have_text("long ago")
    expect(menu(other, "long ago")).to_have_count(0)
    assert notes(player) == before
    undo = fought.campaign.entries.get(type="undo")
    assert gm.send(f"entries/{undo.key}/redo/") == 303
    for guest in (other, player):
        expect(guest.page.locator("#log .undone .note")).to_have_count(0)
    expect(menu(other, "long ago")).to_be_visible()
    menu(other, "long ago").click()
    expect(other.line("long ago").get_by_role("link", name="Undo…")).to_be_visible()


def menu(guest: Guest, note: str) -> Locator:
    return guest.line(note).get_by_text("⋯")


def test_the_line_that_comes_off_next_is_told_once_when_its_page_is_unfolded(
    fought: Table, come: Come
) -> None:
    for _ in range(2 * PAGE):
        fought.next_round()
    for _ in range(PAGE):
        newest = journal.newest_undoable(fought.campaign, fought.gm)
        assert newest is not None
        journal.undo(viewer=fought.gm, entry_key=newest.key)
    gm = come(fought.gm)
    # Fifteen lines of what was taken back, then what was, then the one that comes off next.
    for shown in (PAGE + 1, 2 * PAGE + 1):
        expect(lines(gm)).to_have_count(shown)
        gm.page.locator("#log .older a").click()

    expect(lines(gm)).to_have_count(3 * PAGE)
    assert len({line.get_attribute("id") for line in lines(gm).all()}) == 3 * PAGE
    next_one = lines(gm).filter(has=gm.page.locator("#undo-newest"))
    expect(next_one).to_have_count(1)
    stood = next_one.get_attribute("id") or ""
    gm.page.keyboard.press("z")
    expect(next_one).not_to_have_attribute("id", stood)
