"""`health`: the levels of a track, and where marks go on it."""

import random
from time import process_time

import pytest

from combat.rules import health
from combat.rules.health import Condition, Damage, Given, Traits
from combat.rules.ruleset import Refused
from tests.rules.test_health import DEAD, apply


def test_a_hit_of_a_thousand_levels_takes_no_longer_than_one() -> None:
    tough, began = Traits(extra_levels=(0, -1, -5)), process_time()

    hits = [health.damage(tough, Condition(), Damage("bashing", 1000)) for _ in range(10_000)]

    effect = hits[-1].effect
    assert hits[-1].condition == Condition(marks="X" * 10, dead=True)
    assert (effect.written, effect.turned, effect.beyond) == (10, 10, 980)
    # Level by level this is ten million steps.
    assert process_time() - began < 1


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
