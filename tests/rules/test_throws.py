"""Dice of no ruleset: Fudge dice, sums and successes."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.rules.ruleset import Refused
from combat.rules.throws import FudgeThrow, PoolThrow, fall
from tests.rules.scripted import Scripted

few = st.integers(0, 6)
modifiers = st.integers(-5, 5)


@given(modifiers, few, few, st.randoms(use_true_random=False))
def test_fudge_dice_add_an_ability_to_the_three_that_count(
    ability: int, bonus: int, penalty: int, rng: Random
) -> None:
    rolled = fall(FudgeThrow(ability, bonus, penalty), rng)

    counted = [face for face, counts in zip(rolled.faces, rolled.counted, strict=True) if counts]
    assert len(counted) == 3
    assert rolled.total == sum(counted) + ability
    assert (rolled.dice, rolled.modifier) == ("fudge", ability)
    assert (rolled.bonus, rolled.penalty) == (bonus, penalty)


@given(st.sampled_from([6, 10]), st.integers(0, 20), modifiers, st.randoms(use_true_random=False))
def test_a_pool_without_a_difficulty_adds_up(
    sides: int, count: int, modifier: int, rng: Random
) -> None:
    rolled = fall(PoolThrow(6 if sides == 6 else 10, count, modifier), rng)

    assert len(rolled.faces) == count
    assert all(1 <= face <= sides for face in rolled.faces)
    assert rolled.total == sum(rolled.faces) + modifier
    assert all(rolled.counted)
    assert (rolled.dice, rolled.modifier) == (f"d{sides}", modifier)
    assert (rolled.difficulty, rolled.botch) == (None, False)


@pytest.mark.parametrize(
    ("faces", "ones_cancel", "modifier", "successes", "botch"),
    [
        ((10, 8, 6, 1, 1, 3), True, 0, 1, False),
        ((10, 8, 6, 1, 1, 3), False, 0, 3, False),
        ((1, 2, 3, 4), True, 0, 0, True),
        ((6, 1), True, 0, 0, False),
        ((2, 3), True, -4, 0, False),
        ((8, 3), True, 2, 3, False),
    ],
)
def test_successes_against_six(
    faces: tuple[int, ...], ones_cancel: bool, modifier: int, successes: int, botch: bool
) -> None:
    throw = PoolThrow(10, len(faces), modifier, difficulty=6, ones_cancel=ones_cancel)

    rolled = fall(throw, Scripted(faces))

    assert (rolled.total, rolled.botch) == (successes, botch)
    assert (rolled.dice, rolled.faces, rolled.modifier) == ("d10", faces, modifier)
    assert (rolled.difficulty, rolled.ones_cancel) == (6, ones_cancel)
    assert rolled.counted == tuple(face >= 6 for face in faces)


def test_an_ability_or_a_modifier_that_is_not_given_adds_nothing() -> None:
    assert fall(FudgeThrow(), Scripted((1, 1, 0))).total == 2
    assert fall(PoolThrow(6, 2), Scripted((3, 4))).total == 7


def test_ones_take_nothing_away_unless_it_is_said() -> None:
    assert fall(PoolThrow(10, 3, difficulty=6), Scripted((10, 8, 1))).total == 2


def test_of_four_fudge_dice_four_count() -> None:
    rolled = fall(FudgeThrow(ability=1, penalty=1, count=4), Scripted((1, 1, -1, 0, 1)))

    assert (rolled.total, rolled.counted) == (1 + 1, (True, True, True, True, False))


def test_a_hundred_and_one_dice_are_too_many() -> None:
    with pytest.raises(Refused) as refusal:
        fall(FudgeThrow(bonus=98), Random(1))

    assert refusal.value.facts == {"dice": 101, "limit": 100}
