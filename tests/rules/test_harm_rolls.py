"""`harm`: rolls, bonus dice that wait, and points of the pools."""

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.json import decode, encode
from msgspec.structs import replace

from combat.rules import dice, harm
from combat.rules.harm import Condition, Given, Pools, StartingPools, Traits
from combat.rules.ruleset import COUNTER_LIMIT, Refused
from tests.rules.test_harm import actions, conditions, hits, pools

points = st.integers(0, 8)
starts = st.builds(Traits, st.builds(StartingPools, points, points, points))
faces = st.integers(-1, 1)
boosted = st.builds(
    lambda condition, dice: replace(condition, bonus_dice=dice), conditions(), st.integers(1, 5)
)
BROKEN = Condition(boxes=(None, None, None, None, None, "vigor"))


@given(boosted, actions)
def test_bonus_dice_wait_through_everything_but_the_end_of_the_conflict(
    condition: Condition, action: harm.Action
) -> None:
    try:
        after = harm.apply(Traits(), condition, action, harm.Options()).condition
    except Refused:
        assume(False)

    assert after.bonus_dice == (
        UNSET if isinstance(action, harm.EndConflict) else condition.bonus_dice
    )


@given(boosted)
def test_the_end_of_the_conflict_says_how_many_bonus_dice_are_gone(condition: Condition) -> None:
    ended = harm.end_conflict(condition)

    assert ended.effect.expired_bonus_dice == condition.bonus_dice
    assert ended.condition == Condition(boxes=condition.boxes, pools=condition.pools)


@given(boosted, hits, st.integers(1, 9))
def test_bonus_dice_change_nothing_about_a_hit(
    condition: Condition, hit: harm.Harm, dice: int
) -> None:
    without = harm.hurt(replace(condition, bonus_dice=UNSET), hit)

    assert harm.hurt(condition, hit).effect == without.effect
    gained = harm.gain_bonus(condition, harm.GainBonus(dice)).condition
    assert replace(gained, bonus_dice=UNSET) == replace(condition, bonus_dice=UNSET)


def test_a_condition_without_waiting_dice_is_stored_without_the_key() -> None:
    used = harm.fit(Traits(), Given(bonus_dice=0))

    assert "bonus_dice" not in decode(encode(used))
    assert decode(encode(Condition(bonus_dice=2)))["bonus_dice"] == 2
    assert harm.fit(Traits(), Given(bonus_dice=2)).bonus_dice == 2


def test_bonus_dice_cannot_pass_what_a_condition_can_keep() -> None:
    full = Condition(bonus_dice=COUNTER_LIMIT)

    with pytest.raises(Refused) as refusal:
        harm.gain_bonus(full, harm.GainBonus(1))

    assert refusal.value.facts["reason"] == "counter_full"


@given(conditions() | boosted, pools, st.integers(0, 10), st.integers(0, 3), st.data())
def test_a_roll_gives_what_its_plan_says(
    condition: Condition, source: harm.Pool, ability: int, bought: int, data: st.DataObject
) -> None:
    try:
        plan = harm.plan_roll(condition, source, bought)
    except Refused:
        assume(False)
    thrown = tuple(data.draw(st.tuples(*[faces] * plan.dice)))

    rolled = harm.roll(condition, harm.Roll(source, ability, thrown, bought))

    effect = rolled.effect
    kept = dice.keep(thrown, plan.bonus, plan.penalty)
    assert (effect.faces, effect.counted) == (thrown, kept.counted)
    assert effect.total == kept.total + ability
    assert effect.points == plan.points == bought + plan.checked.pool_cost
    assert getattr(rolled.condition.pools, source) == plan.left
    assert rolled.condition.bonus_dice is UNSET
    untouched = replace(rolled.condition, pools=condition.pools, bonus_dice=condition.bonus_dice)
    assert untouched == condition


@given(conditions() | boosted, pools, st.integers(0, 3))
def test_a_plan_costs_nothing_more_than_there_is(
    condition: Condition, source: harm.Pool, bought: int
) -> None:
    there = getattr(condition.pools, source)
    checked = harm.price(condition, source)

    if not checked.allowed:
        code = "action_impossible"
    elif there < checked.pool_cost + bought:
        code = "not_enough_points"
    else:
        assert harm.plan_roll(condition, source, bought).left >= 0
        return
    with pytest.raises(Refused) as refusal:
        harm.plan_roll(condition, source, bought)

    assert refusal.value.code == code


def test_a_plain_roll_throws_three_dice_and_costs_nothing() -> None:
    plan = harm.plan_roll(Condition(), "vigor")

    assert (plan.dice, plan.bonus, plan.penalty, plan.points) == (3, 0, 0, 0)


def test_someone_broken_pays_a_point_and_rolls_a_penalty_die() -> None:
    broken = replace(BROKEN, pools=Pools(reason=2))

    rolled = harm.roll(broken, harm.Roll("reason", 3, (1, 1, 0, -1)))

    assert rolled.effect.total == 3 + 0
    assert (rolled.effect.penalty, rolled.effect.points) == (1, 1)
    assert rolled.condition.pools == Pools(reason=1)


def test_a_die_that_is_bought_falls_and_is_paid() -> None:
    ready = Condition(pools=Pools(reason=2))

    rolled = harm.fall(ready, harm.AbilityThrow("reason", 1, bought=2), Random(3))

    assert (len(rolled.effect.faces), rolled.effect.bonus, rolled.effect.points) == (5, 2, 2)
    assert rolled.effect.source == "reason"
    assert rolled.condition.pools == Pools()


def test_someone_broken_without_a_point_cannot_act() -> None:
    with pytest.raises(Refused) as refusal:
        harm.roll(BROKEN, harm.Roll("reason", 3, (1, 1, 0, -1)))

    assert refusal.value.code == "action_impossible"


@pytest.mark.parametrize("thrown", [(1, 1), (1, 1, 1, 1)])
def test_a_roll_with_dice_too_many_or_too_few_is_refused(thrown: tuple[int, ...]) -> None:
    with pytest.raises(Refused) as refusal:
        harm.roll(Condition(), harm.Roll("vigor", 0, thrown))

    assert refusal.value.code == "wrong_number_of_dice"


@given(starts, conditions(), pools, st.integers(1, 9))
def test_points_come_back_up_to_the_starting_points(
    traits: Traits, condition: Condition, pool: harm.Pool, gain: int
) -> None:
    there, start = getattr(condition.pools, pool), getattr(traits.pools, pool)

    if there + gain <= start:
        regained = harm.regain(traits, condition, harm.Regain(pool, gain))
        assert regained.effect == harm.Regained(pool, gain, there + gain)
        spent = harm.spend(regained.condition, harm.Spend(pool, gain))
        assert spent.condition == condition
        assert spent.effect == harm.Spent(pool, gain, there)
    else:
        with pytest.raises(Refused) as refusal:
            harm.regain(traits, condition, harm.Regain(pool, gain))
        assert refusal.value.code == "pool_full"


@given(starts, conditions())
def test_refreshing_fills_up_and_takes_nothing_away(traits: Traits, condition: Condition) -> None:
    all_three = harm.refresh(traits, condition, harm.Refresh())

    one_by_one = condition
    for pool in harm.POOLS:
        alone = harm.refresh(traits, one_by_one, harm.Refresh(pool))
        assert {gain.pool for gain in alone.effect.gains} <= {pool}
        one_by_one = alone.condition
        there, start = getattr(condition.pools, pool), getattr(traits.pools, pool)
        assert getattr(all_three.condition.pools, pool) == max(there, start)
    assert all_three.condition == one_by_one
    gained = sum(gain.points for gain in all_three.effect.gains)
    assert gained == sum(
        max(0, getattr(traits.pools, pool) - getattr(condition.pools, pool)) for pool in harm.POOLS
    )


def test_a_script_can_roll_and_refresh_too() -> None:
    traits = Traits(StartingPools(vigor=1))
    condition = harm.fit(traits, Given())
    played: list[harm.Action] = [
        harm.GainBonus(1),
        harm.Roll("vigor", 1, (0, 1, 1, -1, 1), bought=1),
        harm.Refresh("vigor"),
        harm.Spend("vigor", 1),
        harm.Regain("vigor", 1),
    ]
    effects = []

    for action in played:
        condition, effect = _played(traits, condition, action)
        effects.append(effect)

    assert condition == harm.fit(traits, Given())
    assert effects[1].total == 4


def _played(traits: Traits, condition: Condition, action: harm.Action) -> tuple[Condition, Any]:
    outcome = harm.apply(traits, condition, action, harm.Options())
    return outcome.condition, outcome.effect
