"""How much of the log each audience sees."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from sheets.access import Audience
from sheets.models import GM_ONLY, Character, LogEntry, Role, Visibility

_SHOWS: dict[str, int] = {Visibility.HIDDEN: 0, Visibility.NAME: 1, Visibility.ALL: 2}


class Look(NamedTuple):
    """An entry as an audience sees it: equal for all who see it alike."""

    key: str
    undone_by: int | None
    levels: tuple[str, ...]
    """How much is seen of each line: what its character showed then and shows now; of a line on
    two characters, what is seen of both."""
    names: tuple[tuple[str, ...], ...]
    """Of those whom each line is about."""


class _Looked(NamedTuple):
    """An entry that was looked at."""

    names: tuple[tuple[str, ...], ...]
    parts: frozenset[str]
    """Keys of the characters that have a part in it."""
    looks: dict[str, Look]
    """By the key of a character with a part in it, "gm" for the GM, "" for others."""


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
        """Whether any line of an entry may be shown to an audience."""
        if audience.is_gm:
            return True
        levels = self.look(entry, audience).levels
        return levels.count(Visibility.HIDDEN) < len(levels)

    def look(self, entry: LogEntry, audience: Audience) -> Look:
        looked = self._looked.get(entry.key) or self._look_at(entry)
        who = audience.character if audience.character in looked.parts else ""
        if audience.is_gm:
            who = Role.GM
        look = looked.looks.get(who)
        if look is None:
            levels = self._levels(entry, audience)
            look = Look(entry.key, entry.undone_by_id, levels, looked.names)
            looked.looks[who] = look
        return look

    def _look_at(self, entry: LogEntry) -> _Looked:
        keys = [tuple(_keys_of(line)) for line in entry.effects]
        names = tuple(
            tuple(self.by_key[key].name for key in of_line if key in self.by_key)
            for of_line in keys
        )
        looked = self._looked[entry.key] = _Looked(names, frozenset().union(*keys), {})
        return looked

    def _levels(self, entry: LogEntry, audience: Audience) -> tuple[str, ...]:
        if audience.is_gm:
            return (Visibility.ALL,) * len(entry.effects)
        if not entry.public:
            # What only the GM could read when it was written stays the GM's, also where its
            # character is given to a player.
            return (Visibility.HIDDEN,) * len(entry.effects)
        return tuple(self._level(line, audience) for line in entry.effects)

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
