"""The one door for every change: lock, number, entry, changes, publish; undo and redo.

Whatever a page can show changes through `record`: it takes the campaign's lock, so the order
of the log is the order of events, and it publishes once what was committed.
"""

from sheets.journal.draft import Draft, Stale, as_stored
from sheets.journal.undoing import comes_off_with, newest_undoable, undo
from sheets.journal.writing import Repeated, record

__all__ = [
    "Draft",
    "Repeated",
    "Stale",
    "as_stored",
    "comes_off_with",
    "newest_undoable",
    "record",
    "undo",
]
