"""Dice rolled by the server: a roll is an entry of its own, stored before anyone sees it."""

import secrets
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from combat.models import Dice, Roll
from combat.rules import harm, throws
from combat.rules.dice import Randomness
from combat.rules.harm import AbilityThrow
from combat.rules.throws import DiceRolled
from combat.screens import screen_of
from sheets.access import Viewer
from sheets.journal import Draft, Stale, as_stored, record
from sheets.models import GM_ONLY, Character, LogEntry, Visibility

type Throw = throws.Throw | AbilityThrow


def roll(
    *,
    viewer: Viewer,
    throw: Throw,
    character: str = "",
    is_secret: bool = False,
    note: str = "",
    token: str = "",
    rng: Randomness | None = None,
) -> LogEntry:
    """Roll dice for a character, by key, or for nobody, and store them as one entry.

    A secret roll is read by the GM and by the player who rolled. The same token again gives the
    entry of the roll that it made. Raises Refused when the rules say no or there would be more
    than 100 dice, Stale("target_gone") when the character was removed meanwhile, Repeated for a
    token that was used for something else.
    """

    def write(draft: Draft) -> None:
        roller = draft_character(draft, character) if character else None
        fell = _fall(throw, roller, rng or secrets.SystemRandom())
        if roller is not None and fell.condition is not None:
            draft.set(roller, condition=as_stored(fell.condition))
        draft.say(roller, fell.effect, _visibility(viewer, roller, is_secret=is_secret))
        draft.written.append(partial(_keep, roller, fell, is_secret=is_secret))

    action = {"type": "roll", "throw": as_stored(throw), "character": character}
    entry = record(
        campaign=viewer.campaign,
        viewer=viewer,
        action=action | {"is_secret": is_secret},
        write=write,
        token=token,
        note=note,
    )
    assert entry is not None  # noqa: S101  a roll always says something
    return entry


def draft_character(draft: Draft, key: str) -> Character:
    """A character of the campaign by key, locked; Stale("target_gone") when it is not there."""
    found = draft.characters([key])
    if not found or found[0].removed:
        raise Stale("target_gone")
    return found[0]


def use_rolls(draft: Draft, rolls: Iterable[Roll]) -> None:
    """Let the entry that is being written use these rolls up. Stale("roll_used") when another
    did, or when the roll was taken back."""
    keys = [roll.pk for roll in rolls]
    if Roll.objects.unused().filter(pk__in=keys).count() != len(keys):
        raise Stale("roll_used")
    draft.written.append(lambda entry: Roll.objects.filter(pk__in=keys).update(applied_by=entry))


class _Fell(NamedTuple):
    """Dice on the table: the effect, and what it leaves of the roller where that changes."""

    effect: DiceRolled | harm.Rolled
    dice: str
    source: str = ""
    condition: harm.Condition | None = None


def _fall(throw: Throw, roller: Character | None, rng: Randomness) -> _Fell:
    if not isinstance(throw, AbilityThrow):
        effect = throws.fall(throw, rng)
        return _Fell(effect, effect.dice)
    if roller is None:
        raise Stale("target_gone")
    condition = screen_of(roller.campaign).condition(roller)
    outcome = harm.fall(condition, throw, rng)
    return _Fell(outcome.effect, Dice.FUDGE, throw.source, outcome.condition)


def _visibility(viewer: Viewer, roller: Character | None, *, is_secret: bool) -> str:
    if not is_secret:
        return "" if roller else Visibility.ALL
    # The line of a hidden character is read by its own player.
    return GM_ONLY if viewer.is_gm else Visibility.HIDDEN


def _keep(roller: Character | None, fell: _Fell, entry: LogEntry, *, is_secret: bool) -> None:
    Roll.objects.create(
        campaign=entry.campaign,
        entry=entry,
        character=roller,
        dice=Dice(fell.dice),
        faces=list(fell.effect.faces),
        total=fell.effect.total,
        source=fell.source,
        is_secret=is_secret,
    )
