"""The one door for every change: lock, number, entry, changes, publish; undo.

Whatever a page can show changes through `record`: it takes the campaign's lock, so the order
of the log is the order of events, and it publishes once what was committed.
"""

import hashlib
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.models import QuerySet

from combat.live import bus
from sheets.access import Viewer
from sheets.models import GM_ONLY, Campaign, Change, Character, LogEntry, Role, Visibility

# SQLite has no row locks: BEGIN IMMEDIATE keeps two GMs apart, and this lock keeps the threads
# of one process from sleeping through SQLite's back-off.
_WRITE_LOCK = threading.RLock()

# Fields that only make sense together: an older condition may not fit newer traits.
_TOGETHER = {"traits": "state", "condition": "state"}

_FROM_HIDDEN_TO_SEEN = [GM_ONLY, Visibility.HIDDEN, Visibility.NAME, Visibility.ALL]


class Repeated(Exception):
    """The request token was used before, for something else."""


class Stale(Exception):
    """The page is older than the state it wants to change."""

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


@dataclass
class Draft:
    """An entry while it is being written."""

    campaign: Campaign
    kick: list[str] = field(default_factory=list)
    effects: list[dict[str, Any]] = field(default_factory=list)
    undoes: list[LogEntry] = field(default_factory=list)
    written: list[Callable[[LogEntry], Any]] = field(default_factory=list)
    """What to do with the entry once it is there, before anybody is told."""
    is_public: bool = False
    _known: dict[int, Character] = field(default_factory=dict)
    _before: dict[Character | None, dict[str, Any]] = field(default_factory=dict)
    _after: dict[Character | None, dict[str, Any]] = field(default_factory=dict)

    def characters(self, keys: Iterable[str] | None = None) -> list[Character]:
        """Characters of the campaign, locked until the entry is written; all that are not removed
        when no keys are given."""
        found = self.campaign.characters.select_for_update()
        wanted = {"removed": False} if keys is None else {"key__in": list(keys)}
        # One object a character, however often an entry asks for it.
        return [self._known.setdefault(c.pk, c) for c in found.filter(**wanted)]

    def set(self, character: Character | None, **values: Any) -> None:
        """Change fields of a character, or of the campaign where there is no character."""
        target = self.campaign if character is None else character
        before = self._before.setdefault(character, {})
        after = self._after.setdefault(character, {})
        for name, value in values.items():
            if getattr(target, name) != value:
                before.setdefault(name, getattr(target, name))
                after[name] = value
                setattr(target, name, value)

    def add(self, character: Character) -> None:
        """Put a new character at the end of the roster; undoing that removes it."""
        character.campaign = self.campaign
        character.position = self.campaign.characters.count() + 1
        character.save(force_insert=True)
        self._known[character.pk] = character
        self._before[character] = {"removed": True}
        self._after[character] = {"removed": False}

    def say(
        self,
        character: Character | None,
        effect: Any,
        visibility: str = "",
        other: Character | None = None,
    ) -> None:
        """Note an effect for the log, with the visibility that its character has now; an effect
        on nobody is the GM's to see unless a visibility is given. What concerns an `other`
        character too is seen as far as both are."""
        if not visibility:
            visibility = character.visibility if character else GM_ONLY
        line: dict[str, Any] = {
            "character": character.key if character else "",
            "visibility": visibility,
            "effect": as_stored(effect),
        }
        if other is not None:
            line["other"] = {"character": other.key, "visibility": other.visibility}
        self.effects.append(line)
        if visibility != GM_ONLY:
            # The player of a hidden character sees what happens to it.
            has_player = character is not None and character.is_pc
            self.is_public = self.is_public or has_player or visibility != Visibility.HIDDEN

    @property
    def changes_something(self) -> bool:
        return any(self._after.values())

    def save_changes(self, entry: LogEntry) -> None:
        changes = []
        for character, after in self._after.items():
            if not after:
                continue
            if character is not None:
                self._save(character, after)
            before = self._before[character]
            version = character.version if character else 0
            changes.append(
                Change(
                    entry=entry, character=character, before=before, after=after, version=version
                )
            )
        Change.objects.bulk_create(changes)
        self.campaign.save(update_fields=["seq", *self._after.get(None, ())])

    def _save(self, character: Character, after: dict[str, Any]) -> None:
        character.version += 1
        # What was just marked is drawn as new until anything else changes the character.
        character.previous = self._before[character].get("condition")
        character.save(update_fields=["version", "previous", *after])


def as_stored(value: Any) -> Any:
    """A value of the rules as a JSON column gives it back."""
    return msgspec.json.decode(msgspec.json.encode(value))


def record(
    *,
    campaign: Campaign,
    viewer: Viewer | None,
    action: dict[str, Any],
    write: Callable[[Draft], None],
    token: str = "",
    note: str = "",
) -> LogEntry | None:
    """Write one entry of the log and everything it changes, or nothing at all.

    `write` gets a draft under the campaign's lock and changes what it wants through it; what it
    raises undoes everything. A `token` that was used before for the same content gives the
    earlier entry again and writes nothing; for other content it raises Repeated. None when
    there was nothing to change. `action["uses"]` may name entries, by key, that this one builds
    on: it comes off with them.
    """
    digest = _digest(action, note)
    with _write_lock(), transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
        if token and (earlier := campaign.entries.filter(token=token).first()):
            if earlier.digest != digest:
                raise Repeated
            return earlier
        draft = Draft(campaign)
        write(draft)
        if not (draft.effects or draft.kick or draft.changes_something):
            return None
        campaign.seq += 1
        entry = LogEntry.objects.create(
            campaign=campaign,
            seq=campaign.seq,
            link=viewer.link if viewer else None,
            who=viewer.role if viewer else Role.GM,
            type=action["type"],
            action=action,
            effects=draft.effects,
            note=note,
            token=token or None,
            digest=digest,
            public=draft.is_public,
            undoable=(draft.changes_something or bool(action.get("uses"))) and not draft.undoes,
        )
        draft.save_changes(entry)
        for follow in draft.written:
            follow(entry)
        LogEntry.objects.filter(pk__in=[e.pk for e in draft.undoes]).update(undone_by=entry)
        bus.publish(bus.Signal(campaign=campaign.key, kick=tuple(draft.kick)))
    return entry


def _write_lock() -> AbstractContextManager[Any]:
    return _WRITE_LOCK if connection.vendor == "sqlite" else nullcontext()


def _digest(action: dict[str, Any], note: str) -> str:
    return hashlib.sha256(msgspec.json.encode([action, note], order="sorted")).hexdigest()


# --- undo


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
