"""One point of a wound after another: written, pushed, promoted, cancelled or unplaced."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain, groupby

from msgspec.structs import astuple, replace

from combat.rules.ruleset import Value
from combat.rules.scars.attributes import boxes_of
from combat.rules.scars.effects import Once, Run, Step, Struck
from combat.rules.scars.shapes import (
    OPPOSITE_OF,
    SCARS,
    Degree,
    Grave,
    Marks,
    Scar,
    Scars,
    SocialScar,
    Traits,
    Wounds,
)

DEGREES: tuple[Degree, ...] = ("Z", "S", "O")
"""Heaviest first."""
WEIGHT: Mapping[str, int] = {"O": 1, "S": 2, "Z": 3}
_NAMES: Mapping[Degree, str] = {"Z": "destroying", "S": "lethal", "O": "stun"}
_ABOVE: Mapping[str, Degree] = {"O": "S", "S": "Z"}
_LIGHTER: Mapping[Degree, str] = {"Z": "SO", "S": "O", "O": ""}
# A point of a wound meets the same few scars again and again.
_REMEMBERED = 8_192


class Placed(Value, frozen=True, gc=False):
    """Both scars after one point, what became of it, and that as the batch contract tells it."""

    marks: Marks
    across: Marks
    step: Step
    events: tuple[str, ...]


@lru_cache(maxsize=_REMEMBERED)
def place(
    marks: Marks, boxes: int, degree: Degree, opposite: SocialScar | None = None, across: Marks = ""
) -> Placed:
    """One point of `degree` on a scar; `across` are the marks of its `opposite` (lines 38, 46).

    1. The opposite holds a wound of that degree: it is erased, nothing is written (J7).
    2. A box is free: the point is written in its place, heaviest left.
    3. All is Z, or there are no boxes: no place, a critical penalty (line 36, J4, J12).
    4. Heavier than the last wound (J1): written, and the last wound falls off.
    5. Else the lightest wound rises one degree (J2), unless the opposite holds a wound of the
       degree that would arise: then that one is erased and nothing else happens (J7).

    >>> place("", 3, "O", "anger", "O").events
    ('cancel:anger:O',)
    >>> place("ZO", 3, "S").marks, place("ZOO", 3, "S").marks, place("ZOO", 3, "O").marks
    ('ZSO', 'ZSO', 'ZSO')
    >>> place("ZOO", 3, "S").events, place("ZOO", 3, "O").events, place("ZZZ", 3, "O").events
    (('write:S', 'push:O'), ('promote:O>S',), ('unplaced:O',))
    >>> place("OOO", 3, "O", "anger", "S").events
    ('cancel:anger:S',)
    """
    if degree in across:
        return _cancelled(marks, degree, degree, opposite, across)
    if len(marks) < boxes:
        step = Step(degree, "written", arose=degree)
        return Placed(_inserted(marks, degree), across, step, (f"write:{degree}",))
    if marks == "Z" * boxes:
        return Placed(marks, across, Step(degree, "unplaced"), (f"unplaced:{degree}",))
    last: Degree = marks[-1]  # type: ignore[assignment]  # marks are made of degrees
    if WEIGHT[degree] > WEIGHT[last]:
        step = Step(degree, "pushed", arose=degree, gone=last)
        events = (f"write:{degree}", f"push:{last}")
        return Placed(_inserted(marks[:-1], degree), across, step, events)
    arising = _ABOVE[last]
    if arising in across:
        return _cancelled(marks, degree, arising, opposite, across)
    step = Step(degree, "promoted", arose=arising, gone=last)
    return Placed(marks.replace(last, arising, 1), across, step, (f"promote:{last}>{arising}",))


def _cancelled(
    marks: Marks, degree: Degree, erased: Degree, opposite: SocialScar | None, across: Marks
) -> Placed:
    step = Step(degree, "cancelled", gone=erased)
    return Placed(marks, across.replace(erased, "", 1), step, (f"cancel:{opposite}:{erased}",))


def _inserted(marks: Marks, degree: Degree) -> Marks:
    heavier = marks.rstrip(_LIGHTER[degree])
    return heavier + degree + marks[len(heavier) :]


def strike(traits: Traits, scars: Scars, scar: Scar, wounds: Wounds) -> tuple[Scars, Struck]:
    """Point by point (J5), heaviest degree first (J6), both scars read anew each time.

    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> scars, struck = strike(traits, Scars(courage="S"), "fear", Wounds(lethal=2, stun=1))
    >>> scars.courage, scars.fear, struck.events
    ('', 'SO', ('cancel:courage:S', 'write:S', 'write:O'))
    >>> struck.once, struck.lasting
    (Once(lethal=1, destroying=0), 'S')
    """
    boxes, opposite = boxes_of(traits, scar), OPPOSITE_OF.get(scar)
    before: Marks = getattr(scars, scar)
    marks, across = before, getattr(scars, opposite) if opposite else ""
    points: list[Placed] = []
    for degree in _point_by_point(wounds):
        placed = place(marks, boxes, degree, opposite, across)
        marks, across = placed.marks, placed.across
        points.append(placed)
    after: dict[str, Marks] = {scar: marks}
    if opposite:
        after[opposite] = across
    return replace(scars, **after), _struck(scar, wounds, points, before, marks)


def _point_by_point(wounds: Wounds) -> list[Degree]:
    each = zip(DEGREES, astuple(wounds), strict=True)
    return [degree for degree, times in each for _ in range(times)]


def _struck(
    scar: Scar, wounds: Wounds, points: list[Placed], before: Marks, marks: Marks
) -> Struck:
    arose = [placed.step.arose for placed in points]
    return Struck(
        scar=scar,
        wounds=wounds,
        events=tuple(chain.from_iterable([placed.events for placed in points])),
        once=Once(arose.count("S"), arose.count("Z")),
        critical=[placed.step.did for placed in points].count("unplaced"),
        lasting=lasting(marks),
        lasting_before=lasting(before),
        steps=_runs([placed.step for placed in points]),
    )


def _runs(steps: Iterable[Step]) -> tuple[Run, ...]:
    return tuple(Run(len(list(same)), step) for step, same in groupby(steps))


def lasting(marks: Marks) -> Grave | None:
    """The heaviest degree in a scar, if it is S or Z: its lasting penalty holds (lines 34, 36).

    Penalties do not add up: one S, ten S and an S beside a Z make no difference.

    >>> lasting("ZSO"), lasting("SO"), lasting("OO"), lasting("")
    ('Z', 'S', None, None)
    """
    if "Z" in marks:
        return "Z"
    return "S" if "S" in marks else None


def harm_in(marks: Marks) -> int:
    """How much a scar holds: O is 1, S is 2, Z is 3; a scar of n boxes holds 3n at most.

    >>> harm_in("ZSO")
    6
    """
    return sum(WEIGHT[degree] for degree in marks)


def wounds_of(degree: Degree, points: int) -> Wounds:
    """So many points of one degree.

    >>> wounds_of("S", 2)
    Wounds(destroying=0, lethal=2, stun=0)
    """
    return Wounds(**{_NAMES[degree]: points})


def lasting_penalties(scars: Scars) -> tuple[tuple[Scar, Grave], ...]:
    """The scars whose lasting penalty holds, in the order of a condition, each with its degree.

    >>> lasting_penalties(Scars(head="ZSO", torso="OO", joy="S"))
    (('head', 'Z'), ('joy', 'S'))
    """
    all_scars = [(scar, lasting(getattr(scars, scar))) for scar in SCARS]
    return tuple((scar, degree) for scar, degree in all_scars if degree)
