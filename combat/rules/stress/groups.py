"""Hits on the nameless: nobody chooses, and one hit may run on from one to the next (F9)."""

from msgspec import UNSET
from msgspec.structs import replace

from combat.rules.ruleset import Outcome, Refused
from combat.rules.stress.actions import Hit, Sweep
from combat.rules.stress.choices import choices, most
from combat.rules.stress.effects import Swept
from combat.rules.stress.hits import take_hit
from combat.rules.stress.shapes import Condition, Traits
from combat.rules.stress.sheet import standing, two_tracks


def sweep(traits: Traits, condition: Condition, hit: Sweep) -> Outcome[Condition, Swept]:
    """A hit on a mook, or on a group of them that shares its boxes (F9).

    Dropping one takes one shift more than the free boxes could absorb, and marks none (F1); the
    rest runs on to the next. What drops nobody any more marks the smallest box that will do.
    Raises `has_a_choice` for a character with a name, `already_out` when nobody stands.

    >>> thugs = Traits(mook=True, boxes=2, members=5)
    >>> outcome = sweep(thugs, Condition(stress=(False, False), fallen=0), Sweep(shifts=4))
    >>> outcome.condition.stress, outcome.condition.fallen
    ((True, False), 1)
    >>> sweep(Traits(mook=True, boxes=0), Condition(stress=()), Sweep(shifts=3)).effect
    Swept(shifts=3, by=None, track=None, fallen=1, standing=0, boxes=(), lost=2)
    """
    if not traits.mook:
        raise Refused("has_a_choice")
    there = standing(traits, condition)
    if condition.out or not there:
        raise Refused("already_out", out=condition.out or "taken_out")
    price = most(traits, condition, hit.track) + 1
    fallen = min(there, hit.shifts // price)
    left = hit.shifts - fallen * price
    after, boxes, lost = _meet(traits, condition, hit, left, anybody=fallen < there)
    if condition.fallen is not UNSET:
        after = replace(after, fallen=condition.fallen + fallen)
    by = None if hit.by is UNSET else hit.by
    track = hit.track if two_tracks(traits) else None
    return Outcome(after, Swept(hit.shifts, by, track, fallen, there - fallen, boxes, lost))


def _meet(
    traits: Traits, condition: Condition, hit: Sweep, left: int, *, anybody: bool
) -> tuple[Condition, tuple[int, ...], int]:
    """Those who stand absorb what is left; where nobody does, it is lost."""
    if not anybody:
        return replace(condition, out="taken_out"), (), left
    if not left:
        return condition, (), 0
    thriftiest = choices(traits, condition, left, hit.track)[0]
    box = thriftiest.boxes if traits.dial == "condensed" else thriftiest.boxes[0]
    marked = take_hit(traits, condition, Hit(left, box=box, track=hit.track)).condition
    return marked, thriftiest.boxes, thriftiest.lost
