"""Rounds, scenes, chapters and books: what heals when they start."""

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import astuple, replace

from combat.rules.ruleset import Outcome, Refused
from combat.rules.scars.actions import (
    Action,
    EndBook,
    EndChapter,
    EndScene,
    Heal,
    StartBook,
    StartChapter,
    StartRound,
    StartScene,
)
from combat.rules.scars.effects import (
    BookStarted,
    ChapterStarted,
    Healed,
    RoundStarted,
    SceneStarted,
)
from combat.rules.scars.shapes import (
    KIND_OF,
    MENTAL_SCARS,
    PHYSICAL_SCARS,
    SCARS,
    Being,
    Condition,
    FeelingName,
    Kind,
    Marks,
    PerKind,
    Scar,
    Scars,
)

type Boundary = Literal["round", "scene", "chapter", "book"]


def actions_of(
    boundary: Boundary, heal: Heal, drop: Mapping[Being, tuple[FeelingName, ...]]
) -> tuple[Action, ...]:
    """The actions that one button does, in order: what ends, then what starts, largest first.

    A chapter starts before its first scene does (J11), a scene with its first round. After a
    book has started no destroying wound is left to choose.

    >>> [type(action).__name__ for action in actions_of("chapter", Heal(), {})]
    ['EndScene', 'EndChapter', 'StartChapter', 'StartScene', 'StartRound']
    """
    if boundary == "round":
        return (StartRound(),)
    if boundary == "scene":
        return (EndScene(), StartScene(), StartRound())
    if boundary == "chapter":
        return (EndScene(), EndChapter(), StartChapter(heal), StartScene(), StartRound())
    ending = (EndScene(), EndChapter(), EndBook(dict(drop)))
    return (*ending, StartBook(), StartChapter(), StartScene(), StartRound())


def start_round(condition: Condition) -> Outcome[Condition, RoundStarted]:
    """The full burn limit is there again (line 40).

    >>> start_round(Condition(burned=PerKind(physical=2))).condition == Condition()
    True
    """
    return Outcome(replace(condition, burned=PerKind()), RoundStarted(condition.burned))


def start_scene(condition: Condition) -> Outcome[Condition, SceneStarted]:
    """All stun is gone everywhere; destroying social wounds become lethal (lines 32, 36, 46).

    >>> outcome = start_scene(Condition(Scars(torso="ZO", anger="ZSO")))
    >>> outcome.condition.scars.torso, outcome.condition.scars.anger
    ('Z', 'SS')
    """

    def change(scar: Scar, marks: Marks) -> Marks:
        left = marks.replace("O", "")
        return left.replace("Z", "S") if KIND_OF[scar] == "social" else left

    scars, healed = _heal(condition.scars, change)
    return Outcome(replace(condition, scars=scars), SceneStarted(healed))


def start_chapter(condition: Condition, heal: Heal) -> Outcome[Condition, ChapterStarted]:
    """All lethal wounds are gone, and one destroying wound of each of two kinds (lines 34, 36).

    Of the physical scars one loses a Z, and of the mental ones; social Z are left to the scene
    (J11). `heal` names the two scars; it may say nothing where there is no choice. Raises
    `choose_scar` when several scars of a kind hold a Z and none is named, `nothing_to_heal`
    when the named one holds none; physical before mental.

    >>> hurt = Condition(Scars(head="ZS", torso="ZZS", will="Z"))
    >>> scars = start_chapter(hurt, Heal(physical="torso")).condition.scars
    >>> scars.head, scars.torso, scars.will
    ('Z', 'Z', '')
    >>> start_chapter(hurt, Heal())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    combat.rules.ruleset.Refused: ('choose_scar', {'kind': 'physical', 'scars': ('head', ...
    """
    physical = _picked(condition.scars, "physical", PHYSICAL_SCARS, heal.physical)
    mental = _picked(condition.scars, "mental", MENTAL_SCARS, heal.mental)

    def change(scar: Scar, marks: Marks) -> Marks:
        left = marks.replace("S", "")
        return left.replace("Z", "", 1) if scar in (physical, mental) else left

    scars, healed = _heal(condition.scars, change)
    return Outcome(replace(condition, scars=scars), ChapterStarted(healed, physical, mental))


def _picked[S: Scar](
    scars: Scars, kind: Kind, choices: tuple[S, ...], named: S | UnsetType
) -> S | None:
    healable = _with_destroying(scars, choices)
    if named is UNSET:
        if len(healable) > 1:
            raise Refused("choose_scar", kind=kind, scars=healable)
        return healable[0] if healable else None
    if named not in healable:
        raise Refused("nothing_to_heal", reason="no_destroying_wound", scar=named)
    return named


def _with_destroying[S: Scar](scars: Scars, choices: tuple[S, ...]) -> tuple[S, ...]:
    return tuple([scar for scar in choices if "Z" in getattr(scars, scar)])


def chapter_choices(condition: Condition) -> dict[Kind, tuple[Scar, ...]]:
    """The scars of each kind that can lose a destroying wound; several: the player picks.

    >>> chapter_choices(Condition(Scars(head="Z", torso="ZS", fear="Z")))
    {'physical': ('head', 'torso'), 'mental': ()}
    """
    return {
        "physical": _with_destroying(condition.scars, PHYSICAL_SCARS),
        "mental": _with_destroying(condition.scars, MENTAL_SCARS),
    }


def start_book(condition: Condition) -> Outcome[Condition, BookStarted]:
    """All destroying wounds are gone everywhere (line 36); no chapter starts by itself.

    >>> start_book(Condition(Scars(torso="ZSO", joy="ZZ"))).condition.scars.torso
    'SO'
    """
    scars, healed = _heal(condition.scars, lambda _, marks: marks.replace("Z", ""))
    return Outcome(replace(condition, scars=scars), BookStarted(healed))


def _heal(scars: Scars, change: Callable[[Scar, Marks], Marks]) -> tuple[Scars, tuple[Healed, ...]]:
    changed = [
        Healed(scar, marks, change(scar, marks))
        for scar, marks in zip(SCARS, astuple(scars), strict=True)
        if marks
    ]
    healed = tuple(each for each in changed if each.marks != each.left)
    return replace(scars, **{each.scar: each.left for each in healed}), healed
