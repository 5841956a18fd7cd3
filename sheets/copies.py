"""Copies of a character: packs and gangs, each with a sheet of its own."""

import re

import msgspec

from combat.rules import find_ruleset
from sheets.access import Viewer
from sheets.journal import Draft, Stale, as_stored, record
from sheets.models import GM_ONLY, Campaign, Character, LogEntry

_NUMBERED = re.compile(r"(.*\S)\s+(\d{1,6})", re.DOTALL)
LONGEST_NAME = 200


def duplicate_character(
    *, viewer: Viewer, character: Character, count: int = 1, token: str = ""
) -> LogEntry | None:
    """Put `count` copies of a character beside it, unharmed and with the next free numbers:
    "Wolf 2", "Wolf 3"; one entry, one undo.

    A copy is seen by whoever sees the original, and nobody plays it. Stale("character_removed")
    when the original is gone, Repeated for a token that was used for something else.
    """

    def write(draft: Draft) -> None:
        (original,) = draft.characters([character.key])
        if original.removed:
            raise Stale("character_removed")
        for name in _next_names(draft.campaign, original.name, count):
            copy = _copy(draft.campaign, original, name)
            draft.add(copy, beside=original)
            draft.say(copy, {"type": "character_added"}, GM_ONLY)

    action = {"type": "duplicate_character", "character": character.key, "count": count}
    return record(campaign=viewer.campaign, viewer=viewer, action=action, write=write, token=token)


def _next_names(campaign: Campaign, name: str, count: int) -> list[str]:
    """Names after the highest number that was ever given to this name, removed ones included:
    the log still tells of them."""
    base, _number = _parted(name)
    parted = [_parted(each) for each in campaign.characters.values_list("name", flat=True)]
    highest = max(number for other, number in parted if other == base)
    numbers = range(highest + 1, highest + 1 + count)
    return [f"{base[: LONGEST_NAME - 1 - len(str(number))]} {number}" for number in numbers]


def _parted(name: str) -> tuple[str, int]:
    """A name without its number, and the number; the first of its kind has none."""
    numbered = _NUMBERED.fullmatch(name)
    return (numbered[1], int(numbered[2])) if numbered else (name, 1)


def _copy(campaign: Campaign, original: Character, name: str) -> Character:
    ruleset = find_ruleset(campaign.ruleset)
    traits = msgspec.convert(original.traits, ruleset.Traits)
    return Character(
        name=name,
        kind=original.kind,
        visibility=original.visibility,
        traits=original.traits,
        sheet=original.sheet,
        condition=as_stored(ruleset.unharmed(traits)),
    )
