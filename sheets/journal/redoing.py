"""Bringing back what was undone."""

from collections.abc import Iterable, Sequence
from typing import Any

from sheets import queries
from sheets.access import Viewer
from sheets.journal.draft import Draft, Stale
from sheets.journal.undoing import (
    TOGETHER,
    concerns,
    fields_of,
    is_players,
    lowered,
    restore,
    standing,
)
from sheets.journal.writing import record
from sheets.models import Campaign, Change, Character, LogEntry


def redo(*, viewer: Viewer, entry_key: str, token: str = "") -> LogEntry | None:
    """Bring back what an undo took off, while everything is as the undo left it; no rule runs.

    What was struck stands again, and the redo is an entry that can be undone. Raises
    LogEntry.DoesNotExist for a key that is no undo's, Stale("already_redone"),
    Stale("changed_meanwhile", hindrances=as `hindrances` tells them), Stale("not_yours") when
    the viewer may not.
    """

    def write(draft: Draft) -> None:
        undo = draft.campaign.entries.get(key=entry_key, type="undo")
        concerns(viewer, undo)
        if undo.undone_by_id:
            raise Stale("already_redone")
        if not may_redo(viewer, undo):
            raise Stale("not_yours")
        if hindered := hindrances(draft.campaign, [undo]).get(undo.pk):
            raise Stale("changed_meanwhile", hindrances=hindered)
        draft.undoes = [undo]
        draft.brings_back = list(undo.undid.all())
        action["brings_back"] = [entry.key for entry in draft.brings_back]
        restore(draft, undo)
        _say(draft, undo)

    action: dict[str, Any] = {"type": "redo", "entry": entry_key}
    return record(campaign=viewer.campaign, viewer=viewer, action=action, write=write, token=token)


def may_redo(viewer: Viewer, undo: LogEntry) -> bool:
    """Whether this viewer may redo an undo at all: the GM any, a player an own one on the own
    character that is the newest change of it."""
    if viewer.is_gm:
        return True
    return viewer.own is not None and newest_undo_of_player(viewer.own) == undo


def newest_undo_of_player(character: Character) -> LogEntry | None:
    """The newest entry on a character, if it is an undo by its player of nothing else."""
    entry = character.campaign.entries.filter(changes__character=character).first()
    if entry is None or entry.type != "undo" or not is_players(entry, character):
        return None
    others = entry.changes.exclude(character=character).exists()
    return None if others else entry


def hindrances(campaign: Campaign, undos: Sequence[LogEntry]) -> dict[int, list[Character | None]]:
    """Why undos can't be redone, by their row: whom something else happened to since, None for
    the table itself. An undo that can be redone is not among them."""
    if not undos:
        return {}
    first = min(undo.seq for undo in undos)
    changes = Change.objects.filter(entry__campaign=campaign, entry__seq__gte=first)
    newest = list(changes.select_related("character", "entry").order_by("id"))
    struck = queries.struck_by(undos)
    found = {}
    for undo in undos:
        changed = _changed_since(campaign, undo, newest)
        if changed or _is_used_up(campaign, undo, struck[undo.pk]):
            found[undo.pk] = changed or [None]
    return found


def _changed_since(
    campaign: Campaign, undo: LogEntry, changes: Sequence[Change]
) -> list[Character | None]:
    own = [change for change in changes if change.entry_id == undo.pk]
    later = [change for change in changes if change.entry.seq > undo.seq]
    return [
        change.character
        for change in own
        if not _is_as_left(change.character or campaign, change, later)
    ]


def _is_as_left(target: Character | Campaign, change: Change, later: Iterable[Change]) -> bool:
    if any(getattr(target, name) != value for name, value in change.after.items()):
        return False
    # The partner of a field has to be the same as well, and the undo did not write it down.
    fields = fields_of(change)
    groups = {TOGETHER[name] for name in fields if name in TOGETHER}
    partners = {name for name in TOGETHER if TOGETHER[name] in groups} - fields
    return not any(
        partners & fields_of(each) for each in later if each.character_id == change.character_id
    )


def _is_used_up(campaign: Campaign, undo: LogEntry, undone: Sequence[LogEntry]) -> bool:
    """Whether what the undone entries built on is gone, or something else builds on it now."""
    wanted = {key for entry in undone for key in entry.action.get("uses", ())}
    if not wanted:
        return False
    there = campaign.entries.filter(key__in=wanted)
    is_gone = any(entry.undone_by_id not in (None, undo.pk) for entry in there)
    since = standing(campaign).filter(seq__gt=min(entry.seq for entry in undone))
    return is_gone or any(wanted & set(entry.action.get("uses", ())) for entry in since)


def _say(draft: Draft, undo: LogEntry) -> None:
    by_key = {character.key: character for character in draft.campaign.characters.all()}
    for line in undo.effects:
        visibility = lowered(line["visibility"], by_key.get(line["character"]))
        redone = {**line["effect"], "type": "redone"}
        draft.effects.append({**line, "visibility": visibility, "effect": redone})
    draft.is_public = undo.public
