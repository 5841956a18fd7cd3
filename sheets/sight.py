"""How much of the log each audience sees."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from sheets.access import Audience
from sheets.models import GM_ONLY, Character, LogEntry, Visibility

_SHOWS: dict[str, int] = {Visibility.HIDDEN: 0, Visibility.NAME: 1, Visibility.ALL: 2}


class Sight:
    """What there is to see at one moment. What several audiences see alike is looked at once."""

    def __init__(self, everybody: list[Character]) -> None:
        self.everybody = everybody
        self._levels: dict[tuple[str, str], tuple[str, ...]] = {}
        self._names: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._keys: dict[str, frozenset[str]] = {}

    @cached_property
    def by_key(self) -> dict[str, Character]:
        return {character.key: character for character in self.everybody}

    @cached_property
    def by_pk(self) -> dict[int, Character]:
        return {character.pk: character for character in self.everybody}

    def is_seen(self, entry: LogEntry, audience: Audience) -> bool:
        """Whether any line of an entry may be shown to an audience. What only the GM could read
        when it was written stays the GM's, also where its character is given to a player."""
        is_open = audience.is_gm or entry.public
        return is_open and any(level != Visibility.HIDDEN for level in self.levels(entry, audience))

    def levels(self, entry: LogEntry, audience: Audience) -> tuple[str, ...]:
        """How much of each line of an entry an audience sees: what its character showed then and
        shows now; of a line on two characters, what it sees of both."""
        if audience.is_gm:
            return (Visibility.ALL,) * len(entry.effects)
        # Whoever has no part in an entry sees of it what everybody sees.
        own = audience.character if audience.character in self._parts(entry) else ""
        levels = self._levels.get((entry.key, own))
        if levels is None:
            levels = tuple(self._level(line, audience) for line in entry.effects)
            self._levels[entry.key, own] = levels
        return levels

    def names(self, entry: LogEntry) -> tuple[tuple[str, ...], ...]:
        """The names of those whom each line of an entry is about."""
        names = self._names.get(entry.key)
        if names is None:
            names = tuple(
                tuple(self.by_key[key].name for key in _keys_of(line) if key in self.by_key)
                for line in entry.effects
            )
            self._names[entry.key] = names
        return names

    def _parts(self, entry: LogEntry) -> frozenset[str]:
        keys = self._keys.get(entry.key)
        if keys is None:
            keys = frozenset(key for line in entry.effects for key in _keys_of(line))
            self._keys[entry.key] = keys
        return keys

    def _level(self, line: dict[str, Any], audience: Audience) -> str:
        level = self._level_of_one(line, audience)
        if "other" in line:
            other = self._level_of_one(line["other"], audience)
            level = min(level, other, key=_SHOWS.__getitem__)
        return level

    def _level_of_one(self, line: dict[str, Any], audience: Audience) -> str:
        if line["visibility"] == GM_ONLY:
            return Visibility.HIDDEN
        character = self.by_key.get(line["character"])
        if character is None:
            return Visibility.HIDDEN if line["character"] else line["visibility"]
        if character.key == audience.character:
            return Visibility.ALL
        return min(line["visibility"], audience.sees(character), key=_SHOWS.__getitem__)


def _keys_of(line: dict[str, Any]) -> Iterable[str]:
    yield line["character"]
    if "other" in line:
        yield line["other"]["character"]
