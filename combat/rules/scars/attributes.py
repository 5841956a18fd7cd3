"""What follows from attributes, handedness and temperament."""

from collections.abc import Mapping
from functools import cache

from combat.rules.scars.effects import DerivedRead
from combat.rules.scars.shapes import (
    DISTANT,
    KIND_OF,
    MENTAL_SCARS,
    PAIRS,
    Bank,
    Handedness,
    Kind,
    Scar,
    Temperament,
    Traits,
)

SKILL: Mapping[Kind, str] = {
    "physical": "dexterity",
    "social": "charm",
    "mental": "intelligence",
}
CAPACITY: Mapping[Kind, str] = {
    "physical": "constitution",
    "social": "composure",
    "mental": "resolve",
}
_CAPACITY_OF: Mapping[Scar, str] = {scar: CAPACITY[kind] for scar, kind in KIND_OF.items()}


def skill(traits: Traits, kind: Kind) -> int:
    """The attribute that gives dice and limits burning (lines 7–13, 26).

    >>> skill(Traits(3, 3, 2, 3, 2, 3, "choleric"), "social")
    2
    """
    value: int = getattr(traits, SKILL[kind])
    return value


def capacity(traits: Traits, kind: Kind) -> int:
    """The attribute that gives boxes and power (lines 7–13, 28).

    >>> capacity(Traits(3, 4, 2, 3, 2, 3, "choleric"), "physical")
    4
    """
    value: int = getattr(traits, CAPACITY[kind])
    return value


def boxes_of(traits: Traits, scar: Scar) -> int:
    """The boxes of a scar: the capacity of its kind (lines 28, 38); 0 has none (J12).

    >>> boxes_of(Traits(3, 4, 2, 3, 2, 1, "choleric"), "sanity")
    1
    """
    boxes: int = getattr(traits, _CAPACITY_OF[scar])
    return boxes


def full_bank(traits: Traits) -> Bank:
    """Two dice for each point of skill (line 26).

    >>> full_bank(Traits(3, 3, 2, 3, 2, 3, "choleric"))
    Bank(physical=6, social=4, mental=4)
    """
    return Bank(2 * traits.dexterity, 2 * traits.charm, 2 * traits.intelligence)


def derive(traits: Traits, kind: Kind) -> DerivedRead:
    """Bank, burn limit, power (half the capacity, rounded up) and boxes (lines 26, 28).

    Without skill or without capacity no action of the kind can be done (line 19, J12).

    >>> derive(Traits(3, 3, 2, 3, 2, 3, "choleric"), "physical")
    DerivedRead(kind='physical', bank=6, burn_limit=3, power=2, boxes=3, can_act=True)
    >>> derive(Traits(0, 3, 2, 3, 2, 3, "choleric"), "physical").can_act
    False
    """
    dice, boxes = skill(traits, kind), capacity(traits, kind)
    return DerivedRead(
        kind=kind,
        bank=2 * dice,
        burn_limit=dice,
        power=(boxes + 1) // 2,
        boxes=boxes,
        can_act=dice > 0 and boxes > 0,
    )


def burnable_scars(traits: Traits) -> tuple[Scar, ...]:
    """Torso, dominant arm and leg, the negative scars but the distant one, will and sanity.

    In the order of a condition (lines 42, 48–52, J8).

    >>> burnable_scars(Traits(3, 3, 2, 3, 2, 3, "choleric", "left"))
    ('torso', 'left_arm', 'left_leg', 'anger', 'sadness', 'confusion', 'will', 'sanity')
    """
    return _burnable(traits.handedness, traits.temperament)


@cache
def _burnable(handedness: Handedness, temperament: Temperament) -> tuple[Scar, ...]:
    limbs: tuple[Scar, ...] = ("right_arm", "right_leg")
    if handedness == "left":
        limbs = ("left_arm", "left_leg")
    negative = tuple(scar for _, scar in PAIRS if scar not in DISTANT[temperament])
    return ("torso", *limbs, *negative, *MENTAL_SCARS)
