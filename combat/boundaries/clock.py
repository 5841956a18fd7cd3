"""A boundary of time, and the clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from combat.words.line import Words


def _always(_effect: Any) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Boundary:
    """The end of one stretch of time and the beginning of the next."""

    slug: str
    """What ends: its name in addresses and of its number on the clock."""
    action: Any
    """What crossing it does to each character; None where it does nothing to anybody."""
    announces: str
    """Type of the line about it that the whole table reads."""
    counted: Words
    """What ends, in a word."""
    title: Words
    lead: Words
    """What crossing it does, in general."""
    restarts: tuple[str, ...] = ()
    """What is counted from 1 again."""
    asks: str = ""
    """The part of the action that is for the GM to say, character by character."""
    question: Words = ""
    is_told: Callable[[Any], bool] = _always
    """Whether an effect on a character is worth a line."""
    offers: Any = None
    """An action that is offered afterwards, character by character."""
    offer: Words = ""

    def action_for(self, *, granted: bool) -> Any:
        """What crossing it does to a character for whom the question is answered so."""
        return replace(self.action, **{self.asks: granted}) if self.asks else self.action


@dataclass(frozen=True)
class Clock:
    """The numbers of what is being played, each from 1."""

    boundaries: tuple[Boundary, ...]
    stored: Mapping[str, int]

    def number(self, slug: str) -> int:
        return int(self.stored.get(slug, 1))

    @property
    def moment(self) -> str:
        """All numbers as one text: two GMs who look at the same moment cross one boundary."""
        return ".".join(str(self.number(boundary.slug)) for boundary in self.boundaries)

    @property
    def hands(self) -> list[tuple[Boundary, int]]:
        """Each boundary with the number of what it ends."""
        return [(boundary, self.number(boundary.slug)) for boundary in self.boundaries]

    def after(self, boundary: Boundary) -> dict[str, int]:
        """What the clock stores once a boundary is crossed."""
        restarted = dict.fromkeys(boundary.restarts, 1)
        return {**self.stored, boundary.slug: self.number(boundary.slug) + 1, **restarted}
