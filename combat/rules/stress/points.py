"""Fate points: paid, got, filled up. The product's own actions, not of the contract."""

from msgspec.structs import replace

from combat.rules.ruleset import Outcome, Refused, raised
from combat.rules.stress.actions import Regain, Spend
from combat.rules.stress.effects import Refreshed, Regained, Spent
from combat.rules.stress.shapes import Condition, Traits


def spend(condition: Condition, action: Spend) -> Outcome[Condition, Spent]:
    """Pay fate points, for an invoke that is not free or whatever the table plays.

    Raises `not_enough_fate_points`.

    >>> spend(Condition(fate_points=3), Spend(1)).effect
    Spent(points=1, left=2)
    """
    there, points = condition.fate_points, action.points
    if there < points:
        raise Refused("not_enough_fate_points", points=there, price=points)
    return Outcome(replace(condition, fate_points=there - points), Spent(points, there - points))


def regain(condition: Condition, action: Regain) -> Outcome[Condition, Regained]:
    """Get fate points, for a compel or the like; they may pass the refresh.

    >>> regain(Condition(fate_points=3), Regain(1)).effect
    Regained(points=1, left=4)
    """
    left = raised("fate_points", condition.fate_points, action.points)
    return Outcome(replace(condition, fate_points=left), Regained(action.points, left))


def refresh(traits: Traits, condition: Condition) -> Outcome[Condition, Refreshed]:
    """Fill the fate points up to the refresh; whoever has more keeps them.

    >>> refresh(Traits(refresh=3), Condition(fate_points=1)).effect
    Refreshed(points=2, left=3)
    >>> refresh(Traits(refresh=3), Condition(fate_points=5)).effect
    Refreshed(points=0, left=5)
    """
    left = max(traits.refresh, condition.fate_points)
    gained = left - condition.fate_points
    return Outcome(replace(condition, fate_points=left), Refreshed(gained, left))
