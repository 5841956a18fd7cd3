"""What a hit would ask of its targets, before it is declared; nothing is stored."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import UNSET, convert

from combat.rules import stress
from combat.rules.ruleset import Refused
from combat.rules.stress import Aspects, Choice, Condition, HitDeclared, Traits
from combat.screens import Screen
from combat.tracks.stress import Track
from combat.waiting import as_sweep
from combat.words import stress as words
from combat.words.stress_refusals import refusal
from sheets.models import Character


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A target with what the hit would ask of it; `ghost` is what it would do at its mildest."""

    character: Character
    said: list[str]
    ghost: Condition | None = None
    track: Track | None = None


def foresee(screen: Screen, characters: list[Character], hit: HitDeclared) -> list[Foreseen]:
    """What the hit would ask of each target."""
    return [_foresee(screen, character, hit) for character in characters]


def _foresee(screen: Screen, character: Character, hit: HitDeclared) -> Foreseen:
    traits, condition = screen.traits(character), screen.condition(character)
    try:
        said, ghost = _told(traits, condition, hit)
    except Refused as refused:
        return Foreseen(character, [refusal(refused)])
    if character.waiting:
        said.append(_queued(len(character.waiting)))
    return Foreseen(character, said, ghost, screen.drawn(character, ghost))


def _told(
    traits: Traits, condition: Condition, hit: HitDeclared
) -> tuple[list[str], Condition | None]:
    if traits.mook:
        outcome = stress.sweep(traits, condition, as_sweep(hit))
        return [str(words.line(outcome.effect).why)], outcome.condition
    if condition.out:
        raise Refused("already_out", out=condition.out)
    mildest = stress.choices(traits, condition, hit.shifts, hit.track or "physical")[0]
    most = stress.most(traits, condition, hit.track or "physical")
    said = [_at_most(most)]
    if mildest.left:
        return [_("Whatever is picked falls short: taken out."), *said], None
    return [_for_example(mildest), *said], _ghost(traits, condition, hit, mildest)


def _for_example(choice: Choice) -> str:
    facts = {
        "choice": words.choice(choice.boxes, choice.slots),
        "sum": choice.absorbs,
        "lost": choice.lost,
    }
    if choice.lost:
        return _("For example %(choice)s = %(sum)d, %(lost)d lost.") % facts
    return _("For example %(choice)s = %(sum)d.") % facts


def _at_most(most: int) -> str:
    text = ngettext(
        "At most %(most)d shift can be absorbed.", "At most %(most)d shifts can be absorbed.", most
    )
    return text % {"most": most}


def _queued(count: int) -> str:
    text = ngettext(
        "%(count)d hit waits before this one.", "%(count)d hits wait before this one.", count
    )
    return text % {"count": count}


def _ghost(
    traits: Traits, condition: Condition, hit: HitDeclared, choice: Choice
) -> Condition | None:
    aspects: dict[str, Any] = dict(zip(choice.slots, choice.slots, strict=True))
    box = choice.boxes if traits.dial == "condensed" else (choice.boxes or (None,))[0]
    marking = stress.Hit(hit.shifts, UNSET, box, convert(aspects, Aspects), hit.track or "physical")
    return stress.take_hit(traits, condition, marking).condition
