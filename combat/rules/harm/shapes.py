"""What goes into the rules of `harm` and what comes out."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from combat.rules.ruleset import ActionValue, Counter, EffectValue, Points, Rating, Rolled, Value

type Pool = Literal["vigor", "instinct", "reason"]
type Level = Literal["scratched", "bloodied", "broken", "defeated"]
type Out = Literal["defeated", "gave_up"]
type Box = Annotated[int, Meta(ge=1, le=6)]
type Boxes = Annotated[tuple[Pool | None, ...], Meta(min_length=6, max_length=6)]

POOLS: tuple[Pool, ...] = ("vigor", "instinct", "reason")
BLOODIED_BOXES = (4, 5)
BROKEN_BOX = 6
DEFEATED = 7
FREE: Boxes = (None, None, None, None, None, None)


class GivenPools(Value, frozen=True, gc=False):
    """Points left in each pool, as far as they are given."""

    vigor: Counter | UnsetType = UNSET
    instinct: Counter | UnsetType = UNSET
    reason: Counter | UnsetType = UNSET


class Pools(GivenPools, frozen=True, gc=False):
    """Points left in each pool."""

    vigor: Counter = 0
    instinct: Counter = 0
    reason: Counter = 0


class StartingPools(Value, frozen=True, gc=False):
    """Points a character starts with."""

    vigor: Points = 0
    instinct: Points = 0
    reason: Points = 0


class Traits(Value, frozen=True, gc=False):
    """What a character brings along."""

    pools: StartingPools = StartingPools()


class Given(Value, frozen=True, gc=False):
    """A condition whose pools may be missing."""

    boxes: Boxes = FREE
    fresh: tuple[Box, ...] = ()
    scratch_dice: Counter = 0
    scratch_dice_next: Counter = 0
    pools: GivenPools = GivenPools()
    out: Out | None = None


class Condition(Given, frozen=True, gc=False):
    """Box by box the pool that did the hurting (U4), and what waits for this round and the next.

    `fresh` are the boxes ticked this round, ascending.
    """

    pools: Pools = Pools()


class Options(Value, frozen=True, gc=False):
    """No house rules."""


class Harm(ActionValue, frozen=True, gc=False):
    """A hit of `amount`, done with an ability of the pool `source`."""

    amount: Points
    source: Pool


class Check(ActionValue, frozen=True, gc=False):
    """What an action of the pool `source` would cost now."""

    source: Pool


class EndRound(ActionValue, frozen=True, gc=False):
    """The next round begins."""


class EndConflict(ActionValue, frozen=True, gc=False):
    """The conflict is over."""


class GiveUp(ActionValue, frozen=True, gc=False):
    """Let the opponent's intent happen."""


class ShakeOut(ActionValue, frozen=True, gc=False):
    """After a conflict, slide the ticks down."""


class Heal(ActionValue, frozen=True, gc=False):
    """Erase one box for its price."""

    box: Box


class Side(Value, frozen=True, gc=False):
    """One party to an exchange; `level` is its roll's success level."""

    level: Rolled
    weapon: Rating | None = 0
    armor: Rating = 0


class Opposed(ActionValue, frozen=True, gc=False):
    """Each gets in the way of the other."""

    a: Side
    b: Side


class Parallel(ActionValue, frozen=True, gc=False):
    """Both act, neither defends."""

    a: Side
    b: Side


class Defensive(ActionValue, frozen=True, gc=False):
    """`a` attacks, `b` only defends."""

    a: Side
    b: Side


class Escalate(ActionValue, frozen=True, gc=False):
    """A roll grows into a conflict."""

    winner_level: Rolled
    loser_level: Rolled


type Exchange = Opposed | Parallel | Defensive
Action = (
    Harm
    | Check
    | EndRound
    | EndConflict
    | GiveUp
    | ShakeOut
    | Heal
    | Opposed
    | Parallel
    | Defensive
    | Escalate
)


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
    """How the character had been put out, and the scratch dice that are gone."""

    out: Out | None
    expired_dice: int


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
)
