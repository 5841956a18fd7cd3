"""Which rule answers which action."""

from collections.abc import Callable
from typing import Any

from combat.rules.ruleset import Outcome
from combat.rules.scars.actions import (
    Action,
    Burn,
    Burnable,
    Derived,
    EndBook,
    EndChapter,
    EndScene,
    FulfilRequest,
    Gain,
    Penalties,
    RestoreDice,
    Sin,
    SoulLimit,
    SpendDice,
    StartBook,
    StartChapter,
    StartRound,
    StartScene,
    Surge,
    Wound,
)
from combat.rules.scars.attributes import burnable_scars, derive
from combat.rules.scars.bank import restore_dice, spend_dice
from combat.rules.scars.boundaries import start_book, start_chapter, start_round, start_scene
from combat.rules.scars.effects import BurnableRead, Effect, PenaltiesRead
from combat.rules.scars.feelings import (
    end_book,
    end_chapter,
    end_scene,
    fulfil_request,
    gain,
    surge,
)
from combat.rules.scars.points import lasting
from combat.rules.scars.shapes import Condition, Options, Traits
from combat.rules.scars.soul import break_limit, sin
from combat.rules.scars.wounding import burn, wound


def apply(
    traits: Traits, condition: Condition, action: Action, options: Options
) -> Outcome[Condition, Effect]:
    """What `action` does to `condition`; raises `Refused` as the function of its name does.

    >>> from combat.rules.scars import Wounds
    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> outcome = apply(traits, Condition(), Wound("torso", Wounds(lethal=1)), Options())
    >>> outcome.condition.scars.torso, outcome.effect.events, outcome.effect.lasting
    ('S', ('write:S',), 'S')
    """
    return _ACTIONS[type(action)](traits, condition, action)


_ACTIONS: dict[type, Callable[[Traits, Condition, Any], Outcome[Condition, Any]]] = {
    Wound: wound,
    Burn: burn,
    Burnable: lambda traits, condition, _: Outcome(condition, BurnableRead(burnable_scars(traits))),
    Penalties: lambda _, condition, action: Outcome(
        condition, PenaltiesRead(action.scar, lasting(getattr(condition.scars, action.scar)))
    ),
    Derived: lambda traits, condition, action: Outcome(condition, derive(traits, action.kind)),
    StartRound: lambda _, condition, __: start_round(condition),
    StartScene: lambda _, condition, __: start_scene(condition),
    StartChapter: lambda _, condition, action: start_chapter(condition, action.heal),
    StartBook: lambda _, condition, __: start_book(condition),
    EndScene: lambda _, condition, __: end_scene(condition),
    EndChapter: lambda _, condition, __: end_chapter(condition),
    EndBook: lambda _, condition, action: end_book(condition, action),
    Sin: sin,
    SoulLimit: break_limit,
    FulfilRequest: lambda _, condition, action: fulfil_request(condition, action),
    Surge: lambda _, condition, action: surge(condition, action),
    Gain: lambda _, condition, action: gain(condition, action),
    SpendDice: lambda _, condition, action: spend_dice(condition, action),
    RestoreDice: restore_dice,
}
