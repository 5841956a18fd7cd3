"""`harm`: six boxes on one track, the Shadow of Yesterday / Solar System family.

Lines name the Slovak seed's; `U1` … `U18` are the readings where the seed is silent.
"""

from collections.abc import Callable
from typing import Any

from combat.rules.harm.actions import (
    Action,
    Check,
    Defensive,
    EndConflict,
    EndRound,
    Escalate,
    Exchange,
    GainBonus,
    GiveUp,
    Harm,
    Heal,
    Opposed,
    Parallel,
    Refresh,
    Regain,
    Roll,
    ShakeOut,
    Spend,
)
from combat.rules.harm.boxes import (
    check,
    end_conflict,
    end_round,
    find_box,
    fit,
    give_up,
    heal,
    hurt,
    level_of,
    shake_out,
)
from combat.rules.harm.effects import (
    BonusGained,
    Checked,
    Compared,
    ConflictEnded,
    Effect,
    Escalated,
    GaveUp,
    Harmed,
    Healed,
    Refreshed,
    Regained,
    Rolled,
    RoundEnded,
    ShakenOut,
    Sides,
    Slide,
    Spent,
)
from combat.rules.harm.exchanges import blow, compare, escalate
from combat.rules.harm.penalties import Waiting, price, standing, waiting_dice
from combat.rules.harm.points import refresh, regain, spend
from combat.rules.harm.rolls import AbilityThrow, Plan, fall, gain_bonus, plan_roll, roll
from combat.rules.harm.shapes import (
    BLOODIED_BOXES,
    BROKEN_BOX,
    DEFEATED,
    FREE,
    POOLS,
    Box,
    Boxes,
    Condition,
    Given,
    GivenPools,
    Level,
    Options,
    Out,
    Pool,
    Pools,
    Side,
    StartingPools,
    Traits,
)
from combat.rules.ruleset import Outcome, Ruleset

__all__ = [
    "BLOODIED_BOXES",
    "BROKEN_BOX",
    "DEFEATED",
    "FREE",
    "POOLS",
    "RULESET",
    "AbilityThrow",
    "Action",
    "BonusGained",
    "Box",
    "Boxes",
    "Check",
    "Checked",
    "Compared",
    "Condition",
    "ConflictEnded",
    "Defensive",
    "Effect",
    "EndConflict",
    "EndRound",
    "Escalate",
    "Escalated",
    "Exchange",
    "GainBonus",
    "GaveUp",
    "GiveUp",
    "Given",
    "GivenPools",
    "Harm",
    "Harmed",
    "Heal",
    "Healed",
    "Level",
    "Opposed",
    "Options",
    "Out",
    "Parallel",
    "Plan",
    "Pool",
    "Pools",
    "Refresh",
    "Refreshed",
    "Regain",
    "Regained",
    "Roll",
    "Rolled",
    "RoundEnded",
    "ShakeOut",
    "ShakenOut",
    "Side",
    "Sides",
    "Slide",
    "Spend",
    "Spent",
    "StartingPools",
    "Traits",
    "Waiting",
    "apply",
    "blow",
    "check",
    "compare",
    "end_conflict",
    "end_round",
    "escalate",
    "fall",
    "find_box",
    "fit",
    "gain_bonus",
    "give_up",
    "heal",
    "hurt",
    "level_of",
    "plan_roll",
    "price",
    "refresh",
    "regain",
    "roll",
    "shake_out",
    "spend",
    "standing",
    "waiting_dice",
]


def apply(
    traits: Traits, condition: Condition, action: Action, options: Options
) -> Outcome[Condition, Effect]:
    """What `action` does to `condition`; raises `Refused` as the function of the action does.

    A character who is out can still be hurt, healed and checked: `out` is only recorded.

    >>> outcome = apply(Traits(), Condition(), GiveUp(), Options())
    >>> outcome.condition.out, outcome.effect
    ('gave_up', GaveUp(out_before=None))
    """
    return _ACTIONS[type(action)](traits, condition, action)


_ACTIONS: dict[type, Callable[[Traits, Condition, Any], Outcome[Condition, Any]]] = {
    Harm: lambda _, condition, action: hurt(condition, action),
    Check: lambda _, condition, action: Outcome(condition, price(condition, action.source)),
    EndRound: lambda _, condition, __: end_round(condition),
    EndConflict: lambda _, condition, __: end_conflict(condition),
    GiveUp: lambda _, condition, __: give_up(condition),
    ShakeOut: lambda _, condition, __: shake_out(condition),
    Heal: lambda _, condition, action: heal(condition, action.box),
    Opposed: lambda _, condition, action: Outcome(condition, compare(action)),
    Parallel: lambda _, condition, action: Outcome(condition, compare(action)),
    Defensive: lambda _, condition, action: Outcome(condition, compare(action)),
    Escalate: lambda _, condition, action: Outcome(condition, escalate(action)),
    GainBonus: lambda _, condition, action: gain_bonus(condition, action),
    Roll: lambda _, condition, action: roll(condition, action),
    Spend: lambda _, condition, action: spend(condition, action),
    Regain: regain,
    Refresh: refresh,
}

RULESET = Ruleset(
    slug="harm",
    Traits=Traits,
    Given=Given,
    Condition=Condition,
    Options=Options,
    Action=Action,
    Effect=Effect,
    apply=apply,
    fit=fit,
    check=check,
)
