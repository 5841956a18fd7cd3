"""What became of each point, read off the events: to be put into words."""

from itertools import groupby
from typing import Literal

from msgspec.structs import replace

from combat.rules.ruleset import Value
from combat.rules.scars.effects import Struck
from combat.rules.scars.points import by_degree
from combat.rules.scars.shapes import Degree

type Did = Literal["written", "pushed", "promoted", "cancelled", "unplaced"]


class Step(Value, frozen=True, gc=False):
    """What became of points of `degree`, so many `times` in a row.

    - written: `arose` took a free box
    - pushed: `arose` was written and `gone` fell off the right end
    - promoted: `gone` became `arose`
    - cancelled: `gone` was erased in the opposite scar
    - unplaced: there was no place
    """

    degree: Degree
    did: Did
    arose: str | None = None
    gone: str | None = None
    times: int = 1


def steps_of(struck: Struck) -> tuple[Step, ...]:
    """The steps of a hit, the same ones in a row counted together.

    >>> from combat.rules.scars import Scars, Traits, Wounds, strike
    >>> traits, scars = Traits(3, 3, 2, 3, 2, 3, "choleric"), Scars(compassion="S", anger="OOO")
    >>> for step in steps_of(strike(traits, scars, "anger", Wounds(lethal=3))[1]):
    ...     print(step.times, step.degree, step.did, step.arose, step.gone)
    1 S cancelled None S
    2 S pushed S O
    """
    return tuple(replace(step, times=len(list(same))) for step, same in groupby(_each(struck)))


def _each(struck: Struck) -> list[Step]:
    degrees = iter([d for d, points in by_degree(struck.wounds) for _ in range(points)])
    steps: list[Step] = []
    for event in struck.events:
        match event.split(":"):
            case ["write", arose]:
                steps.append(Step(next(degrees), "written", arose))
            case ["push", gone]:
                steps[-1] = replace(steps[-1], did="pushed", gone=gone)
            case ["promote", risen]:
                gone, _, arose = risen.partition(">")
                steps.append(Step(next(degrees), "promoted", arose, gone))
            case ["cancel", _, gone]:
                steps.append(Step(next(degrees), "cancelled", None, gone))
            case _:
                steps.append(Step(next(degrees), "unplaced"))
    return steps
