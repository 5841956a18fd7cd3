"""What is done in a fight: hits and the boundaries of time."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from combat.boundaries.clock import Boundary
from combat.rules.ruleset import Outcome, Refused
from combat.screens import Screen, screen_of
from sheets.access import Viewer
from sheets.journal import Draft, Stale, as_stored, record
from sheets.models import Character, LogEntry, Visibility


def apply_action(
    *,
    viewer: Viewer,
    targets: Sequence[str],
    action: Any,
    note: str = "",
    token: str = "",
    only_changes: bool = False,
) -> LogEntry | None:
    """Apply one action of the rules to each target, all or nothing, as one entry.

    `targets` are character keys. With `only_changes` nothing is said of those whom it leaves as
    they are, which makes the second click of two no news. Raises Refused when the rules say no,
    Stale("target_gone") when a target was removed meanwhile, Repeated for a token that was used
    for something else.
    """

    def write(draft: Draft) -> None:
        characters = draft.characters(targets)
        if len(characters) != len(set(targets)) or any(c.removed for c in characters):
            raise Stale("target_gone")
        for character in characters:
            _apply(draft, screen, character, action, only_changes=only_changes)

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


class Crossing(NamedTuple):
    """What a boundary does to a character, and whether that depends on the boundary's question."""

    outcome: Outcome[Any, Any]
    is_asked: bool
    is_granted: bool


def preview_boundary(
    *,
    screen: Screen,
    characters: Sequence[Character],
    boundary: Boundary,
    granted: Collection[str] = (),
) -> dict[str, Crossing]:
    """What crossing a boundary would do to those whom it touches or asks about, by key; nothing
    is stored. `granted` are the keys of those for whom its question is answered with yes."""
    if boundary.action is None:
        return {}
    crossings = {c.key: _crossing(screen, c, boundary, granted) for c in characters}
    return {
        c.key: crossings[c.key]
        for c in characters
        if crossings[c.key].is_asked or _is_told(c, boundary, crossings[c.key].outcome)
    }


def cross_boundary(
    *, viewer: Viewer, boundary: Boundary, moment: str, granted: Collection[str] = ()
) -> LogEntry | None:
    """A stretch of time ends for every character: one entry, one undo.

    `moment` is the clock's when the person decided; Stale("moved_on") when it has moved on since:
    two GMs who press at once cross one boundary. `granted` are the keys of the characters for
    whom the boundary's question is answered with yes; others than the campaign's say nothing.
    """

    def write(draft: Draft) -> None:
        clock = screen.clock(draft.campaign)
        if clock.moment != moment:
            raise Stale("moved_on")
        after = clock.after(boundary)
        draft.set(None, clock=after)
        announced = {"type": boundary.announces, boundary.slug: after[boundary.slug]}
        draft.say(None, announced, Visibility.ALL)
        for character in draft.characters() if boundary.action else ():
            _cross(draft, screen, character, boundary, granted)

    screen = screen_of(viewer.campaign)
    action = {"type": f"end_{boundary.slug}"}
    if boundary.asks:
        # The log keeps it, so it is no place for whatever a browser sends.
        there = viewer.campaign.characters.filter(removed=False).values_list("key", flat=True)
        granted = set(granted).intersection(there)
        action["granted"] = " ".join(sorted(granted))
    return record(campaign=viewer.campaign, viewer=viewer, action=action, write=write)


def whom_it_changes(
    *, screen: Screen, characters: Sequence[Character], action: Any
) -> dict[str, Outcome[Any, Any]]:
    """What an action would do to those that it would change, by key; nothing is stored."""
    outcomes = {c.key: _outcome(screen, c, action) for c in characters}
    return {c.key: outcomes[c.key] for c in characters if _changes(c, outcomes[c.key])}


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


def _apply(
    draft: Draft, screen: Screen, character: Character, action: Any, *, only_changes: bool
) -> None:
    character.campaign = draft.campaign
    outcome = _outcome(screen, character, action)
    if only_changes and not _changes(character, outcome):
        return
    draft.set(character, condition=as_stored(outcome.condition))
    draft.say(character, outcome.effect)


def _cross(
    draft: Draft,
    screen: Screen,
    character: Character,
    boundary: Boundary,
    granted: Collection[str],
) -> None:
    """Like a hit, but characters that a boundary does not touch are not mentioned."""
    character.campaign = draft.campaign
    outcome = _crossing(screen, character, boundary, granted).outcome
    if _is_told(character, boundary, outcome):
        draft.say(character, outcome.effect)
    draft.set(character, condition=as_stored(outcome.condition))


def _crossing(
    screen: Screen, character: Character, boundary: Boundary, granted: Collection[str]
) -> Crossing:
    is_granted = character.key in granted
    outcome = _outcome(screen, character, boundary.action_for(granted=is_granted))
    if not boundary.asks:
        return Crossing(outcome, is_asked=False, is_granted=False)
    other = _outcome(screen, character, boundary.action_for(granted=not is_granted))
    return Crossing(outcome, other.condition != outcome.condition, is_granted)


def _is_told(character: Character, boundary: Boundary, outcome: Outcome[Any, Any]) -> bool:
    return _changes(character, outcome) and boundary.is_told(outcome.effect)


def _changes(character: Character, outcome: Outcome[Any, Any]) -> bool:
    return bool(as_stored(outcome.condition) != character.condition)
