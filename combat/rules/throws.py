"""Dice that belong to no ruleset: what is thrown, and what it comes to."""

from typing import Annotated, Literal

from msgspec import Meta

from combat.rules import dice
from combat.rules.dice import DICE_LIMIT, FUDGE_KEPT, Randomness
from combat.rules.ruleset import EffectValue, Rolled, Value

type Sides = Literal[6, 10]
type Number = Annotated[int, Meta(ge=0, le=DICE_LIMIT)]
type Kind = Literal["fudge", "d6", "d10"]

_KINDS: dict[Sides, Kind] = {6: "d6", 10: "d10"}


class FudgeThrow(Value, frozen=True, gc=False, tag="fudge"):
    """Fudge dice of which `count` count, and an ability, with bonus and penalty dice."""

    ability: Rolled = 0
    bonus: Number = 0
    penalty: Number = 0
    count: Number = FUDGE_KEPT


class PoolThrow(Value, frozen=True, gc=False, tag="pool"):
    """So many dice; with a difficulty their successes count, else their sum."""

    sides: Sides
    count: Number
    modifier: Rolled = 0
    difficulty: int | None = None
    ones_cancel: bool = False


type Throw = FudgeThrow | PoolThrow


class DiceRolled(EffectValue, frozen=True, gc=False):
    """Dice as they fell, which of them count, and what they come to.

    `total` is the sum or the successes, the modifier (or ability) added.
    """

    dice: Kind
    faces: tuple[int, ...]
    counted: tuple[bool, ...]
    modifier: int
    total: int
    bonus: int = 0
    penalty: int = 0
    difficulty: int | None = None
    ones_cancel: bool = False
    botch: bool = False


def fall(throw: Throw, rng: Randomness) -> DiceRolled:
    """Throw the dice and count them; raises `too_many_dice` for more than 100.

    >>> from random import Random
    >>> fall(FudgeThrow(ability=2, bonus=1), Random(3))
    DiceRolled(dice='fudge', faces=(-1, 1, 1, -1), counted=(True, True, True, False), \
modifier=2, total=3, bonus=1, penalty=0, difficulty=None, ones_cancel=False, botch=False)
    """
    if isinstance(throw, FudgeThrow):
        return _count_fudge(throw, rng)
    faces = dice.pool(rng, throw.count, throw.sides)
    if throw.difficulty is None:
        return _add_up(throw, faces)
    return _count_successes(throw, faces, throw.difficulty)


def _count_fudge(throw: FudgeThrow, rng: Randomness) -> DiceRolled:
    faces = dice.fudge(rng, dice.fudge_dice(throw.bonus, throw.penalty, throw.count))
    kept = dice.keep(faces, throw.bonus, throw.penalty, throw.count)
    return DiceRolled(
        dice="fudge",
        faces=kept.faces,
        counted=kept.counted,
        modifier=throw.ability,
        total=kept.total + throw.ability,
        bonus=throw.bonus,
        penalty=throw.penalty,
    )


def _add_up(throw: PoolThrow, faces: tuple[int, ...]) -> DiceRolled:
    return DiceRolled(
        dice=_KINDS[throw.sides],
        faces=faces,
        counted=(True,) * len(faces),
        modifier=throw.modifier,
        total=sum(faces) + throw.modifier,
    )


def _count_successes(throw: PoolThrow, faces: tuple[int, ...], difficulty: int) -> DiceRolled:
    """Successes and the modifier, never below 0."""
    count = dice.successes(faces, difficulty, ones_cancel=throw.ones_cancel)
    return DiceRolled(
        dice=_KINDS[throw.sides],
        faces=faces,
        counted=tuple(face >= difficulty for face in faces),
        modifier=throw.modifier,
        total=max(0, count.successes + throw.modifier),
        difficulty=difficulty,
        ones_cancel=throw.ones_cancel,
        botch=count.botch,
    )
