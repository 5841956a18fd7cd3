"""Exchanges between two characters, and how a conflict begins."""

from combat.rules.harm.actions import Escalate, Exchange, Opposed, Parallel
from combat.rules.harm.effects import Compared, Escalated, Sides
from combat.rules.harm.shapes import Side


def compare(exchange: Exchange) -> Compared:
    """The harm and the bonus dice of an exchange between two.

    Opposed: the lower level takes the difference (line 2), a tie does nothing (U9). Parallel:
    each takes the other's level (line 31). Defensive: a better defender gets the difference as
    bonus dice on the next roll (line 32), a better attacker hurts as if opposed (U11). Levels
    below 0 count as 0 (U13).

    >>> from combat.rules.harm import Defensive
    >>> ahead, behind = Side(level=5, weapon=2), Side(level=3, armor=1)
    >>> compare(Opposed(ahead, behind)).harm, compare(Parallel(ahead, behind)).harm
    (Sides(a=0, b=3), Sides(a=3, b=6))
    >>> compare(Defensive(behind, ahead)).bonus_dice
    Sides(a=0, b=2)
    """
    a, b = exchange.a, exchange.b
    levels = Sides(max(0, a.level), max(0, b.level))
    lead = levels.a - levels.b
    match exchange:
        case Opposed():
            return Compared(
                "opposed", Sides(blow(b, a, -lead), blow(a, b, lead)), Sides(0, 0), levels
            )
        case Parallel():
            harm = Sides(blow(b, a, levels.b), blow(a, b, levels.a))
            return Compared("parallel", harm, Sides(0, 0), levels)
        case _:
            harm = Sides(0, blow(a, b, lead))
            return Compared("defensive", harm, Sides(0, max(0, -lead)), levels)


def blow(striker: Side, victim: Side, margin: int) -> int:
    """The harm `margin` levels do, weapon and armour counted; none without a margin (U10).

    >>> blow(Side(level=0, weapon=3), Side(level=0, armor=1), 2)
    4
    >>> blow(Side(level=0, weapon=3), Side(level=0), 0)
    0
    """
    if margin <= 0:
        return 0
    return max(0, margin + (striker.weapon or 0) - victim.armor)


def escalate(action: Escalate) -> Escalated:
    """The difference in levels as bonus dice for the winner in round 1 (line 34, U13).

    >>> escalate(Escalate(winner_level=4, loser_level=2))
    Escalated(bonus_dice=2)
    """
    lead = max(0, action.winner_level) - max(0, action.loser_level)
    return Escalated(max(0, lead))
