"""Bringing back: what was undone comes again, while everything is as the undo left it."""

import random

import pytest

from combat import services
from combat.rules.harm import Condition, GiveUp, Harm, Spend, hurt
from sheets import journal
from sheets.access import Viewer
from sheets.journal import Stale, newest_undoable
from sheets.models import GM_ONLY, Character, LogEntry, Visibility
from tests.combat.table import Table


def undo(table: Table, entry: LogEntry, *, by: Viewer | None = None) -> LogEntry:
    coming_off = [each.key for each in journal.comes_off_with(entry)]
    written = journal.undo(viewer=by or table.gm, entry_key=entry.key, expected=coming_off)
    assert written is not None
    return written


def undo_newest(table: Table) -> LogEntry:
    newest = newest_undoable(table.campaign, table.gm)
    assert newest is not None
    return undo(table, newest)


def redo(table: Table, undone: LogEntry, *, by: Viewer | None = None) -> LogEntry:
    written = journal.redo(viewer=by or table.gm, entry_key=undone.key)
    assert written is not None
    return written


def spend(table: Table, points: int = 1, *, by: Viewer | None = None) -> LogEntry:
    entry = services.apply_action(
        viewer=by or table.player, targets=[table.ana.key], action=Spend("vigor", points)
    )
    assert entry is not None
    return entry


def is_struck(entry: LogEntry) -> bool:
    return LogEntry.objects.get(pk=entry.pk).undone_by_id is not None


def whom(table: Table, undone: LogEntry) -> list[str]:
    """Who changed since, so that a redo is refused."""
    changed = journal.hindrances(table.campaign, [undone]).get(undone.pk, [])
    return sorted(character.name if character else "table" for character in changed)


def test_a_hit_that_was_undone_comes_again_and_is_no_longer_struck(table: Table) -> None:
    hit = table.hit(3, table.ana)
    undone = undo(table, hit)

    redone = redo(table, undone)

    assert table.boxes(table.ana) == "..v..."
    assert not is_struck(hit)
    assert is_struck(undone)
    assert table.log()[:3] == ["redo", "undo", "harm"]
    assert redone.effects[0]["effect"]["was"] == hit.effects[0]["effect"]


def test_a_redo_is_undone_like_anything_else_and_redone_again(table: Table) -> None:
    hit = table.hit(3, table.ana)
    redone = redo(table, undo(table, hit))

    assert newest_undoable(table.campaign, table.gm) == redone
    again = undo(table, redone)
    assert (table.boxes(table.ana), is_struck(hit)) == ("......", True)
    redo(table, again)

    assert (table.boxes(table.ana), is_struck(hit)) == ("..v...", False)
    undo_newest(table)
    assert (table.boxes(table.ana), is_struck(hit)) == ("......", True)


def test_three_hits_go_and_come_one_by_one(table: Table) -> None:
    for amount in (3, 1, 2):
        table.hit(amount, table.ana)
    undos = [undo_newest(table) for _ in range(3)]

    states = []
    for undone in reversed(undos):
        redo(table, undone)
        states.append(table.boxes(table.ana))

    assert states == ["..v...", "v.v...", "vvv..."]
    assert [undo_newest(table) and table.boxes(table.ana) for _ in range(3)] == [
        "v.v...",
        "..v...",
        "......",
    ]


def test_hits_that_came_off_together_come_back_together(table: Table) -> None:
    first, second = table.hit(3, table.ana), table.hit(1, table.ana, table.bo)
    undone = undo(table, first)

    redone = redo(table, undone)

    assert (table.boxes(table.ana), table.boxes(table.bo)) == ("v.v...", "v.....")
    assert journal.comes_off_with(redone) == [first, second, redone]


def test_of_hits_that_came_back_together_the_later_one_comes_off_alone(table: Table) -> None:
    first, second = table.hit(3, table.ana), table.hit(1, table.ana)
    redone = redo(table, undo(table, first))

    undo(table, second)
    assert (table.boxes(table.ana), is_struck(redone)) == ("..v...", False)
    undo_newest(table)

    assert table.boxes(table.ana) == "......"
    assert is_struck(redone)


def test_what_came_back_is_later_than_what_happened_before_it_came_back(table: Table) -> None:
    table.hit(3, table.ana)
    second = table.hit(2, table.ana)
    undone = undo(table, second)
    table.edit(table.ana, name="Anežka")
    redone = redo(table, undone)

    assert journal.comes_off_with(second) == [second, redone]
    undo(table, second)

    assert table.boxes(table.ana) == "..v..."


def test_undoing_tells_of_what_was_redone_once(table: Table) -> None:
    redone = redo(table, undo(table, table.hit(3, table.ana)))

    again = undo(table, redone)

    assert [line["effect"]["was"]["type"] for line in again.effects] == ["harmed"]


def test_undo_and_redo_write_no_rule_twice(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    undone = undo(table, table.hit(2, table.ana))
    monkeypatch.setattr(services, "_outcome", None)

    redo(table, undone)

    assert table.boxes(table.ana) == ".v...."


def test_a_hit_on_somebody_else_is_no_hindrance(table: Table) -> None:
    undone = undo(table, table.hit(2, table.ana))
    table.hit(1, table.bo)

    redo(table, undone)

    assert (table.boxes(table.ana), table.boxes(table.bo)) == (".v....", "v.....")


def test_a_new_name_is_no_hindrance(table: Table) -> None:
    undone = undo(table, table.hit(2, table.ana))
    table.edit(table.ana, name="Anežka")

    redo(table, undone)

    assert table.boxes(table.ana) == ".v...."
    assert table.ana.name == "Anežka"


def test_after_another_hit_the_old_one_stays_undone(table: Table) -> None:
    undone = undo(table, table.hit(2, table.ana, table.bo))
    table.hit(1, table.bo)

    with pytest.raises(Stale, match="changed_meanwhile"):
        redo(table, undone)

    assert whom(table, undone) == ["Bo"]
    assert (table.boxes(table.ana), table.boxes(table.bo)) == ("......", "v.....")
    assert table.log()[:3] == ["harm", "undo", "harm"]


def test_once_the_other_hit_is_undone_too_the_old_one_may_come_back(table: Table) -> None:
    undone = undo(table, table.hit(2, table.ana))
    undo(table, table.hit(1, table.ana))

    assert whom(table, undone) == []
    redo(table, undone)

    assert table.boxes(table.ana) == ".v...."


def test_new_starting_points_are_a_hindrance_for_a_hit(table: Table) -> None:
    undone = undo(table, table.hit(2, table.ana))
    spend(table)
    table.edit(table.ana, traits={"pools": {"instinct": 4, "vigor": 9}})
    undo_newest(table)
    assert whom(table, undone) == ["Ana"]

    with pytest.raises(Stale, match="changed_meanwhile"):
        redo(table, undone)


def test_a_round_comes_back_unless_another_one_began(table: Table) -> None:
    table.hit(1, table.ana)
    undone = undo(table, table.next_round())
    redone = redo(table, undone)
    assert table.clock.number("round") == 2

    again = undo(table, redone)
    table.next_round()

    assert whom(table, again) == ["Ana", "table"]
    with pytest.raises(Stale, match="changed_meanwhile"):
        redo(table, again)


def test_what_was_redone_cannot_be_redone_again(table: Table) -> None:
    undone = undo(table, table.hit(2, table.ana))
    redo(table, undone)

    with pytest.raises(Stale, match="already_redone"):
        redo(table, undone)

    assert table.boxes(table.ana) == ".v...."


def test_only_an_undo_is_redone(table: Table) -> None:
    hit = table.hit(2, table.ana)

    with pytest.raises(LogEntry.DoesNotExist):
        redo(table, hit)


# --- players


def points(character: Character) -> int:
    character.refresh_from_db()
    return int(character.condition["pools"]["vigor"])


def test_a_player_brings_back_an_own_point_spent(table: Table) -> None:
    undone = undo(table, spend(table), by=table.player)
    assert points(table.ana) == 5
    assert journal.newest_undo_of_player(table.ana) == undone

    redone = redo(table, undone, by=table.player)

    assert points(table.ana) == 4
    assert newest_undoable(table.campaign, table.player) == redone
    undo(table, redone, by=table.player)
    assert points(table.ana) == 5


def test_a_player_brings_back_nothing_that_the_gm_took_off(table: Table) -> None:
    undone = undo(table, spend(table))

    assert journal.newest_undo_of_player(table.ana) is None
    with pytest.raises(Stale, match="not_yours"):
        redo(table, undone, by=table.player)

    assert points(table.ana) == 5


def test_a_player_brings_back_nothing_once_the_gm_acted_on_the_character(table: Table) -> None:
    undone = undo(table, spend(table), by=table.player)
    table.edit(table.ana, name="Anežka")

    with pytest.raises(Stale, match="not_yours"):
        redo(table, undone, by=table.player)

    assert points(table.ana) == 5


def test_a_spectator_brings_back_nothing(table: Table) -> None:
    undone = undo(table, table.hit(2, table.ana))

    with pytest.raises(Stale, match="not_yours"):
        redo(table, undone, by=table.spectator)

    assert table.boxes(table.ana) == "......"


# --- who reads of it


def test_bringing_back_a_hit_on_a_hidden_character_is_not_told(table: Table) -> None:
    undone = undo(table, table.hit(3, table.lich))

    redone = redo(table, undone)

    assert [line["visibility"] for line in redone.effects] == [GM_ONLY]
    assert redone.public is False


def test_bringing_back_what_was_told_is_told_as_far_as_the_character_shows_now(
    table: Table,
) -> None:
    give_up = services.apply_action(viewer=table.gm, targets=[table.troll.key], action=GiveUp())
    assert give_up is not None
    undone = undo(table, give_up)
    assert undone.effects[0]["visibility"] == Visibility.ALL
    table.edit(table.troll, visibility=Visibility.HIDDEN.value)

    redone = redo(table, undone)

    assert [line["visibility"] for line in redone.effects] == [Visibility.HIDDEN]


# --- any order of things


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_undone_and_redone_the_sheet_is_what_the_standing_hits_make_it(
    table: Table, seed: int
) -> None:
    chance = random.Random(seed)
    people = [table.ana, table.bo]

    for _ in range(20):
        standing = list(table.campaign.entries.filter(undoable=True, undone_by=None, type="harm"))
        undos = table.campaign.entries.filter(type="undo", undone_by=None)
        redoable = [each for each in undos if not whom(table, each)]
        what = chance.choice(["hit", "undo", "undo newest", "redo"])
        if what == "redo" and redoable:
            redo(table, chance.choice(redoable))
        elif what == "undo" and standing:
            undo(table, chance.choice(standing))
        elif what == "undo newest" and standing:
            undo_newest(table)
        else:
            table.hit(chance.randint(1, 3), *chance.sample(people, chance.randint(1, 2)))

        assert [table.boxes(someone) for someone in people] == _replayed(table, people)


def _replayed(table: Table, people: list[Character]) -> list[str]:
    """The boxes after the hits that stand, one after the other, on clean sheets."""
    redos = table.campaign.entries.filter(type="redo", undone_by=None).order_by("seq")
    places = {key: entry.seq for entry in redos for key in entry.action["brings_back"]}
    hits = table.campaign.entries.filter(type="harm", undone_by=None)
    conditions = {someone.key: Condition() for someone in people}
    for hit in sorted(hits, key=lambda hit: (places.get(hit.key, hit.seq), hit.seq)):
        for key in hit.action["targets"]:
            harm = Harm(amount=hit.action["amount"], source=hit.action["source"])
            conditions[key] = hurt(conditions[key], harm).condition
    return [
        "".join((pool or ".")[0] for pool in conditions[someone.key].boxes) for someone in people
    ]
