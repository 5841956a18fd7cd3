"""`health`: time, Faith and repairs."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from combat.rules import health
from combat.rules.health import Condition, Traits
from combat.rules.ruleset import COUNTER_LIMIT, Refused
from tests.rules.test_health import DEAD, apply, characters, kinds, play, units


@given(characters(), kinds)
def test_faith_pays_one_point_for_all_bashing_or_one_lethal(
    character: tuple[Traits, Condition], kind: health.Kind
) -> None:
    traits, condition = character
    mark = health.MARKS[kind]
    possible = not condition.dead and condition.faith and mark in condition.marks
    assume(possible and kind != "aggravated")

    outcome = health.spend_faith(traits, condition, health.SpendFaith(kind))

    gone = condition.marks.count("/") if kind == "bashing" else 1
    assert outcome.condition == replace(
        condition, marks=condition.marks.replace(mark, "", gone), faith=condition.faith - 1
    )
    effect, after = outcome.effect, outcome.condition
    assert (effect.levels, effect.faith) == (gone, condition.faith - 1)
    assert (effect.was, effect.status) == (
        health.status_of(traits, condition),
        health.status_of(traits, after),
    )
    assert effect.wound_penalty == health.wound_penalty(traits, after)


@pytest.mark.parametrize(
    ("condition", "kind", "code"),
    [
        (DEAD, "aggravated", "nothing_to_heal"),
        (Condition(), "aggravated", "not_healable_by_faith"),
        (Condition("*"), "bashing", "no_faith"),
        (Condition("*", faith=1), "bashing", "nothing_to_heal"),
        (Condition("*/", faith=1), "lethal", "nothing_to_heal"),
    ],
)
def test_faith_that_cannot_heal_is_refused_for_the_first_reason(
    condition: Condition, kind: health.Kind, code: str
) -> None:
    with pytest.raises(Refused) as refusal:
        health.spend_faith(Traits(), condition, health.SpendFaith(kind))

    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("condition", "levels"), [(Condition("X/"), 2), (Condition(), 1), (DEAD, 0), (DEAD, 1)]
)
def test_healing_that_cannot_be_is_refused(condition: Condition, levels: int) -> None:
    with pytest.raises(Refused) as refusal:
        health.heal(Traits(), condition, health.Heal("lethal", levels))

    assert refusal.value.code == "nothing_to_heal"


def test_lethal_may_be_healed_before_bashing_when_the_table_says_so() -> None:
    healed = health.heal(Traits(), Condition("*XXX///"), health.Heal("lethal", 2))

    assert healed.condition.marks == "*X///"
    assert (healed.effect.was, healed.effect.status, healed.effect.wound_penalty) == (
        "unconscious",
        "active",
        -2,
    )


@given(characters(), st.integers(0, 400), units)
def test_rest_heals_level_by_level_and_never_more_than_time_allows(
    character: tuple[Traits, Condition], amount: int, unit: health.Unit
) -> None:
    traits, condition = character

    outcome = play(traits, condition, health.Rest(amount, unit))

    after, effect = outcome.condition, outcome.effect
    assert condition.marks.startswith(after.marks)
    assert len(condition.marks) - len(after.marks) == (
        effect.bashing + effect.lethal + effect.aggravated
    )
    assert effect.hours == amount * health.HOURS[unit]
    assert 0 <= effect.hours_left <= effect.hours
    coming = health.next_healing(traits, after)
    if coming:
        assert coming.time.amount * health.HOURS[coming.time.unit] > effect.hours_left


def test_the_lowest_filled_level_heals_next() -> None:
    bruised, hurt = (health.next_healing(Traits(), Condition(marks)) for marks in ("X/", "*X"))

    assert bruised == health.Healing("bashing", "hurt", health.Span(1, "hour"))
    assert hurt == health.Healing("lethal", "hurt", health.Span(3, "day"))
    assert health.next_healing(Traits(), Condition()) is None
    assert health.next_healing(Traits(), DEAD) is None


def test_a_night_heals_bashing_and_a_year_heals_everything() -> None:
    beaten = Condition("*X/////")

    night = play(Traits(), beaten, health.Rest(22, "hour"))
    year = play(Traits(), beaten, health.Rest(12, "month"))

    assert (night.condition.marks, night.effect.bashing, night.effect.hours_left) == ("*X/", 4, 0)
    assert (night.effect.was, night.effect.status) == ("unconscious", "active")
    assert night.effect.wound_penalty == -1
    assert (year.condition.marks, year.effect.lethal, year.effect.aggravated) == ("", 1, 1)


@pytest.mark.parametrize(
    ("kind", "times"),
    [
        ("bashing", ["1 hour", "1 hour", "1 hour", "1 hour", "3 hours", "6 hours", "12 hours"]),
        (
            "aggravated",
            ["1 day", "3 days", "1 week", "1 month", "2 months", "3 months", "5 months"],
        ),
    ],
)
def test_each_level_has_its_healing_time(kind: health.Kind, times: list[str]) -> None:
    asked = [health.HealingTime(kind, level.name) for level in health.SEVEN]

    effects = [play(Traits(), Condition(), ask).effect for ask in asked]

    assert [effect.time for effect in effects] == times


def test_armour_that_was_repaired_soaks_again() -> None:
    guard = Traits(armor=3)
    torn = Condition(armor_destroyed=True)

    mended = play(guard, torn, health.RepairArmor())

    assert health.soak_pool(guard, torn, "lethal").dice == 0
    assert health.soak_pool(guard, mended.condition, "lethal").dice == 3
    assert mended.effect.was_destroyed
    assert mended.condition == Condition()


def test_faith_is_gained_and_used_but_never_below_nothing() -> None:
    full = apply(Traits(), Condition(faith=1), health.GainFaith(2))

    assert apply(Traits(), full, health.UseFaith(3)).faith == 0
    with pytest.raises(Refused) as refusal:
        apply(Traits(), full, health.UseFaith(4))
    assert refusal.value.code == "no_faith"
    with pytest.raises(Refused) as refusal:
        apply(Traits(), Condition(faith=COUNTER_LIMIT), health.GainFaith(1))
    assert refusal.value.code == "invalid_request"


@pytest.mark.parametrize("boundary", [health.EndRound(), health.EndScene()])
def test_nothing_heals_because_a_scene_is_over(boundary: health.Action) -> None:
    assert apply(Traits(), Condition("XX"), boundary) == Condition("XX")
