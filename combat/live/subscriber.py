"""One open stream: what waits to be written to it, and whether it has to end."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from combat.live.frames import BEAT, Event, as_event
from combat.live.source import Admission

MOST_FRAMES = 32
MOST_BYTES = 512 * 1024

_BEAT = as_event("", BEAT)


class Subscriber:
    __slots__ = (
        "_pour",
        "_pouring",
        "_queue",
        "_size",
        "_transport",
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
        self._queue: list[Event] = []
        self._size = 0
        self._pour: Callable[[], Coroutine[Any, Any, None]] | None = None
        self._pouring: asyncio.Task[None] | None = None
        self._transport: asyncio.WriteTransport | None = None

    def open(
        self,
        pour: Callable[[], Coroutine[Any, Any, None]],
        transport: asyncio.WriteTransport | None = None,
    ) -> None:
        """Have `pour` run, from now on, whenever there is something to take or to end; what can be
        written at once is written to the transport, where there is one."""
        self._pour = pour
        self._transport = transport
        self._wake()

    def offer(self, event: Event) -> bool:
        """Write to the reader. False: it reads too slowly, and what waited was dropped."""
        if self.ended or self._write(event):
            return True
        body = event.body
        if self._queue and (len(self._queue) >= MOST_FRAMES or self._size + len(body) > MOST_BYTES):
            self._clear()
            self.behind = True
            return False
        self._queue.append(event)
        self._size += len(body)
        self._wake()
        return True

    def beat(self) -> None:
        """Say that the stream is alive, unless something that waits will say so."""
        if self.admission and not self._queue and not self.behind:
            self.offer(_BEAT)

    def end(self, last: bytes = b"") -> None:
        """Close the stream, after some last words."""
        if self.ended:
            return
        self._clear()
        if last:
            self._queue.append(as_event("", last))
        self.ended = True
        self._wake()

    def close(self) -> None:
        """Forget the reader, which is gone."""
        self.end()
        if self._pouring is not None:
            self._pouring.cancel()

    def take(self) -> bytes:
        """All bytes that wait."""
        for each in self._queue:
            self.since = each.id or self.since
        body = b"".join(each.body for each in self._queue)
        self._clear()
        return body

    def _write(self, event: Event) -> bool:
        """Write without waiting, if everything before is written: past ASGI and without a task a
        thousand readers take half as long."""
        if self._queue or self._transport is None or not self._is_idle:
            return False
        if self._transport.is_closing():
            # Nothing more arrives, and soon ASGI says so.
            return True
        if self._transport.get_write_buffer_size():
            return False
        self._transport.write(event.chunk)
        self.since = event.id or self.since
        return True

    @property
    def _is_idle(self) -> bool:
        return self._pouring is None or self._pouring.done()

    def _wake(self) -> None:
        if self._pour is not None and self._is_idle:
            # Started at once and mostly done at once, without waiting for its turn in the loop.
            pouring = asyncio.eager_task_factory(asyncio.get_running_loop(), self._pour())
            self._pouring = None if pouring.done() else pouring

    def _clear(self) -> None:
        self._queue.clear()
        self._size = 0
