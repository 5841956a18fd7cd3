"""Taking back: any depth, whole, and only what belongs together."""

import pytest

from combat.rules import harm
from combat.screens import screen_of
from sheets import journal
from sheets.access import Viewer
from sheets.journal import Stale, comes_off_with, newest_undoable
from sheets.models import GM_ONLY, LogEntry, Visibility
from sheets.services import remove_character
from tests.combat.table import Table


def undo(table: Table, entry: LogEntry, *, by: Viewer | None = None) -> LogEntry:
    written = journal.undo(viewer=by or table.gm, entry_key=entry.key)
    assert written is not None
    return written


def test_undoing_four_hits_one_by_one_gives_the_clean_sheet(table: Table) -> None:
    for amount in (3, 1, 3, 2):
        table.hit(amount, table.ana)
    start = journal.newest_undoable(table.campaign, table.gm)
    states = []

    for _ in range(4):
        newest = newest_undoable(table.campaign, table.gm)
        assert newest is not None
        undo(table, newest)
        states.append(table.boxes(table.ana))

    assert states == ["v.vv..", "v.v...", "..v...", "......"]
    assert start is not None
    assert newest_undoable(table.campaign, table.gm) != start


def test_an_undone_hit_leaves_no_dice_behind(table: Table) -> None:
    table.ana.refresh_from_db()
    before = table.ana.condition
    entry = table.hit(2, table.ana)

    undo(table, entry)

    table.ana.refresh_from_db()
    assert table.ana.condition == before


def test_undoing_runs_no_rule(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = table.hit(2, table.ana)
    monkeypatch.setattr(harm, "apply", None)
    monkeypatch.setattr(type(screen_of(table.campaign).ruleset), "apply", None, raising=False)

    undo(table, entry)

    assert table.boxes(table.ana) == "......"


def test_the_newest_entry_may_be_somebody_elses_target(table: Table) -> None:
    table.hit(3, table.ana)
    newest = table.hit(2, table.bo)

    undo(table, newest)

    assert (table.boxes(table.ana), table.boxes(table.bo)) == ("..v...", "......")


def test_an_older_hit_comes_off_alone_when_others_hit_other_characters(table: Table) -> None:
    older = table.hit(3, table.ana)
    table.hit(2, table.bo)

    assert comes_off_with(older) == [older]
    undo(table, older)

    assert (table.boxes(table.ana), table.boxes(table.bo)) == ("......", ".v....")


def test_an_older_hit_takes_later_ones_on_the_same_character_with_it(table: Table) -> None:
    first = table.hit(3, table.ana)
    table.hit(2, table.bo)
    second = table.hit(1, table.ana)

    assert comes_off_with(first) == [first, second]
    undo(table, first)

    assert (table.boxes(table.ana), table.boxes(table.bo)) == ("......", ".v....")


def test_what_hangs_together_over_a_third_character_comes_off_together(table: Table) -> None:
    first = table.hit(1, table.ana)
    both = table.hit(1, table.ana, table.bo)
    third = table.hit(1, table.bo)
    table.hit(1, table.troll)

    assert comes_off_with(first) == [first, both, third]


def test_a_new_name_stays_when_an_older_hit_comes_off(table: Table) -> None:
    hit = table.hit(3, table.ana)
    table.edit(table.ana, name="Anežka")

    undo(table, hit)

    assert table.boxes(table.ana) == "......"
    assert table.ana.name == "Anežka"


def test_new_pools_come_off_with_the_hit_before_them(table: Table) -> None:
    hit = table.hit(3, table.ana)
    edit = table.edit(table.ana, traits={"pools": {"vigor": 9}})

    assert comes_off_with(hit) == [hit, edit]


def test_a_round_is_taken_back_whole(table: Table) -> None:
    table.hit(1, table.ana, table.bo)
    entry = table.next_round()

    undo(table, entry)

    assert table.clock.number("round") == 1
    for character in (table.ana, table.bo):
        character.refresh_from_db()
        assert character.condition["fresh"] == [1]


def test_a_removed_character_comes_back_as_it_was(table: Table) -> None:
    table.hit(4, table.troll)
    entry = remove_character(viewer=table.gm, character=table.troll)
    assert entry is not None

    undo(table, entry)

    assert table.boxes(table.troll) == "...v.."
    assert table.troll.removed is False


def test_an_undone_hit_is_struck_and_the_undo_is_a_line_of_its_own(table: Table) -> None:
    hit = table.hit(3, table.ana)

    taken = undo(table, hit)

    hit.refresh_from_db()
    assert hit.undone_by == taken
    assert table.log()[:2] == ["undo", "harm"]
    assert taken.undoable is False


def test_what_was_undone_cannot_be_undone_again(table: Table) -> None:
    hit = table.hit(3, table.ana)
    undo(table, hit)
    table.hit(1, table.ana)

    with pytest.raises(Stale, match="already_undone"):
        undo(table, hit)

    assert table.boxes(table.ana) == "v....."


def test_more_coming_off_than_was_shown_takes_nothing_off(table: Table) -> None:
    hit = table.hit(3, table.ana)
    table.hit(1, table.ana)

    with pytest.raises(Stale, match="more_comes_off"):
        journal.undo(viewer=table.gm, entry_key=hit.key, expected=[hit.key])

    assert table.boxes(table.ana) == "v.v..."


# --- players


def test_a_player_takes_back_an_own_change(table: Table) -> None:
    entry = table.edit(table.ana, by=table.player, name="Anežka")
    assert entry is not None
    assert newest_undoable(table.campaign, table.player) == entry

    undo(table, entry, by=table.player)

    table.ana.refresh_from_db()
    assert table.ana.name == "Ana"


def test_a_player_takes_back_nothing_that_the_gm_has_built_on(table: Table) -> None:
    entry = table.edit(table.ana, by=table.player, name="Anežka")
    assert entry is not None
    table.hit(1, table.ana)

    with pytest.raises(Stale, match="not_yours"):
        undo(table, entry, by=table.player)

    assert newest_undoable(table.campaign, table.player) is None
    table.ana.refresh_from_db()
    assert table.ana.name == "Anežka"


def test_a_player_takes_back_no_hit(table: Table) -> None:
    hit = table.hit(1, table.ana)

    with pytest.raises(Stale, match="not_yours"):
        undo(table, hit, by=table.player)

    assert table.boxes(table.ana) == "v....."


def test_a_spectator_takes_back_nothing(table: Table) -> None:
    hit = table.hit(1, table.ana)

    with pytest.raises(Stale, match="not_yours"):
        undo(table, hit, by=table.spectator)

    assert newest_undoable(table.campaign, table.spectator) is None
    assert table.boxes(table.ana) == "v....."


# --- who reads of it


def test_taking_back_a_hit_that_players_never_saw_is_not_told_to_them(table: Table) -> None:
    hit = table.hit(3, table.lich)
    table.edit(table.lich, visibility=Visibility.ALL.value)

    taken = undo(table, hit)

    assert [line["visibility"] for line in taken.effects] == [GM_ONLY]


def test_taking_back_a_hit_while_its_target_is_hidden_is_not_told_later(table: Table) -> None:
    hit = table.hit(3, table.troll)
    table.edit(table.troll, visibility=Visibility.HIDDEN.value)

    taken = undo(table, hit)

    assert [line["visibility"] for line in taken.effects] == [GM_ONLY]


def test_taking_back_a_round_is_told_to_those_who_read_of_it(table: Table) -> None:
    taken = undo(table, table.next_round())

    assert [line["visibility"] for line in taken.effects] == [Visibility.ALL]
    assert taken.public is True


def test_taking_back_an_edit_is_for_the_gm_as_the_edit_was(table: Table) -> None:
    entry = table.edit(table.troll, sheet={"gm_notes": "afraid of fire"})
    assert entry is not None

    taken = undo(table, entry)

    assert taken.public is False
