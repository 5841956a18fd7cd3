"""What can be asked of the rules of `scars`."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from combat.rules.ruleset import ActionValue, Points, Value
from combat.rules.scars.shapes import (
    Being,
    Degree,
    FeelingName,
    Kind,
    MentalScar,
    PhysicalScar,
    Scar,
    Wounds,
)

type SinDegree = Annotated[int, Meta(ge=1, le=10)]
type SomePoints = Annotated[int, Meta(ge=1, le=1_000)]
type Choice = Literal["hold", "fall"]


class Wound(ActionValue, frozen=True, gc=False):
    """A hit on one scar."""

    scar: Scar
    wounds: Wounds


class BurnPart(Value, frozen=True, gc=False):
    """Points of one degree that a player gives a scar of the own character."""

    scar: Scar
    degree: Degree
    points: SomePoints


class Burn(ActionValue, frozen=True, gc=False):
    """Wounds for an advantage."""

    parts: tuple[BurnPart, ...]


class Burnable(ActionValue, frozen=True, gc=False):
    """Which scars may be burned."""


class Penalties(ActionValue, frozen=True, gc=False):
    """Which lasting penalty a scar brings."""

    scar: Scar


class Derived(ActionValue, frozen=True, gc=False):
    """What follows from the attributes of one kind."""

    kind: Kind


class StartRound(ActionValue, frozen=True, gc=False):
    """A round begins."""


class StartScene(ActionValue, frozen=True, gc=False):
    """A scene begins."""


class Heal(Value, frozen=True, gc=False):
    """The scars that the player picked, where there is a choice."""

    physical: PhysicalScar | UnsetType = UNSET
    mental: MentalScar | UnsetType = UNSET


class StartChapter(ActionValue, frozen=True, gc=False):
    """A chapter begins, before its first scene does."""

    heal: Heal = Heal()


class StartBook(ActionValue, frozen=True, gc=False):
    """A book begins."""


class EndScene(ActionValue, frozen=True, gc=False):
    """A scene is over."""


class EndChapter(ActionValue, frozen=True, gc=False):
    """A chapter is over."""


class EndBook(ActionValue, frozen=True, gc=False):
    """A book is over; `drop` are the feelings that the player lets fall."""

    drop: dict[Being, tuple[FeelingName, ...]]


class Split(Value, frozen=True, gc=False):
    """The points that each mental scar takes."""

    will: Points = 0
    sanity: Points = 0


class Sin(ActionValue, frozen=True, gc=False):
    """A sin of a degree; the soul holds or falls."""

    degree: SinDegree
    choice: Choice
    split: Split


class SoulLimit(ActionValue, frozen=True, gc=False):
    """Doing what the degree of the soul forbids."""

    degree: Degree
    scar: MentalScar


class FulfilRequest(ActionValue, frozen=True, gc=False):
    """A feeling request came true."""

    toward: Being
    feeling: FeelingName


class Surge(ActionValue, frozen=True, gc=False):
    """A being hit a social scar."""

    toward: Being
    feeling: FeelingName


class Gain(ActionValue, frozen=True, gc=False):
    """A feeling grows for good."""

    toward: Being
    feeling: FeelingName
    points: Points


class SpendDice(ActionValue, frozen=True, gc=False):
    """Dice are taken out of a bank."""

    kind: Kind
    dice: Points


class RestoreDice(ActionValue, frozen=True, gc=False):
    """Dice come back into a bank."""

    kind: Kind
    dice: Points


Action = (
    Wound
    | Burn
    | Burnable
    | Penalties
    | Derived
    | StartRound
    | StartScene
    | StartChapter
    | StartBook
    | EndScene
    | EndChapter
    | EndBook
    | Sin
    | SoulLimit
    | FulfilRequest
    | Surge
    | Gain
    | SpendDice
    | RestoreDice
)
