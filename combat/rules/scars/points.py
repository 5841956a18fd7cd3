"""One point of a wound after another: written, pushed, promoted, cancelled or unplaced."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from combat.rules.ruleset import Value
from combat.rules.scars.attributes import boxes_of
from combat.rules.scars.effects import Once, Struck
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

WEIGHT: Mapping[str, int] = {"O": 1, "S": 2, "Z": 3}
_NAMES: Mapping[Degree, str] = {"Z": "destroying", "S": "lethal", "O": "stun"}
_ABOVE: Mapping[str, Degree] = {"O": "S", "S": "Z"}
_LIGHTER: Mapping[Degree, str] = {"Z": "SO", "S": "O", "O": ""}
# A point of a wound meets the same few scars again and again.
_REMEMBERED = 8_192


class Placed(Value, frozen=True, gc=False):
    """Both scars after one point, and the events that tell what became of it."""

    marks: Marks
    across: Marks
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
        return Placed(marks, *_cancelled(opposite, across, degree))
    if len(marks) < boxes:
        return Placed(_inserted(marks, degree), across, (f"write:{degree}",))
    if marks == "Z" * boxes:
        return Placed(marks, across, (f"unplaced:{degree}",))
    last = marks[-1]
    if WEIGHT[degree] > WEIGHT[last]:
        return Placed(_inserted(marks[:-1], degree), across, (f"write:{degree}", f"push:{last}"))
    arising = _ABOVE[last]
    if arising in across:
        return Placed(marks, *_cancelled(opposite, across, arising))
    return Placed(marks.replace(last, arising, 1), across, (f"promote:{last}>{arising}",))


def _cancelled(
    opposite: SocialScar | None, across: Marks, degree: Degree
) -> tuple[Marks, tuple[str, ...]]:
    return across.replace(degree, "", 1), (f"cancel:{opposite}:{degree}",)


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
    return strike_as(Struck, traits, scars, scar, wounds)


def strike_as[S: Struck](
    effect: type[S], traits: Traits, scars: Scars, scar: Scar, wounds: Wounds
) -> tuple[Scars, S]:
    """`strike`, told by the effect of an action that does nothing else.

    >>> from combat.rules.scars import Wounded
    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> type(strike_as(Wounded, traits, Scars(), "fear", Wounds(stun=1))[1]).__name__
    'Wounded'
    """
    boxes, opposite = boxes_of(traits, scar), OPPOSITE_OF.get(scar)
    before: Marks = getattr(scars, scar)
    before_across: Marks = getattr(scars, opposite) if opposite else ""
    marks, across = before, before_across
    events: list[str] = []
    for degree, points in by_degree(wounds):
        for _ in range(points):
            placed = place(marks, boxes, degree, opposite, across)
            marks, across = placed.marks, placed.across
            events += placed.events
    after: dict[str, Marks] = {scar: marks}
    if opposite and across != before_across:
        after[opposite] = across
    count = events.count
    struck = effect(
        scar,
        wounds,
        tuple(events),
        Once(count("write:S") + count("promote:O>S"), count("write:Z") + count("promote:S>Z")),
        count("unplaced:Z") + count("unplaced:S") + count("unplaced:O"),
        lasting(marks),
        lasting(before),
    )
    return replace(scars, **after), struck


def by_degree(wounds: Wounds) -> tuple[tuple[Degree, int], ...]:
    """The points of each degree, heaviest first (J6).

    >>> by_degree(Wounds(lethal=2, stun=1))
    (('Z', 0), ('S', 2), ('O', 1))
    """
    return ("Z", wounds.destroying), ("S", wounds.lethal), ("O", wounds.stun)


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
