"""Pools and Fudge dice: given a random number generator, the faces; given faces, the count."""

from collections.abc import Sequence
from typing import Protocol

from combat.rules.ruleset import Refused, Value

DICE_LIMIT = 100
FUDGE_KEPT = 3


class Randomness(Protocol):
    """What rolls the dice: `random.Random`, `secrets.SystemRandom` or a script of faces."""

    def randint(self, a: int, b: int, /) -> int:
        """A number from `a` to `b`, both included."""


class Kept(Value, frozen=True, gc=False):
    """The faces as they fell, which of them count, and their sum."""

    faces: tuple[int, ...]
    counted: tuple[bool, ...]
    total: int


class Count(Value, frozen=True, gc=False):
    """The successes left, and whether the roll is botched."""

    successes: int
    botch: bool


def fudge(rng: Randomness, dice: int) -> tuple[int, ...]:
    """The faces of so many Fudge dice: −1, 0 or 1. Raises `too_many_dice` above 100.

    >>> from random import Random
    >>> sorted(set(fudge(Random(7), 50)))
    [-1, 0, 1]
    """
    return _roll(rng, dice, -1, 1)


def pool(rng: Randomness, dice: int, sides: int) -> tuple[int, ...]:
    """The faces of so many dice, 1 to `sides`. Raises `too_many_dice` above 100.

    >>> from random import Random
    >>> len(pool(Random(7), 5, 10)), pool(Random(7), 0, 10)
    (5, ())
    """
    return _roll(rng, dice, 1, sides)


def _roll(rng: Randomness, dice: int, low: int, high: int) -> tuple[int, ...]:
    if dice > DICE_LIMIT:
        raise Refused("too_many_dice", dice=dice, limit=DICE_LIMIT)
    return tuple(rng.randint(low, high) for _ in range(dice))


def fudge_dice(bonus: int, penalty: int, count: int = FUDGE_KEPT) -> int:
    """How many Fudge dice are thrown when `count` count, and bonus and penalty dice are left over.

    >>> fudge_dice(bonus=2, penalty=1), fudge_dice(bonus=0, penalty=2)
    (4, 5)
    """
    return count + abs(bonus - penalty)


def keep(faces: Sequence[int], bonus: int, penalty: int, count: int = FUDGE_KEPT) -> Kept:
    """Those that count, three unless it is said: the best when bonus dice are left over, else
    the worst.

    Bonus and penalty dice cancel one for one first (`harm`, rule 11). Raises
    `wrong_number_of_dice` unless there are exactly `fudge_dice(bonus, penalty, count)` faces.

    >>> keep((1, -1, 0, 1), bonus=1, penalty=0)
    Kept(faces=(1, -1, 0, 1), counted=(True, False, True, True), total=2)
    >>> keep((1, -1, 0, 1), bonus=0, penalty=1).total
    0
    """
    needed = fudge_dice(bonus, penalty, count)
    if len(faces) != needed:
        raise Refused("wrong_number_of_dice", dice=len(faces), needed=needed)
    in_order = sorted(range(needed), key=lambda die: faces[die], reverse=bonus > penalty)
    chosen = in_order[:count]
    return Kept(
        tuple(faces),
        tuple(die in chosen for die in range(needed)),
        sum(faces[die] for die in chosen),
    )


def successes(faces: Sequence[int], difficulty: int, *, ones_cancel: bool) -> Count:
    """The dice that reach `difficulty`.

    With `ones_cancel` (action rolls of `health`) each 1 takes a success away, and a roll with
    no success at all and at least one 1 is a botch; damage and soak know neither.

    >>> successes((7, 1, 8, 3), 6, ones_cancel=True), successes((1, 3), 6, ones_cancel=True)
    (Count(successes=1, botch=False), Count(successes=0, botch=True))
    >>> successes((7, 1, 8, 3), 6, ones_cancel=False)
    Count(successes=2, botch=False)
    """
    reached = sum(face >= difficulty for face in faces)
    if not ones_cancel:
        return Count(reached, botch=False)
    ones = sum(face == 1 for face in faces)
    return Count(max(0, reached - ones), botch=reached == 0 and ones > 0)
