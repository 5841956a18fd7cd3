"""Groups of the nameless: how a hit runs through them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from combat.rules import stress
from combat.rules.ruleset import Refused
from combat.rules.stress import Condition, Given, Sweep, Swept, Traits

THUGS = Traits(mook=True, boxes=2, members=5)
FRESH = stress.fit(THUGS, Given())


def swept(
    traits: Traits, condition: Condition, shifts: int, track: stress.Track = "physical"
) -> Swept:
    effect: Swept = stress.sweep(traits, condition, Sweep(shifts=shifts, track=track)).effect
    return effect


@pytest.mark.parametrize(
    ("shifts", "fallen", "boxes", "lost"),
    [
        (1, 0, (1,), 0),
        (2, 0, (2,), 0),
        (3, 1, (), 0),
        (4, 1, (1,), 0),
        (14, 4, (2,), 0),
        (15, 5, (), 0),
        (17, 5, (), 2),
    ],
)
def test_a_hit_runs_on_and_the_rest_marks_a_box(
    shifts: int, fallen: int, boxes: tuple[int, ...], lost: int
) -> None:
    effect = swept(THUGS, FRESH, shifts)

    assert (effect.fallen, effect.standing, effect.boxes, effect.lost) == (
        fallen,
        5 - fallen,
        boxes,
        lost,
    )


def test_without_boxes_one_shift_drops_one() -> None:
    pack = Traits(mook=True, boxes=0, members=4)

    assert swept(pack, stress.fit(pack, Given()), 3).standing == 1


def test_a_box_that_is_bigger_than_the_rest_is_used_when_no_smaller_is_free() -> None:
    effect = swept(THUGS, Condition(stress=(True, False), fallen=0), 1)

    assert (effect.boxes, effect.lost) == ((2,), 1)


def test_a_lone_mook_is_taken_out_and_keeps_no_count() -> None:
    mook = Traits(mook=True, boxes=1)

    outcome = stress.sweep(mook, stress.fit(mook, Given()), Sweep(shifts=2, by="Serena"))

    assert outcome.condition.out == "taken_out"
    assert outcome.condition.fallen is UNSET
    assert outcome.effect.by == "Serena"


def test_a_group_that_has_fallen_is_out_until_the_end_of_the_scene() -> None:
    fallen = stress.sweep(THUGS, FRESH, Sweep(shifts=15)).condition

    with pytest.raises(Refused, match="already_out"):
        swept(THUGS, fallen, 1)
    outcome = stress.end_scene(fallen, rested=False)
    assert outcome.condition == FRESH
    assert (outcome.effect.out_before, outcome.effect.back) == ("taken_out", 5)


def test_who_has_a_name_chooses() -> None:
    with pytest.raises(Refused, match="has_a_choice"):
        swept(Traits(), Condition(), 1)


def test_any_number_of_condensed_boxes_and_the_track_that_was_hit() -> None:
    cult = Traits(mook=True, dial="condensed", boxes=1, mental_boxes=3, members=2)

    outcome = stress.sweep(cult, stress.fit(cult, Given()), Sweep(shifts=2, track="mental"))

    effect = outcome.effect
    assert (effect.fallen, effect.boxes, effect.track) == (0, (1, 2), "mental")
    assert outcome.condition.mental == (True, True, False)


def test_a_group_may_grow_but_not_below_its_fallen() -> None:
    two_down = Given(stress=(False, False), fallen=2)

    assert stress.fit(Traits(mook=True, boxes=2, members=7), two_down).fallen == 2
    assert stress.fit(Traits(mook=True, boxes=2, members=2), two_down).fallen == 2
    with pytest.raises(Refused, match=r"mark_would_be_lost.*fallen_would_be_lost"):
        stress.fit(Traits(mook=True, boxes=2), two_down)


def test_what_would_be_lost_has_a_code_of_its_own() -> None:
    with pytest.raises(Refused) as refusal:
        stress.fit(Traits(mook=True, members=3), Given(fallen=4))

    assert refusal.value.code == "mark_would_be_lost"


def test_a_group_has_a_box_for_every_two() -> None:
    assert [stress.group_boxes(members) for members in range(1, 8)] == [0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(("members", "fallen"), [(3, 4), (1, 1)])
def test_more_fallen_than_there_were_is_no_condition(members: int, fallen: int) -> None:
    with pytest.raises(Refused, match="too_many_fallen"):
        stress.check(Traits(mook=True, members=members), Given(fallen=fallen))


@given(
    boxes=st.lists(st.booleans(), max_size=3),
    members=st.integers(1, 8),
    shifts=st.integers(1, 30),
)
def test_no_shift_is_unaccounted_for(boxes: list[bool], members: int, shifts: int) -> None:
    traits = Traits(mook=True, boxes=len(boxes), members=members)
    condition = stress.fit(traits, Given(stress=tuple(boxes)))
    price = stress.most(traits, condition) + 1

    outcome = stress.sweep(traits, condition, Sweep(shifts=shifts))

    effect = outcome.effect
    met = effect.fallen * price + sum(effect.boxes)
    assert met == shifts + effect.lost * (1 if effect.standing else -1)
    assert stress.standing(traits, outcome.condition) == effect.standing or members == 1
    stress.check(traits, outcome.condition)
