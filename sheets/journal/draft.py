"""An entry of the log while it is being written."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db.models import QuerySet

from sheets.models import GM_ONLY, Campaign, Change, Character, LogEntry, Visibility
from sheets.prepared import Prepared, Slot
from sheets.rows import insert, update


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
    """What this entry strikes out."""
    brings_back: list[LogEntry] = field(default_factory=list)
    """What was struck out and stands again; an entry that brings nothing back and strikes
    something out can't be undone itself."""
    written: list[Callable[[LogEntry], Any]] = field(default_factory=list)
    """What to do with the entry once it is there, before anybody is told."""
    group: str = ""
    """What belongs together, like a declaration and its answer, is of one group."""
    is_public: bool = False
    _known: dict[int, Character] = field(default_factory=dict)
    _before: dict[Character | None, dict[str, Any]] = field(default_factory=dict)
    _after: dict[Character | None, dict[str, Any]] = field(default_factory=dict)

    def characters(self, keys: Iterable[str] | None = None) -> list[Character]:
        """Characters of the campaign, locked until the entry is written; all that are not removed
        when no keys are given."""
        # One object a character, however often an entry asks for it.
        return [self._known.setdefault(c.pk, c) for c in self._locked(keys)]

    def _locked(self, keys: Iterable[str] | None) -> Iterable[Character]:
        match keys if keys is None else [*keys]:
            case None:
                return self.campaign.characters.select_for_update().filter(removed=False)
            case [key]:
                return _locked_by_key(self.campaign.pk, key)
            case several:
                return self.campaign.characters.select_for_update().filter(key__in=several)

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

    def add(self, character: Character, beside: Character | None = None) -> None:
        """Put a new character at the end of the roster, or after those that were put `beside`
        another; undoing that removes it."""
        character.campaign = self.campaign
        last = self.campaign.characters.count() + 1
        # Those in one place stand there in the order in which they came.
        character.position = beside.position if beside else last
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
            "visibility": _as_it_stays(visibility, character),
            "effect": as_stored(effect),
        }
        if other is not None:
            seen = _as_it_stays(other.visibility, other)
            line["other"] = {"character": other.key, "visibility": seen}
        self.effects.append(line)
        # The player of a hidden character sees what happens to it.
        is_hidden = character is None and visibility == Visibility.HIDDEN
        self.is_public |= line["visibility"] != GM_ONLY and not is_hidden

    @property
    def changes_something(self) -> bool:
        return any(self._after.values())

    def save_changes(self, entry: LogEntry) -> None:
        for character, after in self._after.items():
            if not after:
                continue
            if character is not None:
                self._save(character, after)
            before = self._before[character]
            version = character.version if character else 0
            change = Change(
                entry=entry, character=character, before=before, after=after, version=version
            )
            insert(change)
        update(self.campaign, "seq", *self._after.get(None, ()))

    def _save(self, character: Character, after: dict[str, Any]) -> None:
        character.version += 1
        # What was just marked is drawn as new until anything else changes the character.
        character.previous = self._before[character].get("condition")
        update(character, "version", "previous", *after)


@Prepared
def _locked_by_key(campaign: Slot, key: Slot) -> QuerySet[Character]:
    return Character.objects.select_for_update().filter(campaign_id=campaign, key=key)


def as_stored(value: Any) -> Any:
    """A value of the rules as a JSON column gives it back."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _as_it_stays(visibility: str, character: Character | None) -> str:
    """What happens to a hidden character that nobody plays stays the GM's, also when it is given
    to a player later."""
    if visibility == Visibility.HIDDEN and character is not None and not character.is_pc:
        return GM_ONLY
    return visibility
