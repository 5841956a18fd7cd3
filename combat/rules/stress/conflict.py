"""What follows from consequences in play: free invokes, conceding, new words."""

from msgspec.structs import replace

from combat.rules.ruleset import Outcome, Refused, raised
from combat.rules.stress.actions import (
    Rename,
)
from combat.rules.stress.effects import (
    Conceded,
    Invoked,
    InvokePassed,
    Renamed,
    Written,
)
from combat.rules.stress.shapes import (
    Condition,
    Consequence,
    Slot,
)
from combat.rules.stress.sheet import is_blank, written


def invoke(condition: Condition, slot: Slot, by: str) -> Outcome[Condition, Invoked]:
    """Use the free invoke of a consequence, once (line 19).

    Raises `no_free_invoke` when the slot is empty, none is left, or someone else holds it.

    >>> from combat.rules.stress import Consequences
    >>> ankle = Consequence("Sprained ankle", "Ogre", 1)
    >>> outcome = invoke(Condition(consequences=Consequences(mild=ankle)), "mild", "Ogre")
    >>> outcome.condition.consequences.mild.free_invokes
    0
    """
    consequence = _with_free_invoke(condition, slot)
    if consequence.invoker != by:
        reason = "invoke_of_another" if consequence.invoker else "invoke_of_nobody"
        raise Refused(
            "no_free_invoke", reason=reason, slot=slot, by=by, invoker=consequence.invoker
        )
    left = consequence.free_invokes - 1
    return Outcome(
        _rewrite(condition, slot, replace(consequence, free_invokes=left)),
        Invoked(slot, consequence.aspect, by, left),
    )


def _with_free_invoke(condition: Condition, slot: Slot) -> Consequence:
    consequence: Consequence | None = getattr(condition.consequences, slot) or None
    if consequence is None:
        raise Refused("no_free_invoke", reason="invoke_of_nothing", slot=slot)
    if not consequence.free_invokes:
        raise Refused("no_free_invoke", slot=slot, aspect=consequence.aspect)
    return consequence


def _rewrite(condition: Condition, slot: Slot, consequence: Consequence) -> Condition:
    consequences = replace(condition.consequences, **{slot: consequence})
    return replace(condition, consequences=consequences)


def pass_invoke(condition: Condition, slot: Slot, to: str) -> Outcome[Condition, InvokePassed]:
    """Leave the free invoke of a consequence to an ally (line 19).

    Raises `no_free_invoke` when the slot is empty or none is left.

    >>> from combat.rules.stress import Consequences
    >>> ankle = Consequence("Sprained ankle", "Ogre", 1)
    >>> outcome = pass_invoke(Condition(consequences=Consequences(mild=ankle)), "mild", "Goblin")
    >>> outcome.condition.consequences.mild.invoker
    'Goblin'
    """
    consequence = _with_free_invoke(condition, slot)
    return Outcome(
        _rewrite(condition, slot, replace(consequence, invoker=to)),
        InvokePassed(slot, consequence.aspect, consequence.invoker, to),
    )


def concede(condition: Condition, *, opponent_has_rolled: bool) -> Outcome[Condition, Conceded]:
    """Leave the conflict for a fate point, and one for each consequence taken in it (line 27, F4).

    Only before the opponent rolls (lines 10, 25). Raises `already_out`, then `too_late`.

    >>> outcome = concede(Condition(fate_points=3), opponent_has_rolled=False)
    >>> outcome.condition.fate_points, outcome.condition.out
    (4, 'conceded')
    """
    if condition.out:
        raise Refused("already_out", out=condition.out)
    if opponent_has_rolled:
        raise Refused("too_late")
    counted = conceding_counts(condition)
    gained = 1 + len(counted)
    fate_points = raised("fate_points", condition.fate_points, gained)
    return Outcome(
        replace(condition, fate_points=fate_points, out="conceded"), Conceded(gained, counted)
    )


def conceding_counts(condition: Condition) -> tuple[Written, ...]:
    """The consequences of this conflict: each raises the pay for conceding by one (F4).

    >>> conceding_counts(Condition())
    ()
    """
    return tuple(
        [
            Written(slot, consequence.aspect)
            for slot, consequence in written(condition.consequences)
            if consequence.this_conflict
        ]
    )


def rename(condition: Condition, action: Rename) -> Outcome[Condition, Renamed]:
    """Write the aspect of a consequence anew; slot, clock and free invoke stay (line 33).

    Raises `slot_empty`, then `aspect_required`.

    >>> from combat.rules.stress import Consequences
    >>> leg = Condition(consequences=Consequences(moderate=Consequence("Broken leg")))
    >>> rename(leg, Rename("moderate", "On crutches")).effect
    Renamed(slot='moderate', before='Broken leg', aspect='On crutches')
    """
    slot, aspect = action.slot, action.aspect
    consequence: Consequence | None = getattr(condition.consequences, slot) or None
    if consequence is None:
        raise Refused("slot_empty", slot=slot)
    if is_blank(aspect):
        raise Refused("aspect_required", slot=slot)
    return Outcome(
        _rewrite(condition, slot, replace(consequence, aspect=aspect)),
        Renamed(slot, consequence.aspect, aspect),
    )
