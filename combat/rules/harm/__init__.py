"""`harm`: six boxes on one track, the Shadow of Yesterday / Solar System family.

Lines name the Slovak seed's; `U1` … `U18` are the readings where the seed is silent.
"""

from collections.abc import Callable
from typing import Any

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
from combat.rules.harm.exchanges import (
    blow,
    compare,
    escalate,
)
from combat.rules.harm.penalties import (
    Waiting,
    price,
    standing,
    waiting_dice,
)
from combat.rules.harm.shapes import (
    BLOODIED_BOXES,
    BROKEN_BOX,
    DEFEATED,
    FREE,
    POOLS,
    Action,
    Box,
    Boxes,
    Check,
    Checked,
    Compared,
    Condition,
    ConflictEnded,
    Defensive,
    Effect,
    EndConflict,
    EndRound,
    Escalate,
    Escalated,
    Exchange,
    GaveUp,
    Given,
    GivenPools,
    GiveUp,
    Harm,
    Harmed,
    Heal,
    Healed,
    Level,
    Opposed,
    Options,
    Out,
    Parallel,
    Pool,
    Pools,
    RoundEnded,
    ShakenOut,
    ShakeOut,
    Side,
    Sides,
    Slide,
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
    "Action",
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
    "Pool",
    "Pools",
    "RoundEnded",
    "ShakeOut",
    "ShakenOut",
    "Side",
    "Sides",
    "Slide",
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
    "find_box",
    "fit",
    "give_up",
    "heal",
    "hurt",
    "level_of",
    "price",
    "shake_out",
    "standing",
    "waiting_dice",
]


def apply(
    traits: Traits, condition: Condition, action: Action, options: Options
) -> Outcome[Condition, Effect]:
    """What `action` does to `condition`; raises `Refused` as `heal` does.

    A character who is out can still be hurt, healed and checked: `out` is only recorded.

    >>> outcome = apply(Traits(), Condition(), GiveUp(), Options())
    >>> outcome.condition.out, outcome.effect
    ('gave_up', GaveUp(out_before=None))
    """
    return _ACTIONS[type(action)](condition, action)


_ACTIONS: dict[type, Callable[[Condition, Any], Outcome[Condition, Any]]] = {
    Harm: hurt,
    Check: lambda condition, action: Outcome(condition, price(condition, action.source)),
    EndRound: lambda condition, _: end_round(condition),
    EndConflict: lambda condition, _: end_conflict(condition),
    GiveUp: lambda condition, _: give_up(condition),
    ShakeOut: lambda condition, _: shake_out(condition),
    Heal: lambda condition, action: heal(condition, action.box),
    Opposed: lambda condition, action: Outcome(condition, compare(action)),
    Parallel: lambda condition, action: Outcome(condition, compare(action)),
    Defensive: lambda condition, action: Outcome(condition, compare(action)),
    Escalate: lambda condition, action: Outcome(condition, escalate(action)),
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
