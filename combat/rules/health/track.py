"""The track: its levels and penalties, new marks, status."""

from functools import lru_cache

from msgspec import UNSET

from combat.rules.health.effects import Damaged
from combat.rules.health.shapes import (
    MARKS,
    Condition,
    Damage,
    ExtraLevels,
    Given,
    Kind,
    LevelName,
    Penalty,
    Status,
    Traits,
)
from combat.rules.ruleset import Outcome, Refused, Value


class Level(Value, frozen=True, gc=False):
    """One level of a track; without a penalty a character filled that far cannot act."""

    name: LevelName
    penalty: Penalty | None


LAST = Level("incapacitated", None)
SEVEN = (
    Level("bruised", 0),
    Level("hurt", -1),
    Level("injured", -1),
    Level("wounded", -2),
    Level("mauled", -2),
    Level("crippled", -5),
    LAST,
)


def levels_of(traits: Traits) -> tuple[Level, ...]:
    """The track from the top: the seven levels and the extra ones beside their equals.

    An extra level bears the name of the first of the seven that has its penalty.

    >>> [level.penalty for level in levels_of(Traits())]
    [0, -1, -1, -2, -2, -5, None]
    >>> tough = levels_of(Traits(extra_levels=(-1, 0)))
    >>> [level.name for level in tough][:5]
    ['bruised', 'bruised', 'hurt', 'hurt', 'injured']
    """
    return _column(traits.extra_levels)


@lru_cache(maxsize=256)
def _column(extra: ExtraLevels) -> tuple[Level, ...]:
    first = {level.penalty: level for level in reversed(SEVEN)}
    column = []
    for level in SEVEN[:-1]:
        if first[level.penalty] is level:
            column += [level] * extra.count(level.penalty)
        column.append(level)
    return (*column, LAST)


def count_levels(traits: Traits) -> int:
    """How many levels the track has: seven, and the extra ones.

    >>> count_levels(Traits(extra_levels=(0, 0)))
    9
    """
    return len(SEVEN) + len(traits.extra_levels)


def wound_penalty(traits: Traits, condition: Condition) -> Penalty | None:
    """The penalty of the lowest filled level, on every roll but reflexive ones (D9).

    None: the character cannot act. It never counts on soak.

    >>> wound_penalty(Traits(), Condition()), wound_penalty(Traits(), Condition("XX//"))
    (0, -2)
    >>> wound_penalty(Traits(), Condition("///////")) is None
    True
    """
    if condition.dead:
        return None
    marks = condition.marks
    return levels_of(traits)[len(marks) - 1].penalty if marks else 0


def status_of(traits: Traits, condition: Condition) -> Status:
    """Active with a free level; else unconscious while the last mark is bashing; else dying.

    Dead is what the condition says (D11).

    >>> [status_of(Traits(), Condition(marks)) for marks in ("X/", "XXXXXX/", "XXXXXXX")]
    ['active', 'unconscious', 'dying']
    """
    if condition.dead:
        return "dead"
    if len(condition.marks) < count_levels(traits):
        return "active"
    return "unconscious" if condition.marks.endswith("/") else "dying"


def damage(traits: Traits, condition: Condition, hit: Damage) -> Outcome[Condition, Damaged]:
    """Levels are written one by one: free levels first, then bashing ones turn heavier.

    >>> outcome = damage(Traits(), Condition("//"), Damage("lethal", 3))
    >>> outcome.condition.marks, outcome.effect.wound_penalty
    ('XXX//', -2)
    >>> beaten = damage(Traits(), Condition(), Damage("bashing", 9))
    >>> beaten.condition.marks, beaten.effect.status, beaten.effect.turned
    ('XX/////', 'unconscious', 2)
    """
    placed = place(traits, condition, hit.kind, hit.levels)
    after = Condition(placed.marks, placed.dead, condition.armor_destroyed, condition.faith)
    return Outcome(
        after,
        Damaged(
            status=status_of(traits, after),
            wound_penalty=wound_penalty(traits, after),
            kind=hit.kind,
            levels=hit.levels,
            written=placed.written,
            turned=placed.turned,
            beyond=placed.beyond,
            was=status_of(traits, condition),
        ),
    )


class Placed(Value, frozen=True, gc=False):
    """The track after new levels, and where each of them went (see `effects.Suffered`)."""

    marks: str
    dead: bool
    written: int
    turned: int
    beyond: int


def place(traits: Traits, condition: Condition, kind: Kind, levels: int) -> Placed:
    """Where `levels` new marks of a kind go.

    A mark takes a free level. On a full track bashing turns the first bashing level lethal;
    lethal and aggravated push the last bashing level off the end (D10). A full track without
    bashing levels means death with one level more of any kind; nothing changes after it (D11).

    >>> place(Traits(), Condition("*XXXXX/"), "lethal", 2)
    Placed(marks='*XXXXXX', dead=True, written=0, turned=1, beyond=1)
    """
    marks = condition.marks
    if condition.dead:
        return Placed(marks, dead=True, written=0, turned=0, beyond=levels)
    written = min(levels, count_levels(traits) - len(marks))
    bashing = marks.count("/") + (written if kind == "bashing" else 0)
    turned = min(levels - written, bashing)
    beyond = levels - written - turned
    heavier = turned if kind == "bashing" else written + turned
    aggravated = marks.count("*") + (heavier if kind == "aggravated" else 0)
    lethal = marks.count("X") + (0 if kind == "aggravated" else heavier)
    marks = track(aggravated, lethal, bashing - turned)
    return Placed(marks, beyond > 0, written, turned, beyond)


def track(aggravated: int, lethal: int, bashing: int) -> str:
    """So many marks of each kind, sorted.

    >>> track(1, 2, 1)
    '*XX/'
    """
    return "*" * aggravated + "X" * lethal + "/" * bashing


def check(traits: Traits, given: Given) -> None:
    """Raises `invalid_request` for marks that are no marks, unsorted or too many.

    The same for a dead character with free levels.

    >>> check(Traits(), Given(marks="/X"))
    Traceback (most recent call last):
    combat.rules.ruleset.Refused: ('invalid_request', {'reason': 'marks_not_sorted', 'marks': '/X'})
    """
    marks = given.marks
    if marks != track(*(marks.count(mark) for mark in MARKS.values())):
        raise Refused("invalid_request", reason="marks_not_sorted", marks=marks)
    _refuse_misfit(traits, given)


def _refuse_misfit(traits: Traits, given: Given) -> None:
    marks, levels = len(given.marks), count_levels(traits)
    if marks > levels:
        raise Refused("invalid_request", reason="too_many_marks", marks=marks, levels=levels)
    if given.dead and marks < levels:
        raise Refused("invalid_request", reason="dead_with_free_levels", free=levels - marks)


def fit(traits: Traits, given: Given) -> Condition:
    """The condition with every key: Faith that is not given is that of the character.

    Raises `invalid_request` where a mark would be lost, or the dead would get free levels.

    >>> fit(Traits(faith=4), Given(marks="/"))
    Condition(marks='/', dead=False, armor_destroyed=False, faith=4)
    """
    _refuse_misfit(traits, given)
    return Condition(
        given.marks,
        given.dead,
        given.armor_destroyed,
        traits.faith if given.faith is UNSET else given.faith,
    )
