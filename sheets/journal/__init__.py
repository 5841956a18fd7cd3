"""The one door for every change: lock, number, entry, changes, publish; undo and redo.

Whatever a page can show changes through `record`: it takes the campaign's lock, so the order
of the log is the order of events, and it publishes once what was committed.
"""

from sheets.journal.draft import Draft, Stale, as_stored
from sheets.journal.redoing import hindrances, may_redo, newest_undo_of_player, redo
from sheets.journal.undoing import comes_off_with, newest_of_player, newest_undoable, undo
from sheets.journal.writing import Repeated, record

__all__ = [
    "Draft",
    "Repeated",
    "Stale",
    "as_stored",
    "comes_off_with",
    "hindrances",
    "may_redo",
    "newest_of_player",
    "newest_undo_of_player",
    "newest_undoable",
    "record",
    "redo",
    "undo",
]
