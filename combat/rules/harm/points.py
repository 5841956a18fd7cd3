"""Points of the three pools: paid, got back, filled up."""

from msgspec.structs import replace

from combat.rules.harm.actions import Refresh, Regain, Spend
from combat.rules.harm.effects import Refreshed, Regained, Spent
from combat.rules.harm.shapes import POOLS, Condition, Pool, Traits
from combat.rules.ruleset import Outcome, Refused


def spend(condition: Condition, action: Spend) -> Outcome[Condition, Spent]:
    """Pay points of a pool, for whatever the table plays. Raises `not_enough_points`.

    >>> from combat.rules.harm import Pools
    >>> spend(Condition(pools=Pools(reason=3)), Spend("reason", 2)).effect
    Spent(pool='reason', points=2, left=1)
    """
    after = paid(condition, action.pool, action.points)
    return Outcome(after, Spent(action.pool, action.points, getattr(after.pools, action.pool)))


def paid(condition: Condition, pool: Pool, points: int) -> Condition:
    """The condition with `points` of `pool` gone. Raises `not_enough_points` with the `price`.

    >>> paid(Condition(), "vigor", 1)
    Traceback (most recent call last):
    combat.rules.ruleset.Refused: ('not_enough_points', {'reason': 'pool_short', \
'pool': 'vigor', 'points': 0, 'price': 1})
    """
    there: int = getattr(condition.pools, pool)
    if there < points:
        raise Refused(
            "not_enough_points", reason="pool_short", pool=pool, points=there, price=points
        )
    return replace(condition, pools=replace(condition.pools, **{pool: there - points}))


def regain(traits: Traits, condition: Condition, action: Regain) -> Outcome[Condition, Regained]:
    """Get points back, up to the starting points. Raises `pool_full` beyond them.

    >>> from combat.rules.harm import StartingPools
    >>> rested = regain(Traits(StartingPools(vigor=3)), Condition(), Regain("vigor", 2))
    >>> rested.condition.pools.vigor, rested.effect
    (2, Regained(pool='vigor', points=2, left=2))
    """
    pool, points = action.pool, action.points
    there: int = getattr(condition.pools, pool)
    start: int = getattr(traits.pools, pool)
    if there + points > start:
        raise Refused("pool_full", pool=pool, points=there, gain=points, start=start)
    after = replace(condition, pools=replace(condition.pools, **{pool: there + points}))
    return Outcome(after, Regained(pool, points, there + points))


def refresh(traits: Traits, condition: Condition, action: Refresh) -> Outcome[Condition, Refreshed]:
    """Fill a pool, or all three, up to the starting points; what is above them stays.

    >>> from combat.rules.harm import Pools, StartingPools
    >>> tired = Condition(pools=Pools(vigor=1, reason=4))
    >>> rested = refresh(Traits(StartingPools(vigor=3, reason=2)), tired, Refresh())
    >>> rested.condition.pools
    Pools(vigor=3, instinct=0, reason=4)
    >>> rested.effect
    Refreshed(gains=(Regained(pool='vigor', points=2, left=3),))
    """
    gains = []
    for pool in POOLS if action.pool is None else (action.pool,):
        there, start = getattr(condition.pools, pool), getattr(traits.pools, pool)
        if there < start:
            gains.append(Regained(pool, start - there, start))
    filled = replace(condition.pools, **{gain.pool: gain.left for gain in gains})
    return Outcome(replace(condition, pools=filled), Refreshed(tuple(gains)))
