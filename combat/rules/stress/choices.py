"""What a victim may choose, before anything is marked."""

from itertools import combinations

from combat.rules.ruleset import Value
from combat.rules.stress.hits import worth_of
from combat.rules.stress.shapes import (
    Condition,
    Slot,
    Track,
    Traits,
)
from combat.rules.stress.sheet import boxes_against, slots_against


class Choice(Value, frozen=True, gc=False):
    """Boxes and slots picked against a hit: their worth, what it leaves over, what is lost.

    With shifts left the choice takes its victim out, and nothing is marked (F1).
    """

    boxes: tuple[int, ...]
    slots: tuple[Slot, ...]
    absorbs: int
    left: int
    lost: int


def weigh(
    traits: Traits, shifts: int, boxes: tuple[int, ...] = (), slots: tuple[Slot, ...] = ()
) -> Choice:
    """The running total of a choice while it is picked; aspects are not yet asked for.

    >>> weigh(Traits(), 4, (1,), ("mild",))
    Choice(boxes=(1,), slots=('mild',), absorbs=3, left=1, lost=0)
    >>> weigh(Traits(), 4, (), ("severe",)).lost
    2
    """
    absorbs = worth_of(traits.dial, boxes, slots)
    return Choice(boxes, slots, absorbs, max(0, shifts - absorbs), max(0, absorbs - shifts))


def choices(
    traits: Traits, condition: Condition, shifts: int, track: Track = "physical"
) -> tuple[Choice, ...]:
    """Every legal choice against a hit, those that absorb it first, the thriftiest on top.

    Thrifty: few and light consequences, then little lost. One free box or none; under Condensed
    any number of them, and as they are all alike only the lowest free ones are named (F10).
    There are at most 176. For one who is out nothing is legal.

    >>> condition = Condition(stress=(True, True, False))
    >>> [(c.boxes, c.slots, c.left) for c in choices(Traits(mook=True), condition, 2)]
    [((3,), (), 0), ((), (), 2)]
    >>> choices(Traits(), Condition(), 4)[0]
    Choice(boxes=(2,), slots=('mild',), absorbs=4, left=0, lost=0)
    """
    if condition.out:
        return ()
    found = [
        weigh(traits, shifts, boxes, slots)
        for boxes in _box_choices(traits, condition, track)
        for slots in _slot_choices(traits, condition, track)
    ]
    return tuple(sorted(found, key=_thrift))


def _box_choices(traits: Traits, condition: Condition, track: Track) -> list[tuple[int, ...]]:
    boxes = boxes_against(traits, condition, track)
    free = tuple(box for box, marked in enumerate(boxes, 1) if not marked)
    if traits.dial == "condensed":
        return [free[:number] for number in range(len(free) + 1)]
    return [(), *((box,) for box in free)]


def _slot_choices(traits: Traits, condition: Condition, track: Track) -> list[tuple[Slot, ...]]:
    slots = slots_against(traits, track)
    empty = [slot for slot in slots if not getattr(condition.consequences, slot)]
    return [chosen for number in range(len(empty) + 1) for chosen in combinations(empty, number)]


def _thrift(choice: Choice) -> tuple[int, ...]:
    return (choice.left, worth_of("core", (), choice.slots), len(choice.slots), choice.lost)


def most(traits: Traits, condition: Condition, track: Track = "physical") -> int:
    """The biggest hit that can still be absorbed; a bigger one takes out whatever is chosen.

    >>> most(Traits(), Condition()), most(Traits(boxes=0, mook=True), Condition(stress=()))
    (15, 0)
    """
    return max((choice.absorbs for choice in choices(traits, condition, 0, track)), default=0)


def run_on(traits: Traits, condition: Condition, shifts: int) -> int:
    """The shifts of a hit on a mook that run on to the next of its group (F9).

    Dropping it takes one more than it could absorb; a hit that it can absorb goes no further.

    >>> run_on(Traits(boxes=0, mook=True), Condition(stress=()), 3)
    2
    >>> run_on(Traits(boxes=2, mook=True), Condition(stress=(False, False)), 3)
    0
    """
    return max(0, shifts - most(traits, condition) - 1)
