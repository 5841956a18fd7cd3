"""The two servers that are compared, each with its viewers and its hits."""

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.browsers import Browser, Crowd
from benchmarks.servers import Server, heal_everybody

ROUND = 30


@dataclass
class Side:
    """A server, the streams that are open on it, and more that could be."""

    server: Server
    crowd: Crowd
    viewers: Iterator[bytes]
    hits: Callable[[], Iterable[bytes]]
    """The requests of one round of hits."""

    async def grow(self, size: int) -> None:
        missing = size - len(self.crowd.streams)
        await self.crowd.grow(list(itertools.islice(self.viewers, missing)))


async def denik_side(server: Server, data: Path, table: Any) -> Side:
    gm, spectator, *players = [
        await Browser.at(server.port, entrance)
        for entrance in (table["gm"], table["spectator"], *table["players"])
    ]

    def hits() -> Iterator[bytes]:
        # Five characters with six boxes each: every hit of a round ticks one.
        heal_everybody(data)
        return (
            gm.hit(key) for key in itertools.islice(itertools.cycle(table["characters"]), ROUND)
        )

    return Side(server, Crowd(server.port), _viewers(gm, spectator, players), hits)


def _viewers(gm: Browser, spectator: Browser, players: list[Browser]) -> Iterator[bytes]:
    yield gm.request("GET", gm.stream)
    for player in itertools.cycle(players):
        yield player.request("GET", player.stream)
        yield spectator.request("GET", spectator.stream)


def bare_side(server: Server, size: int) -> Side:
    browser = Browser(server.port)
    hit = browser.request("POST", f"/?size={size}")
    opens = itertools.repeat(browser.request("GET", "/"))
    return Side(server, Crowd(server.port), opens, lambda: itertools.repeat(hit, ROUND))
