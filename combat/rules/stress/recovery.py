"""What the end of a scene, a session, a scenario clears."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from combat.rules.ruleset import Outcome, Value, raised
from combat.rules.stress.effects import (
    Reason,
    ScenarioEnded,
    SceneEnded,
    SessionEnded,
    Stayed,
    Written,
)
from combat.rules.stress.shapes import (
    Boundary,
    Boxes,
    Condition,
    Consequences,
    Slot,
)
from combat.rules.stress.sheet import written

BOUNDARY_OF: dict[Slot, Boundary] = {
    "mild": "scene",
    "mild_physical": "scene",
    "mild_mental": "scene",
    "moderate": "session",
    "severe": "scenario",
}
ENDS_IN_VAIN: dict[Boundary, Reason] = {
    "scene": "no_rest",
    "session": "no_sense",
    "scenario": "no_sense",
}


class Recovery(Value, frozen=True, gc=False):
    """The consequences that a boundary clears, and those whose time it is in vain."""

    cleared: tuple[Written, ...]
    stayed: tuple[Stayed, ...]


def recover(condition: Condition, boundary: Boundary, *, granted: bool) -> Recovery:
    """What becomes of the consequences at a boundary; `granted`: rested, or it makes sense.

    Mild: the end of a scene, with a chance to rest (line 30, F2). Moderate: the end of the
    session after the one it was taken in, or a later one (line 31, F5). Severe: the end of a
    scenario (line 32). The last two where the story allows it. A consequence that this boundary
    does not concern is not mentioned.

    >>> from combat.rules.stress import Consequence
    >>> leg = Consequences(moderate=Consequence("Broken leg", session=1))
    >>> recover(Condition(consequences=leg, session=1), "session", granted=True).stayed
    (Stayed(slot='moderate', aspect='Broken leg', reason='too_early'),)
    >>> recover(Condition(consequences=leg, session=2), "session", granted=True).cleared
    (Written(slot='moderate', aspect='Broken leg'),)
    """
    cleared: list[Written] = []
    stayed: list[Stayed] = []
    for slot, consequence in written(condition.consequences):
        if BOUNDARY_OF[slot] != boundary:
            continue
        if slot == "moderate" and consequence.session >= condition.session:
            stayed.append(Stayed(slot, consequence.aspect, "too_early"))
        elif granted:
            cleared.append(Written(slot, consequence.aspect))
        else:
            stayed.append(Stayed(slot, consequence.aspect, ENDS_IN_VAIN[boundary]))
    return Recovery(tuple(cleared), tuple(stayed))


def end_scene(condition: Condition, *, rested: bool) -> Outcome[Condition, SceneEnded]:
    """All stress goes, always (line 29); mild consequences go with a rest (line 30, F2).

    Whoever was out is back (line 23, F7), the fallen of a group too, and no consequence is of
    this conflict any more (F4).

    >>> outcome = end_scene(Condition(stress=(True, False, True), out="taken_out"), rested=False)
    >>> outcome.condition == Condition()
    True
    >>> outcome.effect.boxes, outcome.effect.out_before
    ((1, 3), 'taken_out')
    """
    recovery = recover(condition, "scene", granted=rested)
    mental = condition.mental
    after = replace(
        condition,
        stress=_cleared(condition.stress),
        mental=UNSET if mental is UNSET else _cleared(mental),
        consequences=_after_conflict(_without(condition.consequences, recovery.cleared)),
        out=None,
        fallen=UNSET if condition.fallen is UNSET else 0,
    )
    return Outcome(
        after,
        SceneEnded(
            _marks(condition.stress),
            _marks(mental),
            recovery.cleared,
            recovery.stayed,
            condition.out,
            condition.fallen or 0,
        ),
    )


def _cleared(boxes: Boxes) -> Boxes:
    return (False,) * len(boxes)


def _without(consequences: Consequences, cleared: tuple[Written, ...]) -> Consequences:
    if not cleared:
        return consequences
    return replace(consequences, **dict.fromkeys([gone.slot for gone in cleared]))


def _after_conflict(consequences: Consequences) -> Consequences:
    past = {
        slot: replace(consequence, this_conflict=False)
        for slot, consequence in written(consequences)
        if consequence.this_conflict
    }
    return replace(consequences, **past) if past else consequences


def _marks(boxes: Boxes | UnsetType) -> tuple[int, ...]:
    if boxes is UNSET or True not in boxes:
        return ()
    return tuple([box for box, marked in enumerate(boxes, 1) if marked])


def end_session(condition: Condition, *, makes_sense: bool) -> Outcome[Condition, SessionEnded]:
    """A moderate consequence of an earlier session goes (line 31, F5); the next session begins.

    >>> outcome = end_session(Condition(session=4), makes_sense=True)
    >>> outcome.condition.session, outcome.effect.session
    (5, 4)
    """
    recovery = recover(condition, "session", granted=makes_sense)
    after = replace(
        condition,
        consequences=_without(condition.consequences, recovery.cleared),
        session=raised("session", condition.session, 1),
    )
    return Outcome(after, SessionEnded(condition.session, recovery.cleared, recovery.stayed))


def end_scenario(condition: Condition, *, makes_sense: bool) -> Outcome[Condition, ScenarioEnded]:
    """A severe consequence goes (line 32), and nothing else.

    >>> from combat.rules.stress import Consequence
    >>> scar = Consequences(severe=Consequence("Lost an eye"))
    >>> end_scenario(Condition(consequences=scar), makes_sense=True).condition == Condition()
    True
    """
    recovery = recover(condition, "scenario", granted=makes_sense)
    after = replace(condition, consequences=_without(condition.consequences, recovery.cleared))
    return Outcome(after, ScenarioEnded(recovery.cleared, recovery.stayed))
