"""Which conditions are possible, and what is filled in where keys are missing."""

from itertools import product

from msgspec import UNSET
from msgspec.structs import astuple

from combat.rules.ruleset import Refused
from combat.rules.scars.attributes import boxes_of, full_bank
from combat.rules.scars.shapes import SCARS, Bank, Condition, Given, Marks, Scar, Traits

_MOST_BOXES = 10
# All that a scar of so many boxes can hold: three sets to look up instead of sixteen to read.
_POSSIBLE = [
    frozenset(
        "Z" * z + "S" * s + "O" * o
        for z, s, o in product(range(boxes + 1), repeat=3)
        if z + s + o <= boxes
    )
    for boxes in range(_MOST_BOXES + 1)
]


def check(traits: Traits, given: Given) -> None:
    """Raises `invalid_request` for marks that are not Z, then S, then O, or are too many.

    >>> from combat.rules.scars import Scars
    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> check(traits, Given(Scars(torso="OS")))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    combat.rules.ruleset.Refused: ('invalid_request', {'reason': 'marks_not_in_order', ...
    >>> check(traits, Given(Scars(torso="OOOO")))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    combat.rules.ruleset.Refused: ('invalid_request', {'reason': 'more_marks_than_boxes', ...
    """
    marks = astuple(given.scars)
    if (
        _POSSIBLE[traits.constitution].issuperset(marks[:6])
        and _POSSIBLE[traits.composure].issuperset(marks[6:14])
        and _POSSIBLE[traits.resolve].issuperset(marks[14:])
    ):
        return
    raise _fault(traits, dict(zip(SCARS, marks, strict=True)))


def _fault(traits: Traits, marks: dict[Scar, Marks]) -> Refused:
    """The first scar that is impossible, and why."""
    scar = next(scar for scar in SCARS if marks[scar] not in _POSSIBLE[boxes_of(traits, scar)])
    is_in_order = marks[scar] in _POSSIBLE[_MOST_BOXES]
    return Refused(
        "invalid_request",
        reason="more_marks_than_boxes" if is_in_order else "marks_not_in_order",
        scar=scar,
        marks=marks[scar],
        boxes=boxes_of(traits, scar),
    )


def fit(traits: Traits, given: Given) -> Condition:
    """The condition with every key: a full bank, the soul at its start. Raises as `check` does.

    Boxes are the capacity, so they come when it grows; where it shrinks below a scar's marks
    the change is refused, lest a mark be lost.

    >>> from combat.rules.scars import Scars
    >>> fit(Traits(3, 3, 2, 3, 2, 3, "choleric", soul=6), Given(Scars(will="S"))).bank
    Bank(physical=6, social=4, mental=4)
    >>> fit(Traits(3, 0, 2, 3, 2, 3, "choleric"), Given(Scars(head="S")))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    combat.rules.ruleset.Refused: ('invalid_request', {'reason': 'more_marks_than_boxes', ...
    """
    check(traits, given)
    full, left = full_bank(traits), given.bank
    bank = Bank(
        full.physical if left.physical is UNSET else left.physical,
        full.social if left.social is UNSET else left.social,
        full.mental if left.mental is UNSET else left.mental,
    )
    soul = traits.soul if given.soul is UNSET else given.soul
    return Condition(given.scars, given.burned, bank, soul, given.feelings)
