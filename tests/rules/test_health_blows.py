"""`health`: soak, damage dice and armour."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.rules import health
from combat.rules.health import Condition, Options, Strike, Traits
from combat.rules.ruleset import Refused
from tests.rules.test_health import characters, kinds, options_

HITS, MISSES = (6, 7, 8, 9, 10), (1, 2, 3, 4, 5)


def thrown(successes: int, dice: int) -> tuple[int, ...]:
    return tuple([HITS[n % 5] for n in range(successes)] + [MISSES[n % 5] for n in range(dice)])[
        :dice
    ]


@st.composite
def blows(draw: st.DrawFn) -> tuple[Traits, Condition, Strike, Options]:
    traits, condition = draw(characters())
    options, kind = draw(options_), draw(kinds)
    pool = draw(st.integers(-2, 12))
    soak = health.soak_pool(traits, condition, kind).dice
    soaked = draw(st.integers(0, soak))
    dice = health.damage_dice(traits, kind, max(1, pool), soaked, options)
    reached = draw(st.integers(0, dice))
    return (
        traits,
        condition,
        Strike(kind, pool, thrown(soaked, soak), thrown(reached, dice)),
        options,
    )


@given(blows())
def test_a_blow_writes_what_is_left_after_soak(
    blow: tuple[Traits, Condition, Strike, Options],
) -> None:
    traits, condition, struck, options = blow

    outcome = health.strike(*blow)

    effect = outcome.effect
    soaked = len([face for face in struck.soak_dice if face >= 6])
    reached = len([face for face in struck.damage_dice if face >= 6])
    pool = max(1, struck.damage_pool)
    halved = struck.kind == "bashing" and (
        options.halve_bashing == "all"
        or (options.halve_bashing == "supernatural" and traits.kind == "demon")
    )
    share = 2 if halved else 1
    if options.soak_order == "before_damage":
        assert effect.damage_dice == max(0, pool - soaked) // share
        assert effect.levels == reached
    else:
        assert effect.damage_dice == pool
        assert effect.levels == max(0, reached - soaked) // share
    assert (effect.soak_successes, effect.damage_successes, effect.halved) == (
        soaked,
        reached,
        halved,
    )
    hit = health.Damage(struck.kind, effect.levels)
    after = health.damage(traits, condition, hit).condition
    assert outcome.condition.marks == after.marks


@given(blows())
def test_armour_breaks_at_twice_its_rating_and_stays_broken(
    blow: tuple[Traits, Condition, Strike, Options],
) -> None:
    traits, condition, struck, _ = blow

    outcome = health.strike(*blow)

    reached = len([face for face in struck.damage_dice if face >= 6])
    breaks = traits.armor > 0 and reached >= 2 * traits.armor
    assert outcome.condition.armor_destroyed == (condition.armor_destroyed or breaks)
    assert outcome.effect.armor_destroyed == (breaks and not condition.armor_destroyed)


@given(blows(), st.sampled_from(["soak", "damage"]))
def test_a_die_too_many_or_too_few_is_refused(
    blow: tuple[Traits, Condition, Strike, Options], roll: str
) -> None:
    traits, condition, struck, options = blow
    soak, damage = struck.soak_dice, struck.damage_dice
    if roll == "soak":
        wrong = Strike(struck.kind, struck.damage_pool, (*soak, 1), damage)
    else:
        wrong = Strike(struck.kind, struck.damage_pool, soak, damage[1:] if damage else (10,))

    with pytest.raises(Refused) as refusal:
        health.strike(traits, condition, wrong, options)

    assert refusal.value.code == "wrong_number_of_dice"
    assert refusal.value.facts["reason"] == f"wrong_number_of_{roll}_dice"


def test_the_soak_dice_are_counted_first() -> None:
    wrong = Strike("lethal", 3, soak_dice=(6,), damage_dice=())

    with pytest.raises(Refused) as refusal:
        health.strike(Traits(), Condition(), wrong, Options())

    assert refusal.value.facts == {
        "reason": "wrong_number_of_soak_dice",
        "dice": 1,
        "needed": 0,
    }


@pytest.mark.parametrize("order", ["before_damage", "after_damage"])
@pytest.mark.parametrize(
    ("halving", "kind", "halved"),
    [
        ("all", "mortal", True),
        ("all", "demon", True),
        ("supernatural", "mortal", False),
        ("supernatural", "demon", True),
        ("none", "demon", False),
    ],
)
def test_bashing_is_halved_for_those_whom_the_house_rule_names(
    order: str, halving: str, kind: str, halved: bool
) -> None:
    options = Options(order, halving)  # type: ignore[arg-type]
    victim = Traits(kind=kind)  # type: ignore[arg-type]
    dice = 2 if halved and order == "before_damage" else 5

    struck = health.strike(victim, Condition(), Strike("bashing", 5, (), (6,) * dice), options)

    assert (struck.effect.levels, struck.effect.halved) == (2 if halved else 5, halved)


def test_soak_may_be_harder_but_damage_never_is() -> None:
    blow = Strike("lethal", 3, soak_dice=(7, 8), damage_dice=(6, 6), soak_difficulty=8)

    struck = health.strike(Traits(kind="demon", stamina=2), Condition(), blow, Options())

    assert (struck.effect.soak_successes, struck.effect.levels) == (1, 2)


def test_armour_counts_for_the_blow_that_destroys_it() -> None:
    guard = Traits(armor=1)
    blow = Strike("lethal", 3, soak_dice=(6,), damage_dice=(6, 6))

    first = health.strike(guard, Condition(), blow, Options())

    assert first.effect.armor_destroyed
    assert first.condition == Condition("XX", armor_destroyed=True)
    with pytest.raises(Refused):
        health.strike(guard, first.condition, blow, Options())


def test_aggravated_damage_breaks_armour_that_does_not_soak_it() -> None:
    blow = Strike("aggravated", 2, soak_dice=(), damage_dice=(10, 6))

    struck = health.strike(Traits(stamina=5, armor=1), Condition(), blow, Options())

    assert struck.condition == Condition("**", armor_destroyed=True)


def test_a_blow_breaks_the_armour_of_the_dead_and_nothing_else() -> None:
    dead = Condition("XXXXXXX", dead=True)
    blow = Strike("aggravated", 2, soak_dice=(), damage_dice=(10, 6))

    struck = health.strike(Traits(armor=1), dead, blow, Options())

    assert struck.condition == Condition("XXXXXXX", dead=True, armor_destroyed=True)
    assert (struck.effect.levels, struck.effect.beyond) == (2, 2)
