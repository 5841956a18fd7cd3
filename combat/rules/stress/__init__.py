"""`stress`: stress boxes and consequences, after Fate Accelerated.

Lines name the Italian seed's; `F1` … `F10` are the readings where the seed is silent.
"""

from collections.abc import Callable
from typing import Any

from combat.rules.ruleset import Outcome, Ruleset
from combat.rules.stress.actions import (
    Action,
    Aspects,
    Attack,
    Concede,
    EndScenario,
    EndScene,
    EndSession,
    Hit,
    Invoke,
    PassInvoke,
    Refresh,
    Regain,
    Rename,
    Some,
    Spend,
    Sweep,
)
from combat.rules.stress.choices import (
    Choice,
    choices,
    most,
    run_on,
    weigh,
)
from combat.rules.stress.conflict import (
    concede,
    conceding_counts,
    invoke,
    pass_invoke,
    rename,
)
from combat.rules.stress.effects import (
    Absorbed,
    Attacked,
    Boost,
    Conceded,
    Effect,
    HitDeclared,
    HitWithdrawn,
    Invoked,
    InvokePassed,
    Reason,
    Refreshed,
    Regained,
    Renamed,
    ScenarioEnded,
    SceneEnded,
    SessionEnded,
    Spent,
    Stayed,
    Swept,
    TakenOut,
    Written,
)
from combat.rules.stress.groups import sweep
from combat.rules.stress.hits import (
    STYLE,
    compare,
    take_hit,
    worth_of,
)
from combat.rules.stress.points import refresh, regain, spend
from combat.rules.stress.recovery import (
    Recovery,
    end_scenario,
    end_scene,
    end_session,
    recover,
)
from combat.rules.stress.shapes import (
    SLOT_WORTH,
    SLOTS,
    Boundary,
    Boxes,
    Condition,
    Consequence,
    Consequences,
    Dial,
    Given,
    Members,
    Name,
    Options,
    Out,
    Slot,
    Track,
    Traits,
)
from combat.rules.stress.sheet import (
    EXTRA_SLOT_SKILL,
    box_worth,
    boxes_against,
    check,
    fit,
    group_boxes,
    has_slot,
    is_blank,
    serves,
    slots_against,
    slots_of,
    standing,
    two_tracks,
    usual_boxes,
    written,
)

__all__ = [
    "EXTRA_SLOT_SKILL",
    "RULESET",
    "SLOTS",
    "SLOT_WORTH",
    "STYLE",
    "Absorbed",
    "Action",
    "Aspects",
    "Attack",
    "Attacked",
    "Boost",
    "Boundary",
    "Boxes",
    "Choice",
    "Concede",
    "Conceded",
    "Condition",
    "Consequence",
    "Consequences",
    "Dial",
    "Effect",
    "EndScenario",
    "EndScene",
    "EndSession",
    "Given",
    "Hit",
    "HitDeclared",
    "HitWithdrawn",
    "Invoke",
    "InvokePassed",
    "Invoked",
    "Members",
    "Name",
    "Options",
    "Out",
    "PassInvoke",
    "Reason",
    "Recovery",
    "Refresh",
    "Refreshed",
    "Regain",
    "Regained",
    "Rename",
    "Renamed",
    "ScenarioEnded",
    "SceneEnded",
    "SessionEnded",
    "Slot",
    "Some",
    "Spend",
    "Spent",
    "Stayed",
    "Sweep",
    "Swept",
    "TakenOut",
    "Track",
    "Traits",
    "Written",
    "apply",
    "box_worth",
    "boxes_against",
    "check",
    "choices",
    "compare",
    "concede",
    "conceding_counts",
    "end_scenario",
    "end_scene",
    "end_session",
    "fit",
    "group_boxes",
    "has_slot",
    "invoke",
    "is_blank",
    "most",
    "pass_invoke",
    "recover",
    "refresh",
    "regain",
    "rename",
    "run_on",
    "serves",
    "slots_against",
    "slots_of",
    "spend",
    "standing",
    "sweep",
    "take_hit",
    "two_tracks",
    "usual_boxes",
    "weigh",
    "worth_of",
    "written",
]


def apply(
    traits: Traits, condition: Condition, action: Action, options: Options
) -> Outcome[Condition, Effect]:
    """What `action` does to `condition`; raises `Refused` as the functions behind it do.

    >>> outcome = apply(Traits(), Condition(), Hit(shifts=3, box=3), Options())
    >>> outcome.condition.stress, outcome.effect.outcome
    ((False, False, True), 'absorbed')
    """
    return _ACTIONS[type(action)](traits, condition, action)


_ACTIONS: dict[type, Callable[[Traits, Condition, Any], Outcome[Condition, Any]]] = {
    Attack: lambda _, condition, action: Outcome(condition, compare(action)),
    Hit: take_hit,
    Sweep: sweep,
    Invoke: lambda _, condition, action: invoke(condition, action.slot, action.by),
    PassInvoke: lambda _, condition, action: pass_invoke(condition, action.slot, action.to),
    Concede: lambda _, condition, action: concede(
        condition, opponent_has_rolled=action.opponent_has_rolled
    ),
    EndScene: lambda _, condition, action: end_scene(condition, rested=action.rested),
    EndSession: lambda _, condition, action: end_session(condition, makes_sense=action.makes_sense),
    EndScenario: lambda _, condition, action: end_scenario(
        condition, makes_sense=action.makes_sense
    ),
    Rename: lambda _, condition, action: rename(condition, action),
    Spend: lambda _, condition, action: spend(condition, action),
    Regain: lambda _, condition, action: regain(condition, action),
    Refresh: lambda traits, condition, _: refresh(traits, condition),
}

RULESET = Ruleset(
    slug="stress",
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
