"""`scars`: the degree of the soul."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from combat.rules import scars
from combat.rules.scars import (
    Condition,
    Options,
    Sin,
    Split,
    Traits,
)
from tests.rules.test_scars import (
    AVERAGE,
    characters,
    code_of,
    degrees,
    few,
)


def apply(condition: Condition, *played: scars.Action) -> Condition:
    for action in played:
        condition = scars.apply(AVERAGE, condition, action, Options()).condition
    return condition


def shared(points: int, will: int) -> Split:
    return Split(min(will, points), points - min(will, points))


@given(characters, st.integers(1, 10), st.sampled_from(["hold", "fall"]), few)
def test_a_sin_costs_the_soul_less_the_sin_and_one(
    character: tuple[Traits, Condition], degree: int, choice: scars.Choice, share: int
) -> None:
    owner, condition = character
    points = max(0, condition.soul - degree + 1)
    split = shared(points, share)

    outcome = scars.sin(owner, condition, Sin(degree, choice, split))

    after, effect = outcome.condition, outcome.effect
    assert effect.points == points
    if points == 0:
        assert (after, effect.degree) == (condition, None)
        return
    assert effect.degree == ("S" if choice == "hold" else "O")
    assert after.soul == condition.soul - (choice == "fall")
    assert effect.soul == after.soul
    assert sum(sum(astuple(each.wounds)) for each in effect.struck) == points
    assert 0 <= after.soul <= 10


@given(characters, st.integers(1, 10), few)
def test_both_choices_of_a_sin_are_worked_out(
    character: tuple[Traits, Condition], degree: int, share: int
) -> None:
    owner, condition = character
    split = shared(scars.price(condition.soul, degree), share)

    weighed = scars.weigh(owner, condition, degree, split)

    assert weighed.points == split.will + split.sanity
    assert weighed.hold == scars.sin(owner, condition, Sin(degree, "hold", split))
    assert weighed.fall == scars.sin(owner, condition, Sin(degree, "fall", split))


@given(characters, st.integers(1, 10), few, st.sampled_from(["hold", "fall"]))
def test_a_split_that_costs_more_or_less_is_refused(
    character: tuple[Traits, Condition], degree: int, share: int, choice: scars.Choice
) -> None:
    owner, condition = character
    points = scars.price(condition.soul, degree)
    split = shared(points, share)

    for wrong in (replace(split, will=split.will + 1), Split(0, abs(points - 1))):
        assert code_of(owner, condition, Sin(degree, choice, wrong)) == "split_must_add_up"


@given(characters, degrees, st.sampled_from(scars.MENTAL_SCARS))
def test_breaking_a_limit_costs_one_point_and_no_soul(
    character: tuple[Traits, Condition], degree: scars.Degree, scar: scars.MentalScar
) -> None:
    owner, condition = character

    outcome = scars.break_limit(owner, condition, scars.SoulLimit(degree, scar))

    struck = scars.strike(owner, condition.scars, scar, scars.wounds_of(degree, 1))
    assert outcome.condition == replace(condition, scars=struck[0])
    assert astuple(outcome.effect) == astuple(struck[1])
