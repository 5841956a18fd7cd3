"""What is done in a fight: hits and the boundaries of time."""

from collections.abc import Sequence
from typing import Any

import msgspec

from combat.rules.ruleset import Outcome, Refused
from combat.screens import Screen, screen_of
from sheets.access import Viewer
from sheets.journal import Draft, Stale, as_stored, record
from sheets.models import Campaign, Character, LogEntry, Visibility


def apply_action(
    *, viewer: Viewer, targets: Sequence[str], action: Any, note: str = "", token: str = ""
) -> LogEntry | None:
    """Apply one action of the rules to each target, all or nothing, as one entry.

    `targets` are character keys. Raises Refused when the rules say no, Stale("target_gone") when
    a target was removed meanwhile, Repeated for a token that was used for something else.
    """

    def write(draft: Draft) -> None:
        characters = draft.characters(targets)
        if len(characters) != len(set(targets)) or any(c.removed for c in characters):
            raise Stale("target_gone")
        for character in characters:
            _apply(draft, screen, character, action)

    screen = screen_of(viewer.campaign)
    return record(
        campaign=viewer.campaign,
        viewer=viewer,
        action={**as_stored(action), "targets": sorted(targets)},
        write=write,
        token=token,
        note=note,
    )


def preview_action(
    *, screen: Screen, characters: Sequence[Character], action: Any
) -> dict[str, Outcome[Any, Any] | Refused]:
    """What an action would do to each character, by key; nothing is stored."""
    return {c.key: _outcome_or_refusal(screen, c, action) for c in characters}


def end_round(*, viewer: Viewer, ending: int) -> LogEntry | None:
    """The round after `ending` begins for every character: one entry, one undo.

    Raises Stale("round_over") when that round has ended already: two GMs who press at once end
    one round.
    """

    def write(draft: Draft) -> None:
        clock = draft.campaign.clock
        if round_of(draft.campaign) != ending:
            raise Stale("round_over")
        number = ending + 1
        draft.set(None, clock={**clock, "round": number})
        draft.say(None, {"type": "round_began", "round": number}, Visibility.ALL)
        for character in draft.characters():
            _cross(draft, screen, character, end)

    screen = screen_of(viewer.campaign)
    end = msgspec.convert({"type": "end_round"}, screen.ruleset.Action)
    return record(
        campaign=viewer.campaign,
        viewer=viewer,
        action={"type": "end_round"},
        write=write,
    )


def round_of(campaign: Campaign) -> int:
    """The number of the round that is being played, from 1."""
    return int(campaign.clock.get("round", 1))


def _outcome_or_refusal(
    screen: Screen, character: Character, action: Any
) -> Outcome[Any, Any] | Refused:
    try:
        return _outcome(screen, character, action)
    except Refused as refused:
        return refused


def _outcome(screen: Screen, character: Character, action: Any) -> Outcome[Any, Any]:
    ruleset = screen.ruleset
    options = msgspec.convert(character.campaign.options, ruleset.Options)
    return ruleset.apply(screen.traits(character), screen.condition(character), action, options)


def _apply(draft: Draft, screen: Screen, character: Character, action: Any) -> None:
    character.campaign = draft.campaign
    outcome = _outcome(screen, character, action)
    draft.set(character, condition=as_stored(outcome.condition))
    draft.say(character, outcome.effect)


def _cross(draft: Draft, screen: Screen, character: Character, action: Any) -> None:
    """Like a hit, but characters that a boundary does not touch are not mentioned."""
    character.campaign = draft.campaign
    outcome = _outcome(screen, character, action)
    condition = as_stored(outcome.condition)
    if condition != character.condition:
        draft.set(character, condition=condition)
        draft.say(character, outcome.effect)
