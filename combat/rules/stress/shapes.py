"""What goes into the rules of `stress` and what comes out."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from combat.rules.ruleset import (
    COUNTER_LIMIT,
    ActionValue,
    Counter,
    EffectValue,
    Points,
    Rating,
    Rolled,
    Text,
    Value,
)

type Dial = Literal["accelerated", "condensed", "core"]
type Track = Literal["physical", "mental"]
type Slot = Literal["mild", "mild_physical", "mild_mental", "moderate", "severe"]
type Boost = Literal["attacker", "defender"]
type Out = Literal["taken_out", "conceded"]
type Boundary = Literal["scene", "session", "scenario"]
type Reason = Literal["no_rest", "too_early", "no_sense"]
type Name = Annotated[str, Meta(min_length=1, max_length=200)]
type Shifts = Annotated[int, Meta(ge=1, le=1_000)]
type Box = Annotated[int, Meta(ge=-COUNTER_LIMIT, le=COUNTER_LIMIT)]
"""The number of a box; whether there is such a box is for the rules to say."""
type Boxes = Annotated[tuple[bool, ...], Meta(max_length=10)]

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
    are the skills (Physique, Will or their like) that may give an extra mild slot.
    """

    boxes: Rating = 3
    refresh: Points = 3
    mook: bool = False
    dial: Dial = "accelerated"
    mental_boxes: Rating = 0
    physical: Rating = 0
    mental: Rating = 0


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
    """A condition whose boxes and fate points may be missing."""

    stress: Boxes | UnsetType = UNSET
    consequences: Consequences = Consequences()
    fate_points: Counter | UnsetType = UNSET
    session: Counter = 1
    out: Out | None = None
    mental: Boxes | UnsetType = UNSET


class Condition(Given, frozen=True, gc=False):
    """Which boxes are marked, which consequences are borne.

    `mental` is a product key: the second track, absent where there is only one.
    """

    stress: Boxes = (False, False, False)
    fate_points: Counter = 3


class Options(Value, frozen=True, gc=False):
    """No house rules: the dial is a trait, for mooks and main characters may differ."""


class Attack(ActionValue, frozen=True, gc=False):
    """Compare the results of two rolls."""

    attack: Rolled
    defence: Rolled
    reduce_for_boost: bool = False


class Aspects(Value, frozen=True, gc=False):
    """What is written into each slot that a hit fills; a slot that is left out stays as it is."""

    mild: Text | UnsetType = UNSET
    moderate: Text | UnsetType = UNSET
    severe: Text | UnsetType = UNSET
    mild_physical: Text | UnsetType = UNSET
    mild_mental: Text | UnsetType = UNSET


class Hit(ActionValue, frozen=True, gc=False):
    """A hit together with the victim's choice how to absorb it.

    `box` is a list only under the Condensed dial; `track` matters only where there are two.
    """

    shifts: Shifts
    by: Name | UnsetType = UNSET
    box: Box | tuple[Box, ...] | None = None
    consequences: Aspects = Aspects()
    track: Track = "physical"


class Invoke(ActionValue, frozen=True, gc=False):
    """Use the free invoke of a consequence."""

    slot: Slot
    by: Name


class PassInvoke(ActionValue, frozen=True, gc=False):
    """Leave the free invoke to an ally."""

    slot: Slot
    to: Name


class Concede(ActionValue, frozen=True, gc=False):
    """Leave the conflict on one's own terms."""

    opponent_has_rolled: bool = False


class EndScene(ActionValue, frozen=True, gc=False):
    """The scene is over; `rested`: there is a chance to rest."""

    rested: bool = False


class EndSession(ActionValue, frozen=True, gc=False):
    """The session is over; `makes_sense`: recovery fits the story."""

    makes_sense: bool = False


class EndScenario(ActionValue, frozen=True, gc=False):
    """The scenario is over; `makes_sense`: recovery fits the story."""

    makes_sense: bool = False


class Rename(ActionValue, frozen=True, gc=False):
    """Write the aspect of a consequence anew."""

    slot: Slot
    aspect: Text


Action = Attack | Hit | Invoke | PassInvoke | Concede | EndScene | EndSession | EndScenario | Rename


class Attacked(EffectValue, frozen=True, gc=False):
    """`lead` is attack − defence; `reduced` tells that a shift was given up for the boost."""

    shifts: int
    hit: bool
    boost: Boost | None
    lead: int
    reduced: bool


class Written(Value, frozen=True, gc=False):
    """A slot and the aspect in it."""

    slot: Slot
    aspect: str


class Absorbed(EffectValue, frozen=True, gc=False):
    """The boxes marked, the consequences taken, and the shifts that were lost as surplus.

    `track` is None where there is only one.
    """

    absorbed: int
    shifts: int
    by: str | None
    track: Track | None
    boxes: tuple[int, ...]
    taken: tuple[Written, ...]
    lost: int
    outcome: Literal["absorbed"] = "absorbed"


class TakenOut(EffectValue, frozen=True, gc=False):
    """Nothing is marked; `offered` is what the choice was worth."""

    shifts: int
    by: str | None
    track: Track | None
    offered: int
    absorbed: Literal[0] = 0
    outcome: Literal["taken_out"] = "taken_out"


class Invoked(EffectValue, frozen=True, gc=False):
    """Whose free invoke was used, and how many are left."""

    slot: Slot
    aspect: str
    by: str
    free_invokes: int


class InvokePassed(EffectValue, frozen=True, gc=False):
    """Who held the free invoke and who holds it now."""

    slot: Slot
    aspect: str
    before: str | None
    to: str


class Conceded(EffectValue, frozen=True, gc=False):
    """The pay: one, and one for each of these consequences."""

    fate_points_gained: int
    consequences: tuple[Written, ...]


class Stayed(Value, frozen=True, gc=False):
    """A consequence whose boundary was crossed in vain."""

    slot: Slot
    aspect: str
    reason: Reason


class SceneEnded(EffectValue, frozen=True, gc=False):
    """The boxes cleared on each track, the consequences gone or not, and how one was out."""

    boxes: tuple[int, ...]
    mental_boxes: tuple[int, ...]
    cleared: tuple[Written, ...]
    stayed: tuple[Stayed, ...]
    out_before: Out | None


class SessionEnded(EffectValue, frozen=True, gc=False):
    """The number of the session that is over, the consequences gone or not."""

    session: int
    cleared: tuple[Written, ...]
    stayed: tuple[Stayed, ...]


class ScenarioEnded(EffectValue, frozen=True, gc=False):
    """The consequences gone or not."""

    cleared: tuple[Written, ...]
    stayed: tuple[Stayed, ...]


class Renamed(EffectValue, frozen=True, gc=False):
    """The aspect as it was and as it is."""

    slot: Slot
    before: str
    aspect: str


Effect = (
    Attacked
    | Absorbed
    | TakenOut
    | Invoked
    | InvokePassed
    | Conceded
    | SceneEnded
    | SessionEnded
    | ScenarioEnded
    | Renamed
)
