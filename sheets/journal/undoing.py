"""Taking entries back."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q, QuerySet

from sheets.access import Viewer
from sheets.journal.draft import Draft, Stale
from sheets.journal.writing import record
from sheets.models import GM_ONLY, Campaign, Change, Character, LogEntry, Visibility

# Fields that only make sense together: an older condition may not fit newer traits, and on
# whoever is out no hit waits.
TOGETHER = {"traits": "state", "condition": "state", "out": "fight", "waiting": "fight"}

_FROM_HIDDEN_TO_SEEN = [GM_ONLY, Visibility.HIDDEN, Visibility.NAME, Visibility.ALL]


def newest_undoable(campaign: Campaign, viewer: Viewer) -> LogEntry | None:
    """The entry that this viewer's Undo takes back next: the GM's is the newest that stands, a
    player's the newest on the own character, if it is an own one."""
    if viewer.is_gm:
        return standing(campaign).first()
    return newest_of_player(viewer.own) if viewer.own else None


def newest_of_player(character: Character) -> LogEntry | None:
    """The newest entry that stands on a character, if its player wrote it."""
    entry = standing(character.campaign).filter(changes__character=character).first()
    return entry if entry and is_players(entry, character) else None


def concerns(viewer: Viewer, entry: LogEntry) -> None:
    """Stale("not_yours") for an entry that is none of the viewer's business: to learn even that
    it was undone would tell that it is there."""
    if not viewer.is_gm and not (viewer.own and is_players(entry, viewer.own)):
        raise Stale("not_yours")


def is_players(entry: LogEntry, character: Character) -> bool:
    """Whether an entry came through a link to this character."""
    return entry.link is not None and entry.link.character_id == character.pk


def comes_off_with(entry: LogEntry) -> list[LogEntry]:
    """The entries that undoing this one takes off, oldest first: itself, or what it brought back
    if it is a redo, and all later ones that changed the same things.

    What was brought back is as old as the redo that did it, and a redo comes off with the last
    of what it brought back.
    """
    redos = list(standing(entry.campaign).filter(type="redo").reverse())
    places = {key: redo.seq for redo in redos for key in redo.action["brings_back"]}
    coming_off = _changing_the_same(entry, places)
    keys = {each.key for each in coming_off}
    for redo in redos:
        if redo.key == entry.key or keys.issuperset(_still_there(redo)):
            keys.add(redo.key)
            coming_off.append(redo)
    return _in_order(coming_off, places)


def _changing_the_same(entry: LogEntry, places: dict[str, int]) -> list[LogEntry]:
    keys = {entry.key, *entry.action.get("brings_back", ())}
    found = standing(entry.campaign).exclude(type="redo").prefetch_related("changes")
    later = found.filter(Q(seq__gte=entry.seq) | Q(key__in=[*keys, *places]))
    touched: set[tuple[int | None, str]] = set()
    coming_off = []
    for each in _in_order(later, places):
        theirs = _touched(each)
        if each.key in keys or touched & theirs:
            touched |= theirs
            coming_off.append(each)
    return coming_off


def _in_order(entries: Iterable[LogEntry], places: dict[str, int]) -> list[LogEntry]:
    return sorted(entries, key=lambda entry: (places.get(entry.key, entry.seq), entry.seq))


def _still_there(redo: LogEntry) -> set[str]:
    there = standing(redo.campaign).filter(key__in=redo.action["brings_back"])
    return set(there.values_list("key", flat=True))


def undo(
    *, viewer: Viewer, entry_key: str, expected: Sequence[str] | None = None, token: str = ""
) -> LogEntry | None:
    """Take back an entry and all later ones that changed the same things; no rule runs.

    `expected` are the keys of the entries that the person saw coming off; Stale("more_comes_off")
    when meanwhile others would. Raises LogEntry.DoesNotExist for an entry that is not there or
    changed nothing, Stale("already_undone") for one that was undone, Stale("not_yours") when the
    viewer may not.
    """

    def write(draft: Draft) -> None:
        entry = draft.campaign.entries.get(key=entry_key, undoable=True)
        concerns(viewer, entry)
        if entry.undone_by_id:
            raise Stale("already_undone")
        draft.undoes = comes_off_with(entry)
        if expected is not None and {e.key for e in draft.undoes} != set(expected):
            raise Stale("more_comes_off")
        _may_take_off(viewer, draft.undoes)
        for each in reversed(draft.undoes):
            _take_off(draft, each)

    action = {"type": "undo", "entry": entry_key}
    return record(campaign=viewer.campaign, viewer=viewer, action=action, write=write, token=token)


def standing(campaign: Campaign) -> QuerySet[LogEntry]:
    """The entries that can be taken back, newest first."""
    return campaign.entries.filter(undoable=True, undone_by=None)


def _touched(entry: LogEntry) -> set[tuple[int | None, str]]:
    """What an entry changed or built on; two that share any of it come off together."""
    used = {(None, f"entry {key}") for key in (entry.key, *entry.action.get("uses", ()))}
    return used | {
        (change.character_id, TOGETHER.get(name, name))
        for change in entry.changes.all()
        for name in fields_of(change)
    }


def fields_of(change: Change) -> set[str]:
    """The fields that a change wrote; who is out is a field of its own inside the condition."""
    before, after = (each.get("condition", {}).get("out") for each in (change.before, change.after))
    return {*change.after, "out"} if before != after else {*change.after}


def _may_take_off(viewer: Viewer, entries: list[LogEntry]) -> None:
    if viewer.is_gm:
        return
    newest = newest_undoable(viewer.campaign, viewer)
    if newest is None or touches_others(viewer, entries) or comes_off_with(newest) != entries:
        raise Stale("not_yours")


def touches_others(viewer: Viewer, entries: Iterable[LogEntry]) -> bool:
    """Whether entries changed anything but the viewer's own character."""
    return any(
        change.character_id != viewer.link.character_id
        for entry in entries
        for change in entry.changes.all()
    )


def _take_off(draft: Draft, entry: LogEntry) -> None:
    if entry.type == "redo":
        # What it brought back comes off with it, and is told.
        return
    restored = restore(draft, entry)
    if not restored:
        # It built on an entry without changing anything itself.
        line = entry.effects[0]
        undone = {"type": "undone", "entry": entry.key, "was": line["effect"]}
        draft.effects.append({**line, "effect": undone})
        draft.is_public = draft.is_public or entry.public
    for character in restored:
        line = _line(entry, character)
        undone = {"type": "undone", "entry": entry.key, "was": line["effect"]}
        draft.say(character, undone, lowered(line["visibility"], character))


def lowered(visibility: str, character: Character | None) -> str:
    """The visibility of a line that tells of an earlier one: who may not read of something may
    not read that it was taken back or came again."""
    if character is None:
        return visibility
    return min(visibility, character.visibility, key=_FROM_HIDDEN_TO_SEEN.index)


def restore(draft: Draft, entry: LogEntry) -> list[Character | None]:
    """Give whatever an entry changed the values that it had before; what that was, None for the
    campaign."""
    changes = list(entry.changes.select_related("character"))
    found = draft.characters(change.character.key for change in changes if change.character)
    characters = {character.pk: character for character in found}
    restored = []
    for change in changes:
        character = characters[change.character_id] if change.character_id else None
        draft.set(character, **change.before)
        restored.append(character)
    return restored


def _line(entry: LogEntry, character: Character | None) -> dict[str, Any]:
    """What an entry says of a character, or of the table."""
    key = character.key if character else ""
    unsaid = {"visibility": GM_ONLY, "effect": None}
    said = (x for x in entry.effects if x["character"] == key and "other" not in x)
    return next(said, unsaid)
