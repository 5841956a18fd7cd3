"""One line of the log, in words."""

from dataclasses import dataclass

from django.utils.functional import Promise

type Words = str | Promise


@dataclass(frozen=True, slots=True)
class Line:
    """`name` · `said`, and below it why. A `head` stands alone, for the whole table."""

    said: Words
    why: Words = ""
    name: str = ""
    is_head: bool = False
