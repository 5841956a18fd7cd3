"""The degree of the soul: sins, and what it forbids."""

from msgspec.structs import replace

from combat.rules.ruleset import Outcome, Refused, Value
from combat.rules.scars.actions import Sin, SoulLimit, Split
from combat.rules.scars.effects import LimitBroken, Sinned, Struck
from combat.rules.scars.points import strike, strike_as, wounds_of
from combat.rules.scars.shapes import MENTAL_SCARS, Condition, Degree, Traits


def price(soul: int, degree: int) -> int:
    """The mental points that a sin of `degree` costs a soul: soul − sin + 1 (line 74, J13).

    A sin above the soul's degree is free.

    >>> price(7, 5), price(7, 7), price(7, 8), price(0, 1)
    (3, 1, 0, 0)
    """
    return max(0, soul - degree + 1)


def sin(traits: Traits, condition: Condition, action: Sin) -> Outcome[Condition, Sinned]:
    """Hold: the soul stays and the points are lethal. Fall: one degree less, stun (line 74, J17).

    The player splits the points between will and sanity; will is struck first. A free sin
    leaves the soul where it is, whatever was chosen. Raises `split_must_add_up`.

    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> outcome = sin(traits, Condition(soul=7), Sin(5, "fall", Split(will=2, sanity=1)))
    >>> outcome.condition.soul, outcome.condition.scars.will, outcome.condition.scars.sanity
    (6, 'OO', 'O')
    >>> outcome.effect.points, outcome.effect.degree
    (3, 'O')
    """
    points, split, soul = price(condition.soul, action.degree), action.split, condition.soul
    if split.will + split.sanity != points:
        raise Refused("split_must_add_up", points=points, will=split.will, sanity=split.sanity)
    if points == 0:
        return Outcome(condition, Sinned(action.degree, action.choice, 0, None, soul, soul, ()))
    holds = action.choice == "hold"
    degree: Degree = "S" if holds else "O"
    scars, struck = condition.scars, list[Struck]()
    for scar in MENTAL_SCARS:
        if share := getattr(split, scar):
            scars, done = strike(traits, scars, scar, wounds_of(degree, share))
            struck.append(done)
    after = replace(condition, scars=scars, soul=soul if holds else soul - 1)
    return Outcome(
        after,
        Sinned(action.degree, action.choice, points, degree, soul, after.soul, tuple(struck)),
    )


class Weighed(Value, frozen=True, gc=False):
    """What a sin would cost, worked out both ways."""

    points: int
    hold: Outcome[Condition, Sinned]
    fall: Outcome[Condition, Sinned]


def weigh(traits: Traits, condition: Condition, degree: int, split: Split) -> Weighed:
    """Both choices of a sin side by side; raises `split_must_add_up` as `sin` does.

    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> weighed = weigh(traits, Condition(soul=7), 6, Split(will=2))
    >>> weighed.points, weighed.hold.condition.scars.will, weighed.fall.condition.soul
    (2, 'SS', 6)
    """
    return Weighed(
        price(condition.soul, degree),
        sin(traits, condition, Sin(degree, "hold", split)),
        sin(traits, condition, Sin(degree, "fall", split)),
    )


def break_limit(
    traits: Traits, condition: Condition, action: SoulLimit
) -> Outcome[Condition, LimitBroken]:
    """Doing what the soul forbids: one mental point of the limit's degree (line 76, J14).

    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> break_limit(traits, Condition(), SoulLimit("S", "will")).condition.scars.will
    'S'
    """
    point = wounds_of(action.degree, 1)
    scars, broken = strike_as(LimitBroken, traits, condition.scars, action.scar, point)
    return Outcome(replace(condition, scars=scars), broken)
