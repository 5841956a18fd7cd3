"""What has happened under the rules of `harm`, in the past tense."""

from typing import Literal

from combat.rules.harm.shapes import Level, Out, Pool
from combat.rules.ruleset import EffectValue, Value


class Harmed(EffectValue, frozen=True, gc=False):
    """`harm` is the box ticked, or 7 and more; `taken` the boxes passed on the way up."""

    harm: int
    level: Level | None
    amount: int
    source: Pool
    taken: tuple[int, ...]


class Checked(EffectValue, frozen=True, gc=False):
    """`penalty_dice` is the sum of the three kinds of dice after it."""

    penalty_dice: int
    pool_cost: int
    allowed: bool
    source: Pool
    scratch_dice: int
    bloodied_dice: int
    broken_dice: int


class RoundEnded(EffectValue, frozen=True, gc=False):
    """The scratch dice that count now, those that are gone, the boxes that begin to bite."""

    scratch_dice: int
    expired_dice: int
    began: tuple[int, ...]


class ConflictEnded(EffectValue, frozen=True, gc=False):
    """How the character had been put out, and the scratch and bonus dice that are gone."""

    out: Out | None
    expired_dice: int
    expired_bonus_dice: int = 0


class GaveUp(EffectValue, frozen=True, gc=False):
    """How the character had been put out before, if at all."""

    out_before: Out | None


class Slide(Value, frozen=True, gc=False):
    """A tick's way down."""

    box: int
    to: int


class ShakenOut(EffectValue, frozen=True, gc=False):
    """The ticks that moved."""

    slides: tuple[Slide, ...]


class Healed(EffectValue, frozen=True, gc=False):
    """The box erased and the points paid from the pool written in it."""

    box: int
    source: Pool
    points: int


class Sides(Value, frozen=True, gc=False):
    """A number for each party."""

    a: int
    b: int


class Compared(EffectValue, frozen=True, gc=False):
    """What an exchange gives; `levels` are the success levels that counted."""

    kind: Literal["opposed", "parallel", "defensive"]
    harm: Sides
    bonus_dice: Sides
    levels: Sides


class Escalated(EffectValue, frozen=True, gc=False):
    """The winner's bonus dice in round 1."""

    bonus_dice: int


class BonusGained(EffectValue, frozen=True, gc=False):
    """The bonus dice gained, and how many wait for the next roll now."""

    dice: int
    waiting: int


class Rolled(EffectValue, frozen=True, gc=False):
    """`total` is the success level: the ability and the dice that count.

    `bonus` and `penalty` are the dice before they cancel, `points` what the roll cost.
    """

    source: Pool
    ability: int
    faces: tuple[int, ...]
    counted: tuple[bool, ...]
    total: int
    bonus: int
    penalty: int
    points: int


class Spent(EffectValue, frozen=True, gc=False):
    """The points paid and how many are left."""

    pool: Pool
    points: int
    left: int


class Regained(EffectValue, frozen=True, gc=False):
    """The points that came back and how many there are."""

    pool: Pool
    points: int
    left: int


class Refreshed(EffectValue, frozen=True, gc=False):
    """What each pool got."""

    gains: tuple[Regained, ...]


Effect = (
    Harmed
    | Checked
    | RoundEnded
    | ConflictEnded
    | GaveUp
    | ShakenOut
    | Healed
    | Compared
    | Escalated
    | BonusGained
    | Rolled
    | Spent
    | Regained
    | Refreshed
)
