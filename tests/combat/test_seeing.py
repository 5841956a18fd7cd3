"""What of the log and the roster each audience sees."""

import pytest
from pytest_django import DjangoAssertNumQueries

from sheets import links, queries
from sheets.access import Viewer
from sheets.models import Visibility
from sheets.services import remove_character
from sheets.sight import Sight
from tests.combat.table import Table, address, browser_of
from tests.combat.watcher import Watcher


def entries(table: Table, role: str) -> list[str]:
    """Types of the entries an audience sees, newest first."""
    audience = table.audience(role)
    sight = Sight(queries.everybody(table.campaign))
    return [e.type for e in queries.newest_entries(table.campaign, audience, sight)]


def levels(table: Table, role: str) -> list[str]:
    """How much of each line of the newest entry an audience sees."""
    sight = Sight(queries.everybody(table.campaign))
    newest = table.campaign.entries.latest("seq")
    return [*sight.look(newest, table.audience(role)).levels]


def names(table: Table, role: str) -> list[str]:
    everybody = queries.everybody(table.campaign)
    return [c.name for c in queries.roster(everybody, table.audience(role))]


def test_the_gm_sees_everybody_and_others_all_but_the_hidden(table: Table) -> None:
    assert names(table, "gm") == ["Ana", "Bo", "Troll", "Crone", "Lich"]
    assert names(table, "player") == ["Ana", "Bo", "Troll", "Crone"]
    assert names(table, "spectator") == ["Ana", "Bo", "Troll", "Crone"]


def test_a_removed_character_is_seen_by_nobody(table: Table) -> None:
    remove_character(viewer=table.gm, character=table.troll)

    assert "Troll" not in names(table, "gm") + names(table, "player") + names(table, "spectator")


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_of_one_hit_on_many_each_line_shows_as_much_as_its_character(
    table: Table, role: str
) -> None:
    table.hit(1, table.troll, table.crone, table.lich)

    assert levels(table, "gm") == [Visibility.ALL] * 3
    assert levels(table, role) == [Visibility.ALL, Visibility.NAME, Visibility.HIDDEN]


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_a_hit_on_a_hidden_character_leaves_no_gap(table: Table, role: str) -> None:
    table.hit(1, table.ana)
    table.hit(1, table.lich)
    table.hit(1, table.troll)

    assert entries(table, "gm")[:3] == ["harm", "harm", "harm"]
    assert entries(table, role) == ["harm", "harm"]


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_what_happened_while_hidden_stays_untold_when_revealed(table: Table, role: str) -> None:
    table.hit(1, table.lich)
    table.edit(table.lich, visibility="all")
    assert entries(table, role) == []

    table.hit(1, table.lich)

    assert entries(table, role) == ["harm"]


def test_who_is_given_a_hidden_character_does_not_read_what_only_the_gm_read(table: Table) -> None:
    hit = table.hit(1, table.lich, note="drinks from the phylactery")
    table.edit(table.lich, kind="pc", player="Ivan")
    player = Viewer(links.create_player_link(viewer=table.gm, character=table.lich))
    watcher = Watcher(player)
    watcher.connect()

    table.hit(1, table.ana)
    watcher.catch_up()

    assert watcher.shows == watcher.fresh()
    assert hit.key not in watcher.sent


def test_of_a_hit_on_many_who_is_given_a_hidden_one_does_not_read_its_line(table: Table) -> None:
    table.hit(1, table.troll, table.lich)
    table.edit(table.lich, kind="pc", player="Ivan")
    player = Viewer(links.create_player_link(viewer=table.gm, character=table.lich))

    look = Sight(queries.everybody(table.campaign)).look(
        table.campaign.entries.get(type="harm"), player.audience("sheet", "en")
    )

    assert look.levels == (Visibility.ALL, Visibility.HIDDEN)


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_who_was_away_while_a_character_was_hidden_and_removed_loses_its_card(
    table: Table, role: str
) -> None:
    watcher = Watcher(table.viewer(role))
    watcher.connect()
    table.edit(table.troll, visibility="hidden")
    remove_character(viewer=table.gm, character=table.troll)

    watcher.catch_up()

    assert table.troll.key not in "".join(map(str, watcher.shows.values()))
    assert watcher.shows == watcher.fresh()


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_what_happened_before_hiding_is_not_told_any_more(table: Table, role: str) -> None:
    table.hit(1, table.troll)
    assert entries(table, role) == ["harm"]

    table.edit(table.troll, visibility="hidden")

    assert entries(table, role) == []


def test_what_happened_under_a_mere_name_stays_without_numbers(table: Table) -> None:
    table.hit(1, table.crone)

    table.edit(table.crone, visibility="all")
    sight = Sight(queries.everybody(table.campaign))
    hit = table.campaign.entries.filter(type="harm").latest("seq")

    assert sight.look(hit, table.audience("player")).levels == (Visibility.NAME,)


def test_a_player_sees_the_own_hidden_character(table: Table) -> None:
    table.edit(table.ana, visibility="hidden")
    table.hit(1, table.ana)

    assert levels(table, "player") == [Visibility.ALL]
    assert levels(table, "spectator") == [Visibility.HIDDEN]
    assert entries(table, "player") == ["harm"]
    assert names(table, "player") == ["Ana", "Bo", "Troll", "Crone"]
    assert names(table, "spectator") == ["Bo", "Troll", "Crone"]


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_links_settings_and_edits_are_the_gms_business(table: Table, role: str) -> None:
    table.edit(table.troll, sheet={"gm_notes": "afraid of fire"})

    assert entries(table, "gm")[:2] == ["edit_character", "create_link"]
    assert entries(table, role) == []


def test_rounds_are_told_to_everybody(table: Table) -> None:
    table.next_round()

    assert entries(table, "player") == entries(table, "spectator") == ["end_round"]


def test_a_page_is_as_long_for_those_who_see_less(table: Table) -> None:
    for _ in range(queries.PAGE + 2):
        table.hit(0, table.ana)
        table.hit(0, table.lich)

    assert entries(table, "player") == ["harm"] * queries.PAGE


def test_the_page_before_an_entry_ends_with_it(table: Table) -> None:
    hits = [table.hit(0, table.ana) for _ in range(queries.PAGE + 2)]
    sight = Sight(queries.everybody(table.campaign))

    page = queries.newest_entries(table.campaign, table.audience("player"), sight, hits[2])

    assert page == [hits[1], hits[0]]


def test_a_key_that_cannot_be_is_not_even_looked_for(
    table: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    campaign = table.campaign

    with django_assert_num_queries(0):
        assert queries.entry_of(campaign, "a\x00b") is None


def test_a_wall_that_the_gm_opens_shows_what_spectators_see(table: Table) -> None:
    wall = browser_of(table.gm.link).get(address(table.gm, "wall/")).content.decode()
    console = browser_of(table.gm.link).get(address(table.gm)).content.decode()

    assert (table.lich.name in console, table.lich.name in wall) == (True, False)
    assert table.ana.name in wall
