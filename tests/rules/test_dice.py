from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.rules import dice
from combat.rules.ruleset import Refused

few = st.integers(0, 6)


@given(few, few, st.randoms(use_true_random=False))
def test_bonus_dice_never_hurt_and_penalty_dice_never_help(
    bonus: int, penalty: int, rng: Random
) -> None:
    faces = dice.fudge(rng, dice.fudge_dice(bonus, penalty))

    kept = dice.keep(faces, bonus, penalty)

    in_order = sorted(faces, reverse=bonus > penalty)
    assert kept.total == sum(in_order[:3])
    assert sum(kept.counted) == 3
    counted = [face for face, counts in zip(faces, kept.counted, strict=True) if counts]
    assert kept.total == sum(counted)


def test_a_fudge_die_shows_minus_nothing_and_plus_and_no_more() -> None:
    assert set(dice.fudge(Random(1), 100)) == {-1, 0, 1}


def test_a_ten_sided_die_shows_one_to_ten() -> None:
    assert set(dice.pool(Random(1), 100, 10)) == set(range(1, 11))


@pytest.mark.parametrize(
    ("bonus", "penalty", "thrown"), [(0, 0, 3), (2, 0, 5), (0, 2, 5), (2, 1, 4), (2, 2, 3)]
)
def test_bonus_and_penalty_dice_cancel_one_for_one(bonus: int, penalty: int, thrown: int) -> None:
    assert dice.fudge_dice(bonus, penalty) == thrown


def test_a_hundred_dice_may_be_rolled_at_once() -> None:
    assert len(dice.pool(Random(1), 100, 6)) == 100


def test_a_roll_with_a_die_missing_is_not_counted() -> None:
    with pytest.raises(Refused) as refusal:
        dice.keep((1, 0, 1), bonus=1, penalty=0)

    assert refusal.value.code == "wrong_number_of_dice"
    assert refusal.value.facts == {"dice": 3, "needed": 4}


@pytest.mark.parametrize("roll", [dice.fudge, lambda rng, n: dice.pool(rng, n, 10)])
def test_nobody_rolls_a_thousand_dice(roll: object) -> None:
    with pytest.raises(Refused) as refusal:
        roll(Random(1), 1_000)  # type: ignore[operator]

    assert refusal.value.code == "too_many_dice"


@given(st.lists(st.integers(1, 10), max_size=20), st.integers(2, 10))
def test_ones_take_successes_away_on_action_rolls_only(faces: list[int], difficulty: int) -> None:
    plain = dice.successes(faces, difficulty, ones_cancel=False)
    action = dice.successes(faces, difficulty, ones_cancel=True)

    assert plain.successes == len([face for face in faces if face >= difficulty])
    assert action.successes == max(0, plain.successes - faces.count(1))
    assert not plain.botch
    assert action.botch == (plain.successes == 0 and 1 in faces)


def test_a_success_taken_away_by_a_one_is_no_botch() -> None:
    assert dice.successes((8, 1, 1), 6, ones_cancel=True) == dice.Count(0, botch=False)
