"""Dice by the server: stored before anyone sees them, once, and seen by whom they concern."""

import pytest

from combat import fragments, rolling
from combat.broadcast import source
from combat.live import bus
from combat.models import Roll
from combat.rules.harm import AbilityThrow
from combat.rules.ruleset import Refused
from combat.rules.throws import FudgeThrow, PoolThrow
from combat.scene import Scene
from sheets import journal
from sheets.journal import Repeated, Stale
from sheets.models import Visibility
from sheets.services import remove_character
from tests.combat.evening import bonus, meet, party, points, reads, roll, roll_fudge
from tests.combat.table import Table, text_of
from tests.rules.scripted import Scripted

roles = pytest.mark.parametrize("role", ["player", "spectator"])


def test_a_roll_is_an_entry_with_its_dice_and_their_sum(table: Table) -> None:
    rolled = roll(table, table.ana, 1, 0, 1, ability=3, by=table.player)

    assert (rolled.faces, rolled.total, rolled.source) == ([1, 0, 1], 5, "vigor")
    assert (rolled.character, rolled.dice) == (table.ana, "fudge")
    assert table.log()[0] == "roll"
    assert reads(table, "spectator") == ["Ana · Vigor roll: 5 · Ability 3."]


def test_successes_are_told_with_what_was_thrown(table: Table) -> None:
    throw = PoolThrow(10, 6, difficulty=6, ones_cancel=True)

    rolling.roll(viewer=table.gm, throw=throw, rng=Scripted((10, 8, 6, 1, 1, 3)))

    assert reads(table, "spectator") == ["1 success · 6d10 against 6, ones cancel."]


def test_a_sum_is_told_with_what_was_added(table: Table) -> None:
    rolling.roll(viewer=table.gm, throw=PoolThrow(6, 2, modifier=-1), rng=Scripted((4, 6)))

    assert reads(table, "spectator") == ["2d6: 9 · −1 added."]


def test_a_roll_that_only_shows_dice_changes_nobody(table: Table) -> None:
    before = table.ana.version

    roll(table, table.ana, 1, 0, 1)

    table.ana.refresh_from_db()
    assert table.ana.version == before
    assert not table.campaign.entries.latest("seq").undoable


def test_bought_dice_cost_points_and_waiting_dice_are_used_up(table: Table) -> None:
    meet(table, party(table.troll, 1), party(table.ana, 2), "defensive")

    rolled = roll(table, table.ana, 1, -1, 1, 0, 1, ability=2, bought=1, by=table.player)

    assert rolled.total == 2 + 3
    assert (points(table.ana, "vigor"), bonus(table.ana)) == (4, 0)
    assert reads(table, "player") == [
        "Ana · Vigor roll: 5 · Ability 2, 2 bonus dice, the best 3 count, 1 point of Vigor."
    ]


def test_someone_broken_without_points_cannot_roll(table: Table) -> None:
    table.hit(6, table.ana)
    table.next_round()
    rolling.roll(viewer=table.gm, throw=AbilityThrow("reason", 0, 2), character=table.ana.key)
    before = table.log()

    with pytest.raises(Refused) as refusal:
        rolling.roll(viewer=table.gm, throw=AbilityThrow("reason", 0), character=table.ana.key)

    assert refusal.value.code == "action_impossible"
    assert table.log() == before
    assert Roll.objects.count() == 1


def test_a_hundred_dice_and_not_one_more(table: Table) -> None:
    rolled = rolling.roll(viewer=table.gm, throw=PoolThrow(10, 100))

    assert len(Roll.objects.get(entry=rolled).faces) == 100
    with pytest.raises(Refused):
        rolling.roll(viewer=table.gm, throw=FudgeThrow(bonus=98))
    assert Roll.objects.count() == 1


def test_the_same_token_gives_the_same_roll(table: Table) -> None:
    first = rolling.roll(viewer=table.player, throw=PoolThrow(10, 50), token="once")

    again = rolling.roll(viewer=table.player, throw=PoolThrow(10, 50), token="once")

    assert again == first
    assert Roll.objects.count() == 1


def test_the_same_token_for_other_dice_rolls_nothing(table: Table) -> None:
    rolling.roll(viewer=table.player, throw=PoolThrow(10, 5), token="once")

    with pytest.raises(Repeated):
        rolling.roll(viewer=table.player, throw=PoolThrow(10, 6), token="once")

    assert Roll.objects.count() == 1


def test_nobody_rolls_for_someone_who_was_removed(table: Table) -> None:
    remove_character(viewer=table.gm, character=table.bo)

    with pytest.raises(Stale) as stale:
        roll(table, table.bo, 0, 0, 0)

    assert stale.value.reason == "target_gone"


def test_a_roll_is_published_once(table: Table, signals: list[bus.Signal]) -> None:
    roll_fudge(table)

    assert signals == [bus.Signal(campaign=table.campaign.key)]


# --- who sees it


@roles
def test_a_secret_roll_of_the_gm_is_seen_by_nobody_else(table: Table, role: str) -> None:
    roll_fudge(table)
    assert reads(table, role) == ["rolled 2"]

    roll_fudge(table, is_secret=True)

    assert reads(table, role) == []
    assert reads(table, "gm") == ["rolled 2"]


def test_a_secret_roll_of_a_player_is_seen_by_the_gm_and_the_player(table: Table) -> None:
    assert "GM only" not in _in_the_log_of_the_gm(table)

    roll(table, table.ana, 1, 0, 0, by=table.player, is_secret=True)

    assert "GM only" in _in_the_log_of_the_gm(table)
    assert reads(table, "gm") == reads(table, "player") == ["Ana · Vigor roll: 1"]
    assert reads(table, "spectator") == []


def _in_the_log_of_the_gm(table: Table) -> str:
    return text_of(fragments.region(Scene.now(table.campaign, table.audience("gm")), "log"))


@roles
def test_a_roll_for_somebody_hidden_is_not_told(table: Table, role: str) -> None:
    roll(table, table.lich, 1, 0, 0)

    assert reads(table, role) == []
    assert reads(table, "gm") == ["Lich · Vigor roll: 1"]


@roles
def test_a_roll_for_somebody_seen_by_name_is_told_without_numbers(table: Table, role: str) -> None:
    roll(table, table.crone, 1, 0, 0)

    assert reads(table, role) == ["Crone · rolled dice"]


@roles
def test_the_roll_of_someone_hidden_later_is_not_told_any_more(table: Table, role: str) -> None:
    rolled = roll(table, table.troll, 1, 0, 0)
    table.edit(table.troll, visibility=str(Visibility.HIDDEN))

    assert reads(table, role, rolled.entry) == []
    assert reads(table, "gm", rolled.entry) == ["Troll · Vigor roll: 1"]


def test_a_secret_roll_is_sent_to_the_gm_alone(table: Table) -> None:
    cursor = table.campaign.seq
    audiences = [table.audience(role) for role in ("gm", "player", "spectator")]

    roll_fudge(table, is_secret=True)

    sent = source.changes(table.campaign.key, cursor, audiences).frames
    assert set(dict(sent)) == {table.audience("gm")}


# --- taken back


def test_taking_back_a_roll_gives_points_and_waiting_dice_back(table: Table) -> None:
    meet(table, party(table.troll, 1), party(table.ana, 3), "defensive")
    rolled = roll(table, table.ana, 0, 0, 0, 0, 0, 0, bought=1)

    journal.undo(viewer=table.gm, entry_key=rolled.entry.key)

    assert (points(table.ana, "vigor"), bonus(table.ana)) == (5, 2)
    assert rolled not in Roll.objects.offered_to(table.ana)


def test_a_roll_that_is_taken_back_takes_what_it_decided_with_it(table: Table) -> None:
    rolled = roll(table, table.ana, 1, 1, 1, 0, bought=1)
    met = meet(table, party(table.ana, roll=rolled.key), party(table.bo, 1))

    journal.undo(viewer=table.gm, entry_key=rolled.entry.key)

    met.refresh_from_db()
    assert met.undone_by is not None
    assert (table.boxes(table.bo), points(table.ana, "vigor")) == ("......", 5)
