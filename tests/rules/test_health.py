"""`health`: the track, healing and Faith, for characters with seven levels and with more."""

import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from combat.rules import health
from combat.rules.health import Condition, Damage, Given, Options, Traits
from combat.rules.ruleset import COUNTER_LIMIT, Outcome, Refused

STATUSES = ["active", "unconscious", "dying", "dead"]
WEIGHTS = {"/": 1, "X": 2, "*": 3}

kinds = st.sampled_from(sorted(health.MARKS))
ratings = st.integers(0, 5)
rolled = st.integers(-3, 9)
units = st.sampled_from(sorted(health.HOURS))
traits_ = st.builds(
    Traits,
    kind=st.sampled_from(["mortal", "demon"]),
    strength=ratings,
    dexterity=ratings,
    stamina=ratings,
    brawl=ratings,
    melee=ratings,
    armor=ratings,
    faith=ratings,
    extra_levels=st.just(()) | st.lists(st.sampled_from([0, -1, -2, -5]), max_size=6).map(tuple),
)
options_ = st.builds(
    Options,
    st.sampled_from(["before_damage", "after_damage"]),
    st.sampled_from(["all", "supernatural", "none"]),
)


@st.composite
def characters(draw: st.DrawFn) -> tuple[Traits, Condition]:
    traits = draw(traits_)
    levels = health.count_levels(traits)
    filled = draw(st.integers(0, levels) | st.just(levels))
    marks = "".join(
        sorted(draw(st.lists(st.sampled_from("*X/"), min_size=filled, max_size=filled)))
    )
    condition = Condition(
        marks=marks.replace("/", "") + "/" * marks.count("/"),
        dead=filled == levels and "/" not in marks and draw(st.booleans()),
        armor_destroyed=draw(st.booleans()),
        faith=draw(st.integers(0, 3)),
    )
    return traits, condition


hits = st.builds(Damage, kinds, st.integers(0, 30))
dice = st.lists(st.integers(1, 10), max_size=8).map(tuple)
healings = st.one_of(
    st.builds(health.Heal, kinds, st.integers(0, 4)),
    st.builds(health.SpendFaith, kinds),
    st.builds(health.Rest, st.integers(0, 40), units),
)
computing = st.one_of(
    st.builds(health.SoakPool, kinds),
    st.builds(health.DamagePool, rolled, rolled, rolled),
    st.builds(
        health.Maneuver,
        st.sampled_from(sorted(health.MANEUVERS)),
        st.sampled_from(["brawl", "melee"]),
        st.none() | st.sampled_from(sorted(health.WEAPONS)),
    ),
    st.builds(health.AttackModifiers),
    st.builds(health.Defend, rolled, rolled),
    st.builds(health.ParryCounter, rolled, rolled, ratings),
    st.builds(health.MayBlock, kinds),
    st.builds(health.FullDefence, rolled, st.integers(1, 9)),
    st.builds(health.AbortToDefence, rolled),
    st.builds(health.Ambush, rolled, rolled),
    st.builds(health.ClinchEscape, rolled, rolled),
    st.builds(health.Disarm, rolled, ratings),
    st.builds(health.HealingTime, kinds, st.sampled_from([level.name for level in health.SEVEN])),
    st.builds(health.EndRound),
    st.builds(health.EndScene),
)
actions = st.one_of(
    hits,
    healings,
    computing,
    st.builds(health.Strike, kinds, rolled, dice, dice),
    st.builds(health.RepairArmor),
    st.builds(health.GainFaith, st.integers(0, 3)),
    st.builds(health.UseFaith, st.integers(0, 3)),
)


def play(traits: Traits, condition: Condition, action: health.Action) -> Outcome[Condition, Any]:
    return health.apply(traits, condition, action, Options())


def apply(traits: Traits, condition: Condition, action: health.Action) -> Condition:
    return play(traits, condition, action).condition


def harm(condition: Condition) -> int:
    return sum(WEIGHTS[mark] for mark in condition.marks) + condition.dead


def one_by_one(marks: str, levels: int, kind: health.Kind, count: int) -> tuple[str, bool]:
    """The rule of the track as the table plays it: a mark, sort, the next mark."""
    track = list(marks)
    for _ in range(count):
        if len(track) < levels:
            track.append(health.MARKS[kind])
        elif "/" not in track:
            return "".join(track), True
        elif kind == "bashing":
            track[track.index("/")] = "X"
        else:
            track[-1] = health.MARKS[kind]
        track.sort(key="*X/".index)
    return "".join(track), False


@given(characters(), hits)
def test_many_levels_at_once_are_the_same_as_one_by_one(
    character: tuple[Traits, Condition], hit: Damage
) -> None:
    traits, condition = character
    assume(not condition.dead)

    after = health.damage(traits, condition, hit).condition

    assert (after.marks, after.dead) == one_by_one(
        condition.marks, health.count_levels(traits), hit.kind, hit.levels
    )


@given(characters(), hits)
def test_a_hit_tells_where_every_level_went(
    character: tuple[Traits, Condition], hit: Damage
) -> None:
    traits, condition = character

    outcome = health.damage(traits, condition, hit)

    after, effect = outcome.condition, outcome.effect
    assert effect.written + effect.turned + effect.beyond == hit.levels
    assert len(after.marks) == len(condition.marks) + effect.written
    assert effect.was == health.status_of(traits, condition)
    assert effect.status == health.status_of(traits, after)
    assert effect.wound_penalty == health.wound_penalty(traits, after)
    assert after.dead == (condition.dead or effect.beyond > 0)


@given(characters(), hits)
def test_damage_never_makes_anybody_better(
    character: tuple[Traits, Condition], hit: Damage
) -> None:
    traits, condition = character

    outcome = health.damage(traits, condition, hit)

    effect = outcome.effect
    assert STATUSES.index(effect.status) >= STATUSES.index(effect.was)
    assert harm(outcome.condition) >= harm(condition)
    assert outcome.condition.marks.count("*") >= condition.marks.count("*")


@given(characters(), healings)
def test_healing_never_makes_anybody_worse(
    character: tuple[Traits, Condition], action: health.Action
) -> None:
    traits, condition = character

    with suppress(Refused):
        after = apply(traits, condition, action)

        before = STATUSES.index(health.status_of(traits, condition))
        assert STATUSES.index(health.status_of(traits, after)) <= before
        assert harm(after) <= harm(condition)
        assert all(after.marks.count(mark) <= condition.marks.count(mark) for mark in "*X/")


@given(characters(), st.lists(actions, max_size=8), options_)
def test_every_condition_that_is_reached_is_possible(
    character: tuple[Traits, Condition], played: list[health.Action], options: Options
) -> None:
    traits, condition = character
    for action in played:
        with suppress(Refused):
            condition = health.apply(traits, condition, action, options).condition

        health.check(traits, condition)
        assert health.fit(traits, condition) == condition
        assert list(condition.marks) == sorted(condition.marks, key="*X/".index)
        assert len(condition.marks) <= health.count_levels(traits)


@given(traits_, st.lists(actions, max_size=8))
def test_the_dead_stay_dead(traits: Traits, played: list[health.Action]) -> None:
    levels = health.count_levels(traits)
    dead = Condition(marks="X" * levels, dead=True)

    for action in played:
        with suppress(Refused):
            after = apply(traits, dead, action)

            assert (after.marks, after.dead) == (dead.marks, True)
            assert health.wound_penalty(traits, after) is None


@given(characters(), actions, options_)
def test_the_same_action_gives_the_same_outcome(
    character: tuple[Traits, Condition], action: health.Action, options: Options
) -> None:
    traits, condition = character

    def attempt() -> object:
        try:
            return health.apply(traits, condition, action, options)
        except Refused as refused:
            return refused.code, refused.facts

    before = repr(character)

    assert attempt() == attempt()
    assert repr(character) == before


@given(characters(), computing)
def test_what_only_computes_leaves_the_condition_alone(
    character: tuple[Traits, Condition], action: health.Action
) -> None:
    traits, condition = character

    # Only a weapon strike without a weapon is refused.
    with suppress(Refused):
        assert apply(traits, condition, action) is condition


def test_a_hit_of_a_thousand_levels_is_one_step() -> None:
    tough = Traits(extra_levels=(0, -1, -5))

    hits = [health.damage(tough, Condition(), Damage("bashing", 1000)) for _ in range(10_000)]

    assert hits[-1].condition == Condition(marks="X" * 10, dead=True)
    assert (hits[-1].effect.written, hits[-1].effect.turned, hits[-1].effect.beyond) == (
        10,
        10,
        980,
    )


def test_ten_thousand_hits_never_pass_the_last_level() -> None:
    rng = random.Random(7)
    condition = Condition()

    for _ in range(10_000):
        kind = rng.choice(sorted(health.MARKS))
        condition = apply(Traits(), condition, Damage(kind, rng.randint(0, 1)))

    assert condition.dead
    assert len(condition.marks) == 7


def test_ten_levels_take_eleven_lethal_hits_and_the_last_is_beyond_the_track() -> None:
    tough = Traits(extra_levels=(0, 0, -1))

    nearly = health.damage(tough, Condition(), Damage("lethal", 9))
    over = health.damage(tough, nearly.condition, Damage("lethal", 2))

    assert (nearly.condition.marks, nearly.effect.status) == ("X" * 9, "active")
    assert (over.condition.marks, over.effect.written, over.effect.beyond) == ("X" * 10, 1, 1)
    assert over.effect.status == "dead"


def test_extra_levels_stand_beside_their_equals() -> None:
    tough = Traits(extra_levels=(-1, 0, 0, -5, -2))

    penalties = [level.penalty for level in health.levels_of(tough)]

    assert penalties == [0, 0, 0, -1, -1, -1, -2, -2, -2, -5, -5, None]
    assert [health.wound_penalty(tough, Condition("/" * n)) for n in range(13)] == [0, *penalties]
    assert [level.name for level in health.levels_of(tough)][2:5] == ["bruised", "hurt", "hurt"]


def test_the_character_cannot_act_on_the_last_level_whatever_the_kind() -> None:
    for marks in ("///////", "XXXXXX/", "XXXXXXX", "*******"):
        assert health.wound_penalty(Traits(), Condition(marks)) is None


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
    assert (outcome.effect.levels, outcome.effect.faith) == (gone, condition.faith - 1)


DEAD = Condition(marks="XXXXXXX", dead=True)


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


def test_a_night_heals_bashing_and_a_year_heals_everything() -> None:
    beaten = Condition("*X/////")

    night = play(Traits(), beaten, health.Rest(22, "hour"))
    year = play(Traits(), beaten, health.Rest(12, "month"))

    assert (night.condition.marks, night.effect.bashing, night.effect.hours_left) == ("*X/", 4, 0)
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


def test_a_new_character_has_all_its_faith_and_no_marks() -> None:
    assert health.RULESET.unharmed(Traits(faith=4)) == Condition(faith=4)


def test_a_track_that_grows_has_free_levels_and_one_that_shrinks_loses_no_mark() -> None:
    tough, full = Traits(extra_levels=(0, 0)), Condition("XXXXXXX")

    grown = health.fit(tough, full)

    assert health.status_of(tough, grown) == "active"
    with pytest.raises(Refused) as refusal:
        health.fit(Traits(), Condition("X" * 9))
    assert refusal.value.facts == {"reason": "too_many_marks", "marks": 9, "levels": 7}


def test_a_dead_character_gets_no_free_levels() -> None:
    with pytest.raises(Refused) as refusal:
        health.fit(Traits(extra_levels=(0,)), DEAD)

    assert refusal.value.facts["reason"] == "dead_with_free_levels"


@pytest.mark.parametrize(
    ("given_condition", "reason"),
    [
        (Given(marks="/X"), "marks_not_sorted"),
        (Given(marks="X*"), "marks_not_sorted"),
        (Given(marks="/*"), "marks_not_sorted"),
        (Given(marks="x"), "marks_not_sorted"),
        (Given(marks="X "), "marks_not_sorted"),
        (Given(marks="X\n"), "marks_not_sorted"),
        (Given(marks="////////"), "too_many_marks"),
        (Given(marks="XXXXXX", dead=True), "dead_with_free_levels"),
    ],
)
def test_an_impossible_condition_is_named(given_condition: Given, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        health.check(Traits(), given_condition)

    assert (refusal.value.code, refusal.value.facts["reason"]) == ("invalid_request", reason)
