"""Taking entries back."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from sheets.access import Viewer
from sheets.journal.draft import Draft, Stale
from sheets.journal.writing import record
from sheets.models import GM_ONLY, Campaign, Character, LogEntry, Visibility

# Fields that only make sense together: an older condition may not fit newer traits.
_TOGETHER = {"traits": "state", "condition": "state"}

_FROM_HIDDEN_TO_SEEN = [GM_ONLY, Visibility.HIDDEN, Visibility.NAME, Visibility.ALL]


def newest_undoable(campaign: Campaign, viewer: Viewer) -> LogEntry | None:
    """The entry that this viewer's Undo takes back next: the GM's is the newest that stands, a
    player's the newest on the own character, if it is an own one."""
    if viewer.is_gm:
        return _standing(campaign).first()
    if viewer.own is None:
        return None
    entry = _standing(campaign).filter(changes__character=viewer.own).first()
    return entry if entry and entry.link_id == viewer.link.pk else None


def comes_off_with(entry: LogEntry) -> list[LogEntry]:
    """The entries that undoing this one takes off, oldest first: itself and all later ones that
    changed the same things."""
    touched = _touched(entry)
    coming_off = [entry]
    later = _standing(entry.campaign).filter(seq__gt=entry.seq).reverse()
    for other in later.prefetch_related("changes"):
        theirs = _touched(other)
        if touched & theirs:
            touched |= theirs
            coming_off.append(other)
    return coming_off


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


def _standing(campaign: Campaign) -> QuerySet[LogEntry]:
    return campaign.entries.filter(undoable=True, undone_by=None)


def _touched(entry: LogEntry) -> set[tuple[int | None, str]]:
    used = {(None, f"entry {key}") for key in (entry.key, *entry.action.get("uses", ()))}
    return used | {
        (change.character_id, _TOGETHER.get(name, name))
        for change in entry.changes.all()
        for name in change.after
    }


def _may_take_off(viewer: Viewer, entries: list[LogEntry]) -> None:
    if viewer.is_gm:
        return
    newest = newest_undoable(viewer.campaign, viewer)
    touches_others = any(
        c.character_id != viewer.link.character_id for e in entries for c in e.changes.all()
    )
    if touches_others or len(entries) != 1 or newest is None or newest.pk != entries[0].pk:
        raise Stale("not_yours")


def _take_off(draft: Draft, entry: LogEntry) -> None:
    changes = list(entry.changes.select_related("character"))
    if not changes:
        # It built on an entry without changing anything itself.
        line = entry.effects[0]
        undone = {"type": "undone", "entry": entry.key, "was": line["effect"]}
        draft.effects.append({**line, "effect": undone})
        draft.is_public = draft.is_public or entry.public
    characters = {
        c.pk: c for c in draft.characters(x.character.key for x in changes if x.character)
    }
    for change in changes:
        character = characters[change.character_id] if change.character_id else None
        draft.set(character, **change.before)
        line = _line(entry, character)
        # Who may not read of it may not read that it was taken back.
        visibility = line["visibility"]
        if character is not None:
            visibility = min(visibility, character.visibility, key=_FROM_HIDDEN_TO_SEEN.index)
        draft.say(
            character, {"type": "undone", "entry": entry.key, "was": line["effect"]}, visibility
        )


def _line(entry: LogEntry, character: Character | None) -> dict[str, Any]:
    """What an entry says of a character, or of the table."""
    key = character.key if character else ""
    unsaid = {"visibility": GM_ONLY, "effect": None}
    said = (x for x in entry.effects if x["character"] == key and "other" not in x)
    return next(said, unsaid)
