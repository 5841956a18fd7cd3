"""One entry and everything it changes, or nothing at all: lock, number, entry, changes, publish."""

import hashlib
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.models import QuerySet

from combat.live import bus
from sheets.access import Viewer
from sheets.journal.draft import Draft
from sheets.models import Campaign, LogEntry, Role
from sheets.prepared import Prepared, Slot
from sheets.rows import insert

# SQLite has no row locks: BEGIN IMMEDIATE keeps two GMs apart, and this lock keeps the threads
# of one process from sleeping through SQLite's back-off.
_WRITE_LOCK = threading.RLock()


class Repeated(Exception):
    """The request token was used before, for something else."""


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
        campaign = _locked(campaign)
        for earlier in _sent_before(campaign.pk, token) if token else ():
            if earlier.digest != digest:
                raise Repeated
            return earlier
        draft = Draft(campaign)
        write(draft)
        if not (draft.effects or draft.kick or draft.changes_something):
            return None
        campaign.seq += 1
        entry = LogEntry(
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
            group=draft.group,
            public=draft.is_public,
            undoable=_is_undoable(draft, action),
        )
        insert(entry)
        draft.save_changes(entry)
        for follow in draft.written:
            follow(entry)
        _strike(draft.undoes, entry)
        _strike(draft.brings_back, None)
        bus.publish(bus.Signal(campaign=campaign.key, kick=tuple(draft.kick)))
    return entry


def _locked(campaign: Campaign) -> Campaign:
    for found in _rows_locked(campaign.pk):
        return found
    raise Campaign.DoesNotExist


@Prepared
def _rows_locked(campaign: Slot) -> QuerySet[Campaign]:
    return Campaign.objects.select_for_update().filter(pk=campaign)


@Prepared
def _sent_before(campaign: Slot, token: Slot) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(campaign_id=campaign, token=token)


def _is_undoable(draft: Draft, action: dict[str, Any]) -> bool:
    if draft.brings_back:
        return True
    return (draft.changes_something or bool(action.get("uses"))) and not draft.undoes


def _strike(entries: list[LogEntry], by: LogEntry | None) -> None:
    if entries:
        LogEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(undone_by=by)


def _write_lock() -> AbstractContextManager[Any]:
    return _WRITE_LOCK if connection.vendor == "sqlite" else nullcontext()


def _digest(action: dict[str, Any], note: str) -> str:
    return hashlib.sha256(msgspec.json.encode([action, note], order="sorted")).hexdigest()
