"""A character under the rules of `harm`: traits, condition, and one side of an exchange."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from combat.rules.ruleset import Counter, Points, Rating, Rolled, Value

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
    """A condition whose pools may be missing.

    `bonus_dice` are the product's own: dice that wait for the next roll, the key left out when
    there are none.
    """

    boxes: Boxes = FREE
    fresh: tuple[Box, ...] = ()
    scratch_dice: Counter = 0
    scratch_dice_next: Counter = 0
    pools: GivenPools = GivenPools()
    out: Out | None = None
    bonus_dice: Counter | UnsetType = UNSET


class Condition(Given, frozen=True, gc=False):
    """Box by box the pool that did the hurting (U4), and what waits for this round and the next.

    `fresh` are the boxes ticked this round, ascending.
    """

    pools: Pools = Pools()


class Options(Value, frozen=True, gc=False):
    """No house rules."""


class Side(Value, frozen=True, gc=False):
    """One party to an exchange; `level` is its roll's success level."""

    level: Rolled
    weapon: Rating | None = 0
    armor: Rating = 0
