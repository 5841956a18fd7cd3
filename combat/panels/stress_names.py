"""Names that somebody types and the whole table reads."""

import unicodedata
from collections.abc import Collection, Iterable

from sheets.access import Audience
from sheets.models import Character, Visibility


def secrets_of(characters: Iterable[Character]) -> list[str]:
    """The names of hidden characters that no character has whom the table sees."""
    everybody = list(characters)
    told = {_as_read(c.name) for c in everybody if not c.is_hidden}
    return [c.name for c in everybody if c.is_hidden and _as_read(c.name) not in told]


def known_to(audience: Audience, characters: Iterable[Character]) -> list[Character]:
    """Those of whom an audience knows: a refusal must not tell a player what is hidden."""
    return [c for c in characters if audience.sees(c) != Visibility.HIDDEN or not c.is_hidden]


def is_among(names: Collection[str], typed: str) -> bool:
    """Whether what was typed reads like one of these names."""
    return _as_read(typed) in {_as_read(name) for name in names}


def _as_read(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()
