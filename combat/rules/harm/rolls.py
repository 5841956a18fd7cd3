"""Rolls of abilities: what bonus and penalty dice they have, what they cost, what they give."""

from msgspec import UNSET
from msgspec.structs import replace

from combat.rules import dice
from combat.rules.dice import Randomness
from combat.rules.harm.actions import GainBonus, Roll
from combat.rules.harm.effects import BonusGained, Checked, Rolled
from combat.rules.harm.penalties import price
from combat.rules.harm.points import paid
from combat.rules.harm.shapes import Condition, Pool
from combat.rules.ruleset import Outcome, Points, Rating, Refused, Value, raised


def gain_bonus(condition: Condition, action: GainBonus) -> Outcome[Condition, BonusGained]:
    """Bonus dice that wait for the next roll (lines 32, 34), on top of those that wait already.

    >>> gained = gain_bonus(Condition(bonus_dice=1), GainBonus(dice=2))
    >>> gained.condition.bonus_dice, gained.effect
    (3, BonusGained(dice=2, waiting=3))
    """
    waiting = raised("bonus_dice", condition.bonus_dice or 0, action.dice)
    return Outcome(replace(condition, bonus_dice=waiting), BonusGained(action.dice, waiting))


class Plan(Value, frozen=True, gc=False):
    """How many Fudge dice a roll throws, and why.

    `waiting` and `bought` are its bonus dice, `checked` tells of its penalty dice; `points` is
    all it costs, `left` what the acting pool then has.
    """

    dice: int
    waiting: int
    bought: int
    checked: Checked
    points: int
    left: int

    @property
    def bonus(self) -> int:
        return self.waiting + self.bought

    @property
    def penalty(self) -> int:
        return self.checked.penalty_dice


def plan_roll(condition: Condition, source: Pool, bought: int = 0) -> Plan:
    """What a roll of an ability of the pool `source` throws and costs; spends nothing.

    Every bonus die that waits counts (line 32: "the next roll"), and one more for each point
    `bought`; penalty dice and the price of being broken are those of `price`. Raises
    `action_impossible` for a character who is broken and has no point left in that pool (U6),
    `not_enough_points` when the dice bought and the price are more than it has.

    >>> plan = plan_roll(Condition(scratch_dice=1, bonus_dice=3), "vigor")
    >>> plan.dice, plan.bonus, plan.penalty, plan.points
    (5, 3, 1, 0)
    """
    checked = price(condition, source)
    if not checked.allowed:
        raise Refused("action_impossible", pool=source)
    waiting, points = condition.bonus_dice or 0, checked.pool_cost + bought
    left: int = getattr(paid(condition, source, points).pools, source)
    thrown = dice.fudge_dice(waiting + bought, checked.penalty_dice)
    return Plan(thrown, waiting, bought, checked, points, left)


def roll(condition: Condition, action: Roll) -> Outcome[Condition, Rolled]:
    """The success level of a roll: three Fudge dice and the ability.

    With bonus dice the best three count, with penalty dice the worst three; they cancel one for
    one first. What waited is used up, and what was bought is paid. Raises as `plan_roll` does,
    and `wrong_number_of_dice` for more or fewer faces than it plans.

    >>> ready = Condition(bonus_dice=1)
    >>> rolled = roll(ready, Roll("reason", ability=2, faces=(1, -1, 0, 1)))
    >>> rolled.effect.total, rolled.effect.counted
    (4, (True, False, True, True))
    >>> rolled.condition == Condition()
    True
    """
    plan = plan_roll(condition, action.source, action.bought)
    kept = dice.keep(action.faces, plan.bonus, plan.penalty)
    effect = Rolled(
        source=action.source,
        ability=action.ability,
        faces=kept.faces,
        counted=kept.counted,
        total=kept.total + action.ability,
        bonus=plan.bonus,
        penalty=plan.penalty,
        points=plan.points,
    )
    after = paid(condition, action.source, plan.points)
    return Outcome(replace(after, bonus_dice=UNSET), effect)


class AbilityThrow(Value, frozen=True, gc=False, tag="ability"):
    """A roll before its dice fall: how many there are is for the condition to say."""

    source: Pool
    ability: Rating
    bought: Points = 0


def fall(condition: Condition, throw: AbilityThrow, rng: Randomness) -> Outcome[Condition, Rolled]:
    """Throw as many dice as are planned and count them. Raises as `plan_roll` does.

    >>> from random import Random
    >>> fall(Condition(bonus_dice=2), AbilityThrow("vigor", 3), Random(3)).effect.faces
    (-1, 1, 1, -1, 0)
    """
    faces = dice.fudge(rng, plan_roll(condition, throw.source, throw.bought).dice)
    return roll(condition, Roll(throw.source, throw.ability, faces, throw.bought))
