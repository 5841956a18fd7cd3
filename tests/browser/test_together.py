"""Everybody looks at the same table at once."""

import re

from playwright.sync_api import BrowserContext, expect

from sheets.models import LogEntry
from tests.browser.conftest import Come
from tests.browser.site import Site
from tests.combat.table import Table

SECONDS = 1000


def test_a_hit_and_its_undo_are_seen_by_all_without_a_reload(table: Table, come: Come) -> None:
    gm, player, spectator = come(table.gm), come(table.player), come(table.spectator)

    gm.target(table.ana).check()
    gm.page.get_by_role("textbox", name="Amount").fill("4")
    gm.page.get_by_role("textbox", name="Note").fill("vlkodlak's claws")
    gm.apply()

    expect(gm.box(table.ana, 4)).to_have_accessible_name("Harm 4, bloodied, taken by Vigor")
    expect(player.track()).to_have_accessible_name("Harm: 4 V; bloodied")
    expect(spectator.track(table.ana)).to_have_accessible_name("Harm: 4 V; bloodied")
    for guest in (gm, player, spectator):
        expect(guest.line("harm 4")).to_contain_text("vlkodlak's claws")

    gm.page.get_by_role("button", name="Undo").click()

    expect(gm.box(table.ana, 4)).to_have_accessible_name("Harm 4, bloodied, free")
    for track in (player.track(), spectator.track(table.ana)):
        expect(track).to_have_accessible_name("Harm: none")
    for guest in (gm, player, spectator):
        expect(guest.line("undone: harm 4")).to_be_visible()


def test_everybody_sees_the_next_round(table: Table, come: Come) -> None:
    gm, player, spectator = come(table.gm), come(table.player), come(table.spectator)

    gm.end_round()

    for guest in (gm, player, spectator):
        expect(guest.page.get_by_text("Round 2", exact=True).first).to_be_visible()


def test_a_page_catches_up_when_the_server_was_away(site: Site, table: Table, come: Come) -> None:
    player = come(table.player)
    player.expects_trouble = True
    site.stop()
    table.hit(3, table.ana)
    table.hit(1, table.bo)

    site.start()

    expect(player.track()).to_have_accessible_name("Harm: 3 V; scratched", timeout=5 * SECONDS)
    expect(player.track(table.bo)).to_have_accessible_name("Harm: 1 V; scratched")


def test_hits_after_a_restart_are_seen_too(site: Site, table: Table, come: Come) -> None:
    gm, spectator = come(table.gm), come(table.spectator)
    gm.expects_trouble = spectator.expects_trouble = True
    with spectator.page.expect_response(lambda r: "/stream/" in r.url):
        site.restart()

    gm.send("hits/", token="t", amount="2", source="reason", note="", targets=table.ana.key)

    expect(spectator.track(table.ana)).to_have_accessible_name("Harm: 2 R; scratched")


def test_the_hidden_never_reaches_a_players_browser(
    table: Table, come: Come, listening_context: BrowserContext
) -> None:
    gm = come(table.gm)
    player = come(table.player, context=listening_context)
    lich = {"amount": "3", "source": "vigor", "note": "a curse", "targets": table.lich.key}
    assert gm.send("hits/", token="one", **lich) == 303
    expect(gm.line("Lich · harm 3")).to_be_visible()
    gm.page.keyboard.press("z")
    expect(gm.line("undone: harm 3")).to_be_visible()

    ana = {"amount": "1", "source": "vigor", "note": "", "targets": table.ana.key}
    assert gm.send("hits/", token="two", **ana) == 303
    expect(player.track()).to_have_accessible_name("Harm: 1 V; scratched")

    streamed = player.page.evaluate("window.streamed")
    assert "harm 1" in streamed
    player.page.reload()
    for secret in ("Lich", table.lich.key, "a curse"):
        assert secret in gm.page.content()
        assert secret not in player.page.content()
        assert secret not in streamed


def test_one_browser_is_gm_in_one_tab_and_player_in_another(table: Table, come: Come) -> None:
    gm = come(table.gm)
    player = come(table.player, context=gm.context)

    gm.page.bring_to_front()
    gm.target(table.ana).check()
    gm.apply()

    expect(gm.box(table.ana, 1)).to_have_accessible_name(re.compile("taken by Vigor"))
    player.page.bring_to_front()
    expect(player.track()).to_have_accessible_name("Harm: 1 V; scratched")
    expect(player.page.get_by_role("button", name="Write in ink")).to_have_count(0)


def test_a_revoked_link_says_so_on_the_open_page_and_asks_no_more(table: Table, come: Come) -> None:
    gm, player, spectator = come(table.gm), come(table.player), come(table.spectator)
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))

    assert gm.send(f"links/{table.player.link.key}/revocation/") in (200, 302, 303)

    notice = player.page.get_by_role("heading", name="This link was revoked")
    expect(notice).to_be_visible()
    player.page.wait_for_timeout(3 * SECONDS)
    assert [url for url in asked if "/stream/" in url] == []
    gm.send("hits/", token="t", amount="1", source="vigor", note="", targets=table.bo.key)
    expect(spectator.track(table.bo)).to_have_accessible_name("Harm: 1 V; scratched")
    expect(gm.line("Link revoked")).to_be_visible()


def test_what_the_gm_types_survives_what_happens_meanwhile(table: Table, come: Come) -> None:
    gm = come(table.gm)
    gm.target(table.ana).check()
    note = gm.page.get_by_role("textbox", name="Note")
    note.press_sequentially("a note that is being")
    note.press("Home")
    note.press_sequentially("It is ")

    for token, whom in (("one", table.bo), ("two", table.ana)):
        gm.send("hits/", token=token, amount="2", source="vigor", note="", targets=whom.key)
        expect(gm.box(whom, 2)).to_have_accessible_name("Harm 2, scratched, taken by Vigor")

    expect(note).to_be_focused()
    note.press_sequentially("still ")
    expect(note).to_have_value("It is still a note that is being")
    expect(gm.target(table.ana)).to_be_checked()


def test_the_gm_sees_who_is_here(table: Table, come: Come) -> None:
    gm = come(table.gm)
    expect(gm.page.get_by_text("1 at the table")).to_be_visible()

    come(table.player)

    expect(gm.page.get_by_text("2 at the table")).to_be_visible()
    gm.page.get_by_text("2 at the table").click()
    expect(gm.page.get_by_role("listitem").filter(has_text="Ana").first).to_contain_text("here")


def test_six_hits_in_a_row_are_all_there_in_order(table: Table, come: Come) -> None:
    gm, player = come(table.gm), come(table.player)

    for number in range(6):
        gm.send(
            "hits/", token=f"t{number}", amount="1", source="vigor", note="", targets=table.bo.key
        )

    expect(player.track(table.bo)).to_have_accessible_name(
        "Harm: 1 V, 2 V, 3 V, 4 V, 5 V, 6 V; broken"
    )
    expect(player.line("harm 1")).to_have_count(6)
    assert LogEntry.objects.filter(type="harm").count() == 6
