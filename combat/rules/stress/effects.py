"""What has happened under the rules of `stress`, in the past tense."""

from typing import Literal

from combat.rules.ruleset import EffectValue, Value
from combat.rules.stress.shapes import Out, Slot, Track

type Boost = Literal["attacker", "defender"]
type Reason = Literal["no_rest", "too_early", "no_sense"]


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


class Swept(EffectValue, frozen=True, gc=False):
    """What a hit did to the nameless: how many fell, how many stand, the boxes the rest marked.

    `lost` is what nobody was left for, or what the boxes were too big by.
    """

    shifts: int
    by: str | None
    track: Track | None
    fallen: int
    standing: int
    boxes: tuple[int, ...]
    lost: int


class HitDeclared(EffectValue, frozen=True, gc=False):
    """A hit that waits for its victim's choice; attack and defence where both are known."""

    shifts: int
    by: str | None = None
    track: Track | None = None
    attack: int | None = None
    defence: int | None = None
    boost: Boost | None = None


class HitWithdrawn(EffectValue, frozen=True, gc=False):
    """A hit that waits no longer; `moot`: because its victim is out."""

    shifts: int
    by: str | None = None
    moot: bool = False


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
    """The boxes cleared on each track, the consequences gone or not, how one was out, and how
    many of a group are back."""

    boxes: tuple[int, ...]
    mental_boxes: tuple[int, ...]
    cleared: tuple[Written, ...]
    stayed: tuple[Stayed, ...]
    out_before: Out | None
    back: int = 0


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


class Spent(EffectValue, frozen=True, gc=False):
    """The fate points paid and how many are left."""

    points: int
    left: int


class Regained(EffectValue, frozen=True, gc=False):
    """The fate points got and how many there are."""

    points: int
    left: int


class Refreshed(EffectValue, frozen=True, gc=False):
    """The fate points that were missing and how many there are."""

    points: int
    left: int


Effect = (
    Attacked
    | Absorbed
    | TakenOut
    | Swept
    | HitDeclared
    | HitWithdrawn
    | Invoked
    | InvokePassed
    | Conceded
    | SceneEnded
    | SessionEnded
    | ScenarioEnded
    | Renamed
    | Spent
    | Regained
    | Refreshed
)
