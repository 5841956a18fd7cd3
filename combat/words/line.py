"""One line of the log, in words."""

from dataclasses import dataclass

from django.utils.functional import Promise

type Words = str | Promise


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it fell; `state` is ok (a success), one (takes one away), off (does not count)
    or nothing."""

    face: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a roll; `shape` names their outline."""

    shape: str
    dice: tuple[Die, ...]
    label: Words
    total: str


@dataclass(frozen=True, slots=True)
class Line:
    """`name` · `said`, below it the dice and why. A `head` stands alone, for the whole table."""

    said: Words
    why: Words = ""
    name: str = ""
    is_head: bool = False
    dice: Dice | None = None
    is_secret: bool = False
    """Whether it is for the eyes of the GM, and of the player it is about."""
