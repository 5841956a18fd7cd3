"""Exchanges between two: whom they hurt, what waits afterwards, and who reads of it."""

import pytest

from combat import exchanges, rolling
from combat.exchanges import Kind
from combat.models import Roll
from combat.rules.ruleset import Refused
from combat.rules.throws import FudgeThrow
from sheets import journal
from sheets.journal import Repeated, Stale
from sheets.models import Visibility
from sheets.services import remove_character
from tests.combat.evening import bonus, meet, party, points, reads, roll
from tests.combat.table import Table
from tests.rules.scripted import Scripted

roles = pytest.mark.parametrize("role", ["player", "spectator"])


@pytest.mark.parametrize(
    ("kind", "first", "second", "dice"),
    [
        ("opposed", "......", "....i.", (0, 0)),
        ("parallel", "...r..", ".....i", (0, 0)),
        ("defensive", "......", "....i.", (0, 0)),
    ],
)
def test_the_winner_hurts_in_the_pool_of_its_own_roll(
    table: Table, kind: Kind, first: str, second: str, dice: tuple[int, int]
) -> None:
    ahead = party(table.ana, 5, "instinct", weapon=2)
    behind = party(table.troll, 2, "reason", weapon=2, armor=0)

    meet(table, ahead, behind, kind)

    assert table.boxes(table.ana) == first
    if kind == "parallel":
        table.troll.refresh_from_db()
        assert (table.boxes(table.troll), table.troll.condition["out"]) == ("......", "defeated")
    else:
        assert table.boxes(table.troll) == second
    assert (bonus(table.ana), bonus(table.troll)) == dice


def test_armour_and_weapon_change_what_is_marked(table: Table) -> None:
    met = party(table.ana, 3, weapon=1), party(table.troll, 1, armor=2)

    meet(table, *met)

    assert table.boxes(table.troll) == "v....."


def test_a_better_defence_leaves_bonus_dice_for_the_next_roll(table: Table) -> None:
    meet(table, party(table.troll, 1), party(table.ana, 3), "defensive")

    assert (table.boxes(table.ana), bonus(table.ana)) == ("......", 2)
    assert reads(table, "spectator") == [
        "Troll – Ana · defensive exchange, 1 : 3 · The defence was better: nobody is hurt.",
        "Ana · 2 bonus dice on the next roll",
    ]
    table.next_round()
    assert bonus(table.ana) == 2


def test_an_exchange_is_one_entry_and_one_undo(table: Table) -> None:
    before = len(table.log())
    met = meet(table, party(table.ana, 2), party(table.troll, 3), "parallel", note="a brawl")
    assert len(table.log()) == before + 1

    journal.undo(viewer=table.gm, entry_key=met.key)

    assert (table.boxes(table.ana), table.boxes(table.troll)) == ("......", "......")


def test_the_same_token_marks_nothing_twice(table: Table) -> None:
    met = party(table.ana, 4), party(table.troll, 1)
    first = meet(table, *met, token="once")

    assert meet(table, *met, token="once") == first
    with pytest.raises(Repeated):
        meet(table, *met, "parallel", token="once")

    assert table.boxes(table.troll) == "..v..."


def test_nobody_meets_themselves(table: Table) -> None:
    with pytest.raises(Refused):
        meet(table, party(table.ana, 4), party(table.ana, 1))

    assert table.boxes(table.ana) == "......"


def test_nobody_meets_someone_who_was_removed(table: Table) -> None:
    remove_character(viewer=table.gm, character=table.troll)

    with pytest.raises(Stale) as stale:
        meet(table, party(table.ana, 4), party(table.troll, 1))

    assert stale.value.reason == "target_gone"


# --- rolls


def test_a_roll_brings_its_level_and_its_pool(table: Table) -> None:
    rolled = roll(table, table.ana, 1, 1, 0, source="reason", ability=2, by=table.player)

    meet(table, party(table.ana, source="vigor", roll=rolled.key), party(table.troll, 1))

    assert table.boxes(table.troll) == "..r..."


def test_a_roll_of_no_pool_hurts_in_the_pool_that_was_chosen(table: Table) -> None:
    dice = Scripted((1, 1, 0))
    rolling.roll(viewer=table.gm, throw=FudgeThrow(), character=table.ana.key, rng=dice)
    [rolled] = Roll.objects.offered_to(table.ana)

    meet(table, party(table.ana, source="instinct", roll=rolled.key), party(table.troll))

    assert table.boxes(table.troll) == ".i...."


def test_a_roll_is_used_once(table: Table) -> None:
    rolled = roll(table, table.ana, 1, 1, 0)
    met = party(table.ana, roll=rolled.key), party(table.troll, 1)
    meet(table, *met)

    with pytest.raises(Stale) as stale:
        meet(table, *met)

    assert stale.value.reason == "roll_used"
    assert table.boxes(table.troll) == "v....."
    assert Roll.objects.offered_to(table.ana) == []


@pytest.mark.parametrize("level", [0, 2], ids=["won", "a tie"])
def test_taking_back_the_exchange_frees_its_roll(table: Table, level: int) -> None:
    rolled = roll(table, table.ana, 1, 1, 0)
    met = party(table.ana, roll=rolled.key), party(table.troll, level)
    first = meet(table, *met)

    journal.undo(viewer=table.gm, entry_key=first.key)
    assert Roll.objects.offered_to(table.ana) == [rolled]
    meet(table, *met)

    assert Roll.objects.offered_to(table.ana) == []


def test_redoing_the_exchange_uses_its_roll_again(table: Table) -> None:
    rolled = roll(table, table.ana, 1, 1, 0)
    met = meet(table, party(table.ana, roll=rolled.key), party(table.troll, 1))
    undone = journal.undo(viewer=table.gm, entry_key=met.key)
    assert undone is not None

    journal.redo(viewer=table.gm, entry_key=undone.key)

    assert Roll.objects.offered_to(table.ana) == []
    assert table.boxes(table.troll) == "v....."


def test_a_roll_used_elsewhere_keeps_the_exchange_undone(table: Table) -> None:
    rolled = roll(table, table.ana, 1, 1, 0)
    met = meet(table, party(table.ana, roll=rolled.key), party(table.troll, 1))
    undone = journal.undo(viewer=table.gm, entry_key=met.key)
    meet(table, party(table.ana, roll=rolled.key), party(table.bo, 1))
    assert undone is not None

    with pytest.raises(Stale):
        journal.redo(viewer=table.gm, entry_key=undone.key)

    assert table.boxes(table.troll) == "......"


def test_a_tie_is_told_and_so_is_taking_it_back(table: Table) -> None:
    rolled = roll(table, table.ana, 1, 1, 0)
    tie = meet(table, party(table.ana, roll=rolled.key), party(table.lich, 2))
    assert reads(table, "gm") == ["Ana – Lich · opposed exchange, 2 : 2 · Nobody is hurt."]

    journal.undo(viewer=table.gm, entry_key=tie.key)

    assert reads(table, "gm") == ["Ana – Lich · undone: opposed exchange, 2 : 2"]
    assert reads(table, "player") == []


def test_the_roll_of_somebody_else_is_no_level(table: Table) -> None:
    rolled = roll(table, table.bo, 1, 1, 0)

    for key in (rolled.key, "no-such-roll", "nul\x00"):
        with pytest.raises(Stale) as stale:
            meet(table, party(table.ana, roll=key), party(table.troll, 1))
        assert stale.value.reason == "roll_gone"


# --- who reads of it


@roles
def test_what_was_compared_is_read_by_those_who_see_both(table: Table, role: str) -> None:
    meet(table, party(table.troll, 4), party(table.bo, 1))

    assert reads(table, role) == [
        "Troll – Bo · opposed exchange, 4 : 1 · Harm 0 : 3.",
        "Bo · harm 3 · Box 3 was free: scratched in Vigor. 1 penalty die on any action next round.",
    ]


@roles
def test_the_levels_of_someone_hidden_are_not_told(table: Table, role: str) -> None:
    meet(table, party(table.lich, 4), party(table.bo, 1))

    assert [line.partition(" · ")[0] for line in reads(table, role)] == ["Bo"]
    assert "Lich – Bo · opposed exchange, 4 : 1 · Harm 0 : 3." in reads(table, "gm")


@roles
def test_the_levels_of_someone_seen_by_name_are_not_told(table: Table, role: str) -> None:
    meet(table, party(table.bo, 1), party(table.crone, 4))

    assert reads(table, role)[0] == "Bo – Crone · an exchange"


@roles
def test_taking_it_back_tells_no_levels_of_someone_hidden(table: Table, role: str) -> None:
    met = meet(table, party(table.bo, 1), party(table.lich, 4), "parallel")

    journal.undo(viewer=table.gm, entry_key=met.key)

    assert reads(table, role) == ["Bo · undone: harm 4"]


@roles
def test_what_was_compared_is_hidden_with_either_of_them(table: Table, role: str) -> None:
    meet(table, party(table.troll, 4), party(table.bo, 1))
    met = table.campaign.entries.latest("seq")
    table.edit(table.troll, visibility=str(Visibility.HIDDEN))

    assert [line.partition(" · ")[0] for line in reads(table, role, met)] == ["Bo"]


@roles
def test_the_level_of_a_secret_roll_stays_secret(table: Table, role: str) -> None:
    rolled = roll(table, table.troll, 1, 1, 1, is_secret=True)

    meet(table, party(table.troll, roll=rolled.key), party(table.bo))

    assert [line.partition(" · ")[0] for line in reads(table, role)] == ["Bo"]


# --- escalation


def test_an_escalation_gives_its_winner_the_difference(table: Table) -> None:
    exchanges.escalate(
        viewer=table.gm, character=table.ana.key, winner_level=4, loser_level=2, token="once"
    )
    exchanges.escalate(
        viewer=table.gm, character=table.ana.key, winner_level=4, loser_level=2, token="once"
    )

    assert bonus(table.ana) == 2
    assert reads(table, "spectator") == ["Ana · escalation · 2 bonus dice on the next roll."]


def test_an_escalation_without_a_lead_gives_nothing(table: Table) -> None:
    before = table.log()

    entry = exchanges.escalate(
        viewer=table.gm, character=table.ana.key, winner_level=2, loser_level=2
    )

    assert entry is None
    assert (table.log(), points(table.ana, "vigor")) == (before, 5)
