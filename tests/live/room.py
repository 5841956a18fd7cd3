"""A hub that runs for the length of a test, without a database."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from combat.live.bus import Moves, Receiver, Signal
from combat.live.hub import Hub, Pace
from tests.live.fake import CAMPAIGN, FakeSource
from tests.live.viewer import Viewer, until

QUICK = Pace(beat=0.05, seen=60, together=0.01, grace=0.1, roll_call=60, expiry=60)


class LoopBus:
    """Delivers within the loop of the test."""

    def __init__(self) -> None:
        self.told: list[Moves] = []

    def start(self, receiver: Receiver) -> None:
        self.receiver = receiver

    async def stop(self) -> None:
        """Nothing runs."""

    def tell(self, moves: Sequence[Moves]) -> None:
        self.told.extend(moves)


class Room:
    def __init__(self, **options: Any) -> None:
        self.source = FakeSource()
        self.bus = LoopBus()
        self.viewers: list[Viewer] = []
        self.hub = Hub(self.source, asyncio.to_thread, self.bus, **{"pace": QUICK, **options})

    def hit(self, text: str) -> None:
        self.source.hit(text)
        self.bus.receiver.receive_signal(Signal(CAMPAIGN))

    def revoke(self, link: str) -> None:
        self.source.revoke(link)
        self.bus.receiver.receive_signal(Signal(CAMPAIGN, kick=(link,)))

    def open(self, link: str, **where: str) -> Viewer:
        viewer = Viewer(self.hub, link, **where)
        self.viewers.append(viewer)
        return viewer

    async def settle(self) -> None:
        """Wait until all who came are in, and nothing is being rendered."""
        await until(lambda: all(viewer.status for viewer in self.viewers))
        await until(lambda: not any(one.is_working for one in self.hub._tables.values()))


@asynccontextmanager
async def room(**options: Any) -> AsyncIterator[Room]:
    opened = Room(**options)
    opened.hub.start()
    yield opened
    await opened.hub.stop()
