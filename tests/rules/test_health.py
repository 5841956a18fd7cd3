"""What holds for every character of `health`, with seven levels and with more."""

from contextlib import suppress
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from combat.rules import health
from combat.rules.health import Condition, Damage, Options, Traits
from combat.rules.ruleset import Outcome, Refused

STATUSES = ["active", "unconscious", "dying", "dead"]
WEIGHTS = {"/": 1, "X": 2, "*": 3}
DEAD = Condition(marks="XXXXXXX", dead=True)

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


def test_levels_that_meet_the_dead_go_nowhere() -> None:
    effect = health.damage(Traits(), Condition("*XXXXXX", dead=True), Damage("lethal", 2)).effect

    assert (effect.written, effect.turned, effect.beyond) == (0, 0, 2)


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
