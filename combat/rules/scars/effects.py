"""What happened, by the rules of `scars`."""

from combat.rules.ruleset import EffectValue, Value
from combat.rules.scars.actions import Choice
from combat.rules.scars.shapes import (
    Being,
    Degree,
    FeelingName,
    Grave,
    Kind,
    MentalScar,
    PerKind,
    PhysicalScar,
    Scar,
    Wounds,
)


class Once(Value, frozen=True, gc=False, rename={"lethal": "S", "destroying": "Z"}):
    """Single penalties: one for each point that became lethal or destroying (J3)."""

    lethal: int = 0
    destroying: int = 0


class Struck(Value, frozen=True, gc=False):
    """What points did to a scar; `lasting` is the penalty after them.

    `events`, in order: `write:d`; `push:d` fell off the right end; `promote:a>b`;
    `cancel:scar:d` was erased in the opposite scar; `unplaced:d`.
    """

    scar: Scar
    wounds: Wounds
    events: tuple[str, ...]
    once: Once
    critical: int
    lasting: Grave | None
    lasting_before: Grave | None


class Wounded(Struck, EffectValue, frozen=True, gc=False):
    """A hit landed."""


class Burned(EffectValue, frozen=True, gc=False):
    """A player burned these parts; `burned` are the points of this round so far."""

    events: tuple[str, ...]
    parts: tuple[Struck, ...]
    burned: PerKind


class BurnableRead(EffectValue, frozen=True, gc=False):
    """The scars that may be burned."""

    scars: tuple[Scar, ...]


class PenaltiesRead(EffectValue, frozen=True, gc=False):
    """The lasting penalty of a scar."""

    scar: Scar
    lasting: Grave | None


class DerivedRead(EffectValue, frozen=True, gc=False):
    """What follows from skill and capacity of a kind."""

    kind: Kind
    bank: int
    burn_limit: int
    power: int
    boxes: int
    can_act: bool


class RoundStarted(EffectValue, frozen=True, gc=False):
    """The points that had been burned in the round before."""

    burned: PerKind


class Healed(Value, frozen=True, gc=False):
    """The marks of a scar before and after."""

    scar: Scar
    marks: str
    left: str


class SceneStarted(EffectValue, frozen=True, gc=False):
    """The scars that got better."""

    healed: tuple[Healed, ...]


class ChapterStarted(EffectValue, frozen=True, gc=False):
    """The scars that got better, and the two that lost a destroying wound."""

    healed: tuple[Healed, ...]
    physical: PhysicalScar | None
    mental: MentalScar | None


class BookStarted(EffectValue, frozen=True, gc=False):
    """The scars that got better."""

    healed: tuple[Healed, ...]


class Faded(Value, frozen=True, gc=False):
    """What is shown of a feeling, before and after."""

    toward: Being
    feeling: FeelingName
    before: int
    value: int


class SceneEnded(EffectValue, frozen=True, gc=False):
    """The feelings whose surge is over."""

    faded: tuple[Faded, ...]


class ChapterEnded(EffectValue, frozen=True, gc=False):
    """The feelings whose surge and echo are over."""

    faded: tuple[Faded, ...]


class BookEnded(EffectValue, frozen=True, gc=False):
    """The feelings that the player let fall."""

    faded: tuple[Faded, ...]


class Sinned(EffectValue, frozen=True, gc=False):
    """A sin of degree `sin` and its price: so many points of `degree`; free: 0 of None."""

    sin: int
    choice: Choice
    points: int
    degree: Degree | None
    soul_before: int
    soul: int
    struck: tuple[Struck, ...]


class LimitBroken(Struck, EffectValue, frozen=True, gc=False):
    """What the degree of the soul forbids was done."""


class Felt(Value, frozen=True, gc=False):
    """A feeling moved: `worn` points went off its opposite first, `gained` are what was left.

    `value` and `before` are what is shown of it, 0–5.
    """

    toward: Being
    feeling: FeelingName
    value: int
    before: int
    gained: int
    worn: int


class RequestFulfilled(Felt, EffectValue, frozen=True, gc=False):
    """A feeling request came true; `gained` is kept until books end."""


class Surged(Felt, EffectValue, frozen=True, gc=False):
    """A social hit stirred a feeling; `gained` is kept until the scene ends."""


class Gained(Felt, EffectValue, frozen=True, gc=False):
    """A feeling grew for good."""


class DiceSpent(EffectValue, frozen=True, gc=False):
    """Dice taken out of a bank, and what is left."""

    kind: Kind
    dice: int
    left: int


class DiceRestored(EffectValue, frozen=True, gc=False):
    """Dice that came back into a bank, and what is in it now."""

    kind: Kind
    dice: int
    left: int


Effect = (
    Wounded
    | Burned
    | BurnableRead
    | PenaltiesRead
    | DerivedRead
    | RoundStarted
    | SceneStarted
    | ChapterStarted
    | BookStarted
    | SceneEnded
    | ChapterEnded
    | BookEnded
    | Sinned
    | LimitBroken
    | RequestFulfilled
    | Surged
    | Gained
    | DiceSpent
    | DiceRestored
)
