"""What can be done under the rules of `harm`.

`EndConflict` and everything below `Escalate` are the product's own, not of the contract.
"""

from typing import Annotated

from msgspec import Meta

from combat.rules.harm.shapes import Box, Pool, Side
from combat.rules.ruleset import ActionValue, Points, Rating, Rolled

type Some = Annotated[int, Meta(ge=1, le=1_000)]
type FudgeFace = Annotated[int, Meta(ge=-1, le=1)]


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


class GainBonus(ActionValue, frozen=True, gc=False):
    """Bonus dice that wait for the next roll, from a defence or an escalation."""

    dice: Some


class Roll(ActionValue, frozen=True, gc=False):
    """A roll of an ability of the pool `source`, with `faces` as they fell.

    Each die `bought` costs a point of that pool.
    """

    source: Pool
    ability: Rating
    faces: tuple[FudgeFace, ...]
    bought: Points = 0


class Spend(ActionValue, frozen=True, gc=False):
    """Pay points of a pool."""

    pool: Pool
    points: Some


class Regain(ActionValue, frozen=True, gc=False):
    """Get points of a pool back."""

    pool: Pool
    points: Some


class Refresh(ActionValue, frozen=True, gc=False):
    """Fill a pool up to its starting points; all three when none is named."""

    pool: Pool | None = None


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
    | GainBonus
    | Roll
    | Spend
    | Regain
    | Refresh
)
