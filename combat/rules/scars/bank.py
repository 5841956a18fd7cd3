"""Dice in the banks, spent and restored as tokens."""

from msgspec.structs import replace

from combat.rules.ruleset import Outcome, Refused
from combat.rules.scars.actions import RestoreDice, SpendDice
from combat.rules.scars.attributes import full_bank
from combat.rules.scars.effects import DiceRestored, DiceSpent
from combat.rules.scars.shapes import Condition, Kind, Traits


def spend_dice(condition: Condition, action: SpendDice) -> Outcome[Condition, DiceSpent]:
    """Take dice out of a bank. Raises `not_enough_dice`.

    >>> from combat.rules.scars import Bank
    >>> spend_dice(Condition(bank=Bank(mental=4)), SpendDice("mental", 3)).effect
    DiceSpent(kind='mental', dice=3, left=1)
    """
    there: int = getattr(condition.bank, action.kind)
    if action.dice > there:
        raise Refused("not_enough_dice", kind=action.kind, dice=action.dice, left=there)
    left = there - action.dice
    return Outcome(
        _with_bank(condition, action.kind, left), DiceSpent(action.kind, action.dice, left)
    )


def restore_dice(
    traits: Traits, condition: Condition, action: RestoreDice
) -> Outcome[Condition, DiceRestored]:
    """Put dice back into a bank, as far as it holds them: two for each point of skill (line 26).

    >>> from combat.rules.scars import Bank
    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> restore_dice(traits, Condition(bank=Bank(mental=3)), RestoreDice("mental", 5)).effect
    DiceRestored(kind='mental', dice=1, left=4)
    """
    there: int = getattr(condition.bank, action.kind)
    room = max(0, getattr(full_bank(traits), action.kind) - there)
    dice = min(action.dice, room)
    after = _with_bank(condition, action.kind, there + dice)
    return Outcome(after, DiceRestored(action.kind, dice, there + dice))


def _with_bank(condition: Condition, kind: Kind, dice: int) -> Condition:
    return replace(condition, bank=replace(condition.bank, **{kind: dice}))
