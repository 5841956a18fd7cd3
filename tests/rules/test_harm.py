"""`harm` at the edges of its examples, and what holds for every condition."""

import random
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from combat.rules import harm
from combat.rules.harm import Condition, Given, Pools, Side, Traits
from combat.rules.ruleset import COUNTER_LIMIT, Refused

pools = st.sampled_from(harm.POOLS)
points = st.integers(0, 8)


@st.composite
def conditions(draw: st.DrawFn) -> Condition:
    boxes = draw(st.tuples(*[st.none() | pools] * 6))
    ticked = [box for box, tick in enumerate(boxes, 1) if tick]
    return Condition(
        boxes=boxes,
        fresh=tuple(box for box in ticked if draw(st.booleans())),
        scratch_dice=draw(st.integers(0, 4)),
        scratch_dice_next=draw(st.integers(0, 4)),
        pools=Pools(draw(points), draw(points), draw(points)),
        out=draw(st.sampled_from([None, "defeated", "gave_up"])),
    )


sides = st.builds(Side, st.integers(-5, 9), st.none() | st.integers(0, 4), st.integers(0, 4))
hits = st.builds(harm.Harm, st.integers(0, 9), pools)
actions = st.one_of(
    hits,
    st.builds(harm.Check, pools),
    st.builds(harm.EndRound),
    st.builds(harm.EndConflict),
    st.builds(harm.GiveUp),
    st.builds(harm.ShakeOut),
    st.builds(harm.Heal, st.integers(1, 6)),
    st.builds(harm.Opposed, sides, sides),
    st.builds(harm.Parallel, sides, sides),
    st.builds(harm.Defensive, sides, sides),
    st.builds(harm.Escalate, st.integers(-5, 9), st.integers(-5, 9)),
)


def ticked(condition: Condition) -> int:
    return sum(tick is not None for tick in condition.boxes)


def apply(condition: Condition, action: harm.Action) -> harm.Condition:
    return harm.apply(Traits(), condition, action, harm.Options()).condition


@given(conditions(), hits)
def test_a_hit_ticks_one_box_or_ends_the_conflict(condition: Condition, hit: harm.Harm) -> None:
    outcome = harm.hurt(condition, hit)

    after, effect = outcome.condition, outcome.effect
    if effect.level is None:
        assert (hit.amount, after) == (0, condition)
    elif effect.level == "defeated":
        assert effect.harm == max(7, hit.amount)
        assert after == replace(condition, out="defeated")
    else:
        assert condition.boxes[effect.harm - 1] is None
        assert after.boxes[effect.harm - 1] == hit.source
        assert ticked(after) == ticked(condition) + 1
        assert effect.harm >= hit.amount
        assert all(condition.boxes[box - 1] for box in range(hit.amount, effect.harm))
        assert effect.taken == tuple(range(hit.amount, effect.harm))


@given(conditions(), st.lists(actions, max_size=6))
def test_every_condition_that_is_reached_is_possible(
    condition: Condition, played: list[harm.Action]
) -> None:
    for action in played:
        with suppress(Refused):
            condition = apply(condition, action)

        harm.check(Traits(), condition)
        assert len(condition.boxes) == 6
        assert harm.fit(Traits(), condition) == condition


@given(conditions(), actions)
def test_the_same_action_gives_the_same_outcome(condition: Condition, action: harm.Action) -> None:
    def attempt() -> object:
        try:
            return harm.apply(Traits(), condition, action, harm.Options())
        except Refused as refused:
            return refused.code, refused.facts

    before = repr(condition)

    assert attempt() == attempt()
    assert repr(condition) == before


@given(conditions(), st.integers(1, 6))
def test_healing_pays_the_number_of_the_box(condition: Condition, box: int) -> None:
    source = condition.boxes[box - 1]
    assume(source is not None and getattr(condition.pools, source) >= box)

    outcome = harm.heal(condition, box)

    after, effect = outcome.condition, outcome.effect
    assert (effect.source, effect.points) == (source, box)
    assert after.boxes == (*condition.boxes[: box - 1], None, *condition.boxes[box:])
    assert sum(astuple(after.pools)) == sum(astuple(condition.pools)) - box
    assert getattr(after.pools, effect.source) == getattr(condition.pools, effect.source) - box
    assert after.scratch_dice == condition.scratch_dice
    assert box not in after.fresh


@pytest.mark.parametrize(("box", "code"), [(2, "box_not_marked"), (3, "not_enough_points")])
def test_healing_that_cannot_be_is_refused(box: int, code: str) -> None:
    condition = Condition(
        boxes=(None, None, "reason", None, None, None), pools=Pools(vigor=9, reason=2)
    )

    with pytest.raises(Refused) as refusal:
        harm.heal(condition, box)

    assert refusal.value.code == code


@given(conditions())
def test_shaking_out_moves_ticks_down_and_loses_none(condition: Condition) -> None:
    outcome = harm.shake_out(condition)

    after = outcome.condition
    ticks = [tick for tick in condition.boxes if tick]
    assert after.boxes == (*ticks, *[None] * (6 - len(ticks)))
    assert after == replace(condition, boxes=after.boxes, fresh=())
    assert all(slide.to < slide.box for slide in outcome.effect.slides)


@given(conditions(), pools)
def test_penalty_dice_are_what_the_screen_says(condition: Condition, source: harm.Pool) -> None:
    waiting = harm.waiting_dice(condition)

    checked = harm.price(condition, source)

    now = waiting.any_now + (source in waiting.pools_now) + waiting.broken_now
    assert checked.penalty_dice == now
    assert checked.pool_cost == waiting.broken_now


@given(conditions(), pools)
def test_what_waits_for_the_next_round_counts_when_it_comes(
    condition: Condition, source: harm.Pool
) -> None:
    waiting = harm.waiting_dice(condition)

    following = harm.waiting_dice(apply(condition, harm.EndRound()))

    assert following.any_now == waiting.any_next
    assert set(following.pools_now) == {*waiting.pools_now, *waiting.pools_next}
    assert following.broken_now == (waiting.broken_now or waiting.broken_next)
    assert (following.any_next, following.pools_next, following.broken_next) == (0, (), False)


@given(sides, sides)
def test_an_exchange_reads_the_same_from_either_side(a: Side, b: Side) -> None:
    for kind in (harm.Opposed, harm.Parallel):
        seen, mirrored = harm.compare(kind(a, b)), harm.compare(kind(b, a))

        assert (seen.harm.a, seen.harm.b) == (mirrored.harm.b, mirrored.harm.a)
        assert seen.bonus_dice == harm.Sides(0, 0)


@given(sides, sides)
def test_in_a_defensive_exchange_only_the_defender_can_be_hurt(a: Side, b: Side) -> None:
    compared = harm.compare(harm.Defensive(a, b))

    assert (compared.harm.a, compared.bonus_dice.a) == (0, 0)
    assert compared.harm.b == harm.compare(harm.Opposed(a, b)).harm.b
    assert compared.bonus_dice.b == max(0, compared.levels.b - compared.levels.a)


def test_a_loser_in_armour_is_not_healed_by_it() -> None:
    compared = harm.compare(harm.Opposed(Side(level=2), Side(level=1, armor=4)))

    assert compared.harm == harm.Sides(0, 0)


@pytest.mark.parametrize(
    ("winner", "loser", "dice"), [(4, 2, 2), (2, 2, 0), (1, 3, 0), (3, -2, 3), (0, -2, 0)]
)
def test_the_winner_of_an_escalated_roll_starts_ahead(winner: int, loser: int, dice: int) -> None:
    escalated = harm.escalate(harm.Escalate(winner_level=winner, loser_level=loser))

    assert escalated.bonus_dice == dice


def test_giving_up_replaces_an_earlier_defeat() -> None:
    outcome = harm.give_up(Condition(out="defeated"))

    assert outcome.condition.out == "gave_up"
    assert outcome.effect.out_before == "defeated"


def test_healing_a_fresh_scratch_leaves_its_die() -> None:
    scratched = apply(Condition(pools=Pools(vigor=1)), harm.Harm(1, "vigor"))

    healed = apply(scratched, harm.Heal(1))

    assert healed == Condition(scratch_dice_next=1)


def test_a_counter_at_its_end_takes_no_further_scratch() -> None:
    full = Condition(scratch_dice_next=COUNTER_LIMIT)

    with pytest.raises(Refused) as refusal:
        harm.hurt(full, harm.Harm(1, "vigor"))

    assert refusal.value.code == "invalid_request"


def test_standing_is_the_worst_box_ticked() -> None:
    assert harm.standing(Condition()) is None
    assert harm.standing(Condition(boxes=("vigor", None, None, None, None, "reason"))) == "broken"


def test_a_new_character_has_its_starting_points() -> None:
    traits = Traits(pools=harm.StartingPools(vigor=4))

    assert harm.RULESET.unharmed(traits) == Condition(pools=Pools(vigor=4))


@pytest.mark.parametrize(
    ("given_condition", "reason"),
    [
        (Given(boxes=("vigor", "vigor", *[None] * 4), fresh=(2, 1)), "fresh_not_ascending"),
        (Given(boxes=("vigor", "vigor", *[None] * 4), fresh=(1, 1)), "fresh_not_ascending"),
        (Given(boxes=("vigor", *[None] * 5), fresh=(1, 2)), "fresh_not_ticked"),
    ],
)
def test_an_impossible_condition_is_named(given_condition: Given, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        harm.check(Traits(), given_condition)

    assert (refusal.value.code, refusal.value.facts["reason"]) == ("invalid_request", reason)


def test_ten_thousand_hits_never_pass_the_sixth_box() -> None:
    rng = random.Random(20)
    condition = Condition()

    for _ in range(10_000):
        condition = apply(condition, harm.Harm(rng.randint(0, 9), rng.choice(harm.POOLS)))

    assert ticked(condition) == 6
    assert condition.out == "defeated"
