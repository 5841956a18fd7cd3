"""One open stream: what waits to be written to it, and whether it has to end."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from combat.live.frames import BEAT
from combat.live.source import Admission

MOST_FRAMES = 32
MOST_BYTES = 512 * 1024


class Subscriber:
    __slots__ = (
        "_pour",
        "_pouring",
        "_queue",
        "_size",
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
        self._queue: list[tuple[str, bytes]] = []
        self._size = 0
        self._pour: Callable[[], Coroutine[Any, Any, None]] | None = None
        self._pouring: asyncio.Task[None] | None = None

    def open(self, pour: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Have `pour` run, from now on, whenever there is something to take or to end."""
        self._pour = pour
        self._wake()

    def offer(self, frame_id: str, body: bytes) -> bool:
        """Queue bytes for the reader. False: it reads too slowly, and what waited was dropped."""
        if self.ended:
            return True
        if self._queue and (len(self._queue) >= MOST_FRAMES or self._size + len(body) > MOST_BYTES):
            self._clear()
            self.behind = True
            return False
        self._queue.append((frame_id, body))
        self._size += len(body)
        self._wake()
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
        self._wake()

    def close(self) -> None:
        """Forget the reader, which is gone."""
        self.end()
        if self._pouring is not None:
            self._pouring.cancel()

    def take(self) -> bytes:
        """All bytes that wait."""
        for frame_id, _body in self._queue:
            self.since = frame_id or self.since
        body = b"".join(body for _id, body in self._queue)
        self._clear()
        return body

    def _wake(self) -> None:
        if self._pour is not None and (self._pouring is None or self._pouring.done()):
            # Started at once and mostly done at once: with a task that waits for its turn in the
            # loop, a thousand readers take half as long again.
            pouring = asyncio.eager_task_factory(asyncio.get_running_loop(), self._pour())
            self._pouring = None if pouring.done() else pouring

    def _clear(self) -> None:
        self._queue.clear()
        self._size = 0
