"""How much of the log each audience sees."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sheets.access import Audience
from sheets.models import GM_ONLY, Character, LogEntry, Visibility

_SHOWS: dict[str, int] = {Visibility.HIDDEN: 0, Visibility.NAME: 1, Visibility.ALL: 2}


@dataclass(slots=True)
class _Looked:
    """An entry that was looked at."""

    names: tuple[tuple[str, ...], ...]
    parts: frozenset[str]
    """Keys of the characters that have a part in it."""
    levels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """How much is seen of each line, by the key of a character with a part in it, "" for others."""


class Sight:
    """What there is to see at one moment. What several audiences see alike is looked at once."""

    def __init__(self, everybody: list[Character]) -> None:
        self.everybody = everybody
        self._looked: dict[str, _Looked] = {}

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
        looked = self._look_at(entry)
        own = audience.character if audience.character in looked.parts else ""
        if own not in looked.levels:
            looked.levels[own] = tuple(self._level(line, audience) for line in entry.effects)
        return looked.levels[own]

    def names(self, entry: LogEntry) -> tuple[tuple[str, ...], ...]:
        """The names of those whom each line of an entry is about."""
        return self._look_at(entry).names

    def _look_at(self, entry: LogEntry) -> _Looked:
        looked = self._looked.get(entry.key)
        if looked is None:
            keys = [tuple(_keys_of(line)) for line in entry.effects]
            names = tuple(
                tuple(self.by_key[key].name for key in of_line if key in self.by_key)
                for of_line in keys
            )
            looked = self._looked[entry.key] = _Looked(names, frozenset().union(*keys))
        return looked

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
