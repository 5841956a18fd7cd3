"""`scars`: points and hits, at the edges of the examples and for every condition."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from combat.rules import scars
from combat.rules.scars import Condition, Scars, Traits, Wound, Wounds
from tests.rules.test_scars import AVERAGE, characters, harm, hits


@pytest.mark.parametrize(
    ("marks", "degree", "across", "events", "after"),
    [
        # 1: the opposite holds that degree, even when the scar has room, is full, or is all Z
        ("", "S", "SO", ["cancel:joy:S"], ("", "O")),
        ("SOO", "S", "S", ["cancel:joy:S"], ("SOO", "")),
        ("ZZZ", "O", "OO", ["cancel:joy:O"], ("ZZZ", "O")),
        # 2: a box is free
        ("", "O", "", ["write:O"], ("O", "")),
        ("O", "S", "ZO", ["write:S"], ("SO", "ZO")),
        ("ZO", "S", "", ["write:S"], ("ZSO", "")),
        ("SO", "Z", "", ["write:Z"], ("ZSO", "")),
        # 3: all is Z
        ("ZZZ", "O", "ZS", ["unplaced:O"], ("ZZZ", "ZS")),
        ("ZZZ", "Z", "", ["unplaced:Z"], ("ZZZ", "")),
        # 4: heavier than the last
        ("OOO", "S", "Z", ["write:S", "push:O"], ("SOO", "Z")),
        ("OOO", "Z", "S", ["write:Z", "push:O"], ("ZOO", "S")),
        ("ZSS", "Z", "S", ["write:Z", "push:S"], ("ZZS", "S")),
        # 5: the lightest rises, or is cancelled across
        ("OOO", "O", "", ["promote:O>S"], ("SOO", "")),
        ("ZSO", "O", "", ["promote:O>S"], ("ZSS", "")),
        ("SSS", "O", "", ["promote:S>Z"], ("ZSS", "")),
        ("ZSS", "S", "", ["promote:S>Z"], ("ZZS", "")),
        ("OOO", "O", "SS", ["cancel:joy:S"], ("OOO", "S")),
        ("SSS", "O", "Z", ["cancel:joy:Z"], ("SSS", "")),
        ("SSS", "S", "ZO", ["cancel:joy:Z"], ("SSS", "O")),
        ("OOO", "O", "Z", ["promote:O>S"], ("SOO", "Z")),
    ],
)
def test_one_point_takes_the_first_step_that_fits(
    marks: str, degree: scars.Degree, across: str, events: list[str], after: tuple[str, str]
) -> None:
    placed = scars.place(marks, 3, degree, "joy", across)

    assert (placed.marks, placed.across) == after
    assert list(placed.events) == events


@pytest.mark.parametrize("degree", ["Z", "S", "O"])
def test_without_boxes_every_point_is_critical_unless_it_cancels(degree: scars.Degree) -> None:
    assert scars.place("", 0, degree).events == (f"unplaced:{degree}",)


@given(st.integers(0, 10))
def test_a_scar_without_opposite_takes_three_stuns_a_box(boxes: int) -> None:
    owner = replace(AVERAGE, constitution=boxes)

    full, filled = scars.strike(owner, Scars(), "torso", Wounds(stun=3 * boxes))
    over, struck = scars.strike(owner, full, "torso", Wounds(stun=1))

    assert (full.torso, filled.critical) == ("Z" * boxes, 0)
    assert (over.torso, struck.critical) == (full.torso, 1)


def by_the_book(
    held: list[str], across: list[str], boxes: int, degree: str
) -> tuple[list[str], list[str], int]:
    """The five steps once more, on lists, and whether the point was critical."""
    order = ["Z", "S", "O"]
    if degree in across:
        across.remove(degree)
    elif len(held) < boxes:
        held = sorted([*held, degree], key=order.index)
    elif set(held) <= {"Z"}:
        return held, across, 1
    elif order.index(degree) < order.index(held[-1]):
        held = sorted([*held, degree], key=order.index)[:-1]
    else:
        above = order[order.index(held[-1]) - 1]
        if above in across:
            across.remove(above)
        else:
            held[held.index(held[-1])] = above
    return held, across, 0


@given(characters, hits)
def test_a_hit_goes_point_by_point_heaviest_first(
    character: tuple[Traits, Condition], hit: Wound
) -> None:
    owner, condition = character
    opposite = scars.OPPOSITE_OF.get(hit.scar)
    held = list(getattr(condition.scars, hit.scar))
    across = list(getattr(condition.scars, opposite)) if opposite else []
    critical = 0

    outcome = scars.wound(owner, condition, hit)

    for degree in "Z" * hit.wounds.destroying + "S" * hit.wounds.lethal + "O" * hit.wounds.stun:
        boxes = scars.boxes_of(owner, hit.scar)
        held, across, was_critical = by_the_book(held, across, boxes, degree)
        critical += was_critical
    expected = {hit.scar: "".join(held)}
    if opposite:
        expected[opposite] = "".join(across)
    assert outcome.condition == replace(condition, scars=replace(condition.scars, **expected))
    assert outcome.effect.critical == critical


@given(characters, hits)
def test_a_hit_tells_every_point(character: tuple[Traits, Condition], hit: Wound) -> None:
    effect = scars.wound(*character, hit).effect

    points = sum(astuple(hit.wounds))
    steps = scars.steps_of(effect)
    assert len([event for event in effect.events if not event.startswith("push")]) == points
    assert sum(step.times for step in steps) == points
    arose = [step.arose for step in steps for _ in range(step.times)]
    assert effect.once == scars.Once(arose.count("S"), arose.count("Z"))
    assert effect.critical == sum(step.times for step in steps if step.did == "unplaced")


@given(characters, hits)
def test_a_promotion_is_heavier_than_the_point(
    character: tuple[Traits, Condition], hit: Wound
) -> None:
    for step in scars.steps_of(scars.wound(*character, hit).effect):
        if step.did == "promoted":
            assert "OSZ".index(step.arose or "") > "OSZ".index(step.degree)


@given(characters, hits)
def test_a_hit_never_makes_its_scar_better(character: tuple[Traits, Condition], hit: Wound) -> None:
    owner, condition = character

    after = scars.wound(owner, condition, hit).condition

    was, now = getattr(condition.scars, hit.scar), getattr(after.scars, hit.scar)
    assert len(now) >= len(was)
    assert scars.harm_in(now) >= scars.harm_in(was)
    if hit.scar in scars.OPPOSITE_OF:
        opposite = scars.OPPOSITE_OF[hit.scar]
        assert len(getattr(after.scars, opposite)) <= len(getattr(condition.scars, opposite))
    else:
        assert harm(after) >= harm(condition)


def test_the_steps_of_a_hit_on_anger_are_told_apart() -> None:
    full = Scars(compassion="ZO", anger="SSO")

    _, struck = scars.strike(AVERAGE, full, "anger", Wounds(destroying=1, lethal=2, stun=2))

    assert [astuple(step) for step in scars.steps_of(struck)] == [
        ("Z", "cancelled", None, "Z", 1),
        ("S", "pushed", "S", "O", 1),
        ("S", "promoted", "Z", "S", 1),
        ("O", "cancelled", None, "O", 1),
        ("O", "promoted", "Z", "S", 1),
    ]


def test_points_that_find_a_free_box_are_told_as_one_step() -> None:
    _, struck = scars.strike(AVERAGE, Scars(), "will", Wounds(stun=3))

    assert [astuple(step) for step in scars.steps_of(struck)] == [("O", "written", "O", None, 3)]


def test_a_wound_that_finds_no_place_is_told() -> None:
    _, struck = scars.strike(AVERAGE, Scars(will="ZZS"), "will", Wounds(stun=3))

    assert [astuple(step) for step in scars.steps_of(struck)] == [
        ("O", "promoted", "Z", "S", 1),
        ("O", "unplaced", None, None, 2),
    ]
    assert (struck.lasting_before, struck.lasting, struck.critical) == ("Z", "Z", 2)


def test_a_thousand_points_of_each_degree_are_marked_at_once() -> None:
    hit = Wound("torso", Wounds(1_000, 1_000, 1_000))
    before = time.process_time()

    effect = scars.wound(replace(AVERAGE, constitution=10), Condition(), hit).effect

    assert time.process_time() - before < 0.5
    assert (effect.once.destroying, effect.critical) == (10, 2_990)


def test_only_wounds_to_sanity_remind_of_disorders() -> None:
    def reminds(scar: scars.Scar, points: int) -> bool:
        hit = Wound(scar, Wounds(stun=points))
        return scars.reminds_of_disorders(scars.wound(AVERAGE, Condition(), hit).effect)

    assert [reminds("sanity", 1), reminds("sanity", 0), reminds("will", 1)] == [True, False, False]


def test_lasting_penalties_are_listed_once_a_scar() -> None:
    hurt = Scars(head="ZS", left_arm="O", fear="SSO")

    assert scars.lasting_penalties(hurt) == (("head", "Z"), ("fear", "S"))
