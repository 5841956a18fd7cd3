"""What a character is born with and bears under the rules of `stress`."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from combat.rules.ruleset import Counter, Points, Rating, Text, Value

type Dial = Literal["accelerated", "condensed", "core"]
type Track = Literal["physical", "mental"]
type Slot = Literal["mild", "mild_physical", "mild_mental", "moderate", "severe"]
type Out = Literal["taken_out", "conceded"]
type Boundary = Literal["scene", "session", "scenario"]
type Name = Annotated[str, Meta(min_length=1, max_length=200)]
type Boxes = Annotated[tuple[bool, ...], Meta(max_length=10)]
type Members = Annotated[int, Meta(ge=1, le=100)]
"""How many nameless characters one sheet stands for."""

SLOTS: tuple[Slot, ...] = ("mild", "mild_physical", "mild_mental", "moderate", "severe")
SLOT_WORTH: dict[Slot, int] = {
    "mild": 2,
    "mild_physical": 2,
    "mild_mental": 2,
    "moderate": 4,
    "severe": 6,
}


class Traits(Value, frozen=True, gc=False):
    """What a character brings along.

    Product keys, for campaigns that play by another dial than Accelerated (F10): with two
    tracks `boxes` are the physical ones and `mental_boxes` the others; `physical` and `mental`
    are the skills (Physique, Will or their like) that may give an extra mild slot. `members` is
    a product key too: how many of the nameless fight as one (F9).
    """

    boxes: Rating = 3
    refresh: Points = 3
    mook: bool = False
    dial: Dial = "accelerated"
    mental_boxes: Rating = 0
    physical: Rating = 0
    mental: Rating = 0
    members: Members = 1


class Consequence(Value, frozen=True, gc=False):
    """A filled slot: its aspect, who holds its free invoke, and when it was taken."""

    aspect: Text
    invoker: Name | None = None
    free_invokes: Counter = 0
    session: Counter = 1
    this_conflict: bool = False


class Consequences(Value, frozen=True, gc=False):
    """Slot by slot what is written in it.

    `mild_physical` and `mild_mental` are product keys: absent unless the traits give the slot.
    """

    mild: Consequence | None = None
    moderate: Consequence | None = None
    severe: Consequence | None = None
    mild_physical: Consequence | UnsetType | None = UNSET
    mild_mental: Consequence | UnsetType | None = UNSET


class Given(Value, frozen=True, gc=False):
    """A condition whose boxes and fate points may be missing.

    `mental` and `fallen` are product keys: the second track, absent where there is only one,
    and how many of a group are out, absent for whoever stands alone.
    """

    stress: Boxes | UnsetType = UNSET
    consequences: Consequences = Consequences()
    fate_points: Counter | UnsetType = UNSET
    session: Counter = 1
    out: Out | None = None
    mental: Boxes | UnsetType = UNSET
    fallen: Counter | UnsetType = UNSET


class Condition(Given, frozen=True, gc=False):
    """Which boxes are marked, which consequences are borne."""

    stress: Boxes = (False, False, False)
    fate_points: Counter = 3


class Options(Value, frozen=True, gc=False):
    """No house rules: the dial is a trait, for mooks and main characters may differ."""
