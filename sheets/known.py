"""Entries of the log that were read before.

An entry never changes but for what strikes it out, so its key and that make it what it is. Every
hit shows the newest entries to everybody, and all but one of them were shown a moment ago.
"""

import threading
from collections.abc import Collection, Iterable

from cachetools import LRUCache
from django.db.models import QuerySet

from sheets.models import LogEntry
from sheets.prepared import Prepared, Slot

type Mark = tuple[str, int | None]
"""An entry's key and the row of the entry that strikes it out."""

_MOST = 1000
_known: LRUCache[Mark, LogEntry] = LRUCache(_MOST)
_lock = threading.Lock()


def entries(marks: Iterable[Mark]) -> list[LogEntry]:
    """The entries of these marks, in their order. Many share them, so they are for reading only:
    nothing may be set on them or prefetched into them."""
    marks = list(marks)
    with _lock:
        known = {key: _known.get((key, by)) for key, by in marks}
    missing = [key for key, entry in known.items() if entry is None]
    fresh = list(_fresh(missing)) if missing else []
    known |= {entry.key: entry for entry in fresh}
    with _lock:
        _known.update({(entry.key, entry.undone_by_id): entry for entry in fresh})
    return [entry for entry in known.values() if entry is not None]


def _fresh(keys: Collection[str]) -> Iterable[LogEntry]:
    match keys:
        case [key]:
            return _of_key(key)
        case _:
            return LogEntry.objects.filter(key__in=keys)


@Prepared
def _of_key(key: Slot) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(key=key)
