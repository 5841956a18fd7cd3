"""One open stream: what waits to be written to it, and whether it has to end."""

import asyncio
from collections import deque

from combat.live.frames import BEAT
from combat.live.source import Admission

MOST_FRAMES = 32
MOST_BYTES = 512 * 1024


class Subscriber:
    __slots__ = (
        "_queue",
        "_size",
        "_wake",
        "admission",
        "behind",
        "cursor",
        "ended",
        "link",
        "since",
    )

    def __init__(self, link: str, since: str) -> None:
        self.link = link
        self.since = since
        self.admission: Admission | None = None
        self.cursor = 0
        self.behind = False
        self.ended = False
        self._queue: deque[tuple[str, bytes]] = deque()
        self._size = 0
        self._wake = asyncio.Event()

    def offer(self, frame_id: str, body: bytes) -> bool:
        """Queue bytes for the reader. False: it reads too slowly, and what waited was dropped."""
        if self.ended:
            return True
        if self._queue and (len(self._queue) >= MOST_FRAMES or self._size + len(body) > MOST_BYTES):
            self._clear()
            self.behind = True
            self._wake.set()
            return False
        self._queue.append((frame_id, body))
        self._size += len(body)
        self._wake.set()
        return True

    def beat(self) -> None:
        """Say that the stream is alive, unless something that waits will say so."""
        if self.admission and not self._queue and not self.behind:
            self.offer("", BEAT)

    def end(self, last: bytes = b"") -> None:
        """Close the stream, after some last words."""
        if self.ended:
            return
        self._clear()
        if last:
            self._queue.append(("", last))
        self.ended = True
        self._wake.set()

    async def take(self) -> bytes:
        """All bytes that wait; waits for some, for falling behind or for the end."""
        await self._wake.wait()
        self._wake.clear()
        for frame_id, _body in self._queue:
            self.since = frame_id or self.since
        body = b"".join(body for _id, body in self._queue)
        self._clear()
        return body

    def _clear(self) -> None:
        self._queue.clear()
        self._size = 0
