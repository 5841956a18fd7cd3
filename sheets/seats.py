"""The links of a table, in the order in which the GM hands them out."""

from collections import defaultdict
from typing import NamedTuple

from sheets.models import Character, Link


class Seat(NamedTuple):
    """A character with one of its links, or without any."""

    character: Character
    link: Link | None


class Seating(NamedTuple):
    """All links of a campaign that matter: those that work, and revoked ones nobody replaced."""

    gm: Link | None
    spectator: Link | None
    chooser: Link | None
    seats: list[Seat]


def seating(links: list[Link], characters: list[Character]) -> Seating:
    """Sort links, oldest first, to roles and characters.

    A character has a line for each link that works, or else one for the newest revoked link;
    player characters have one even without a link.
    """
    by_holder: dict[str, list[Link]] = defaultdict(list)
    for link in links:
        by_holder["chooser" if link.is_chooser else _holder(link)].append(link)
    return Seating(
        gm=_newest(by_holder["gm"]),
        spectator=_newest(by_holder["spectator"]),
        chooser=_newest(by_holder["chooser"]),
        seats=[seat for character in characters for seat in _seats(character, by_holder)],
    )


def _holder(link: Link) -> str:
    return link.character.key if link.character else link.role


def _newest(links: list[Link]) -> Link | None:
    return next(reversed(_working(links) or links), None)


def _working(links: list[Link]) -> list[Link]:
    return [link for link in links if not link.revoked]


def _seats(character: Character, by_holder: dict[str, list[Link]]) -> list[Seat]:
    links = by_holder[character.key]
    if working := _working(links):
        return [Seat(character, link) for link in working]
    if character.removed or not character.is_pc:
        return []
    return [Seat(character, _newest(links))]
