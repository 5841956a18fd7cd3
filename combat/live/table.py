"""One campaign that someone watches: renders for it, one thing at a time."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Hashable
from typing import Any

from combat.live.frames import Event, as_event, encode
from combat.live.source import Frame, Source
from combat.live.subscriber import Subscriber

logger = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
# After rendering, for so many times the processor's time that it took, it is left to clicks: they
# need it more than the eye needs the steps between.
RESTS = 3
LONGEST_REST_SECONDS = 0.1

Ask = Callable[..., Awaitable[Any]]
"""Runs a method of the Source in a worker thread."""


class Table:
    """Streams of one campaign, grouped by the audiences that share their bytes.

    A single task works through what is due: changes, newcomers, presence. So a newcomer's
    entry and the changes after it never overtake one another, and signals that arrive while
    it renders are answered together.
    """

    def __init__(
        self, campaign: str, source: Source, ask: Ask, here: Callable[[str], frozenset[str]]
    ) -> None:
        self._campaign = campaign
        self._source = source
        self._ask = ask
        self._here = here
        self._cursor = 0
        self._rests_until = 0.0
        self._groups: dict[Hashable, set[Subscriber]] = {}
        self._waiting: dict[tuple[Hashable, str], list[Subscriber]] = {}
        self._presence: dict[Hashable, Event] = {}
        self._is_changed = False
        self._is_presence_due = False
        self._worker: asyncio.Task[None] | None = None

    @property
    def is_empty(self) -> bool:
        return not self._groups and not self._waiting

    @property
    def is_working(self) -> bool:
        return self._worker is not None and not self._worker.done()

    def join(self, subscriber: Subscriber, audience: Hashable) -> None:
        """Send a newcomer, or one that fell behind, what it missed, and then what changes."""
        self._waiting.setdefault((audience, subscriber.since), []).append(subscriber)
        self._work()

    def leave(self, subscriber: Subscriber, audience: Hashable) -> None:
        self._drop(audience, subscriber)
        for key in [key for key in self._waiting if key[0] == audience]:
            self._waiting[key] = [one for one in self._waiting[key] if one is not subscriber]
            if not self._waiting[key]:
                del self._waiting[key]

    def change(self) -> None:
        """Something was committed."""
        self._is_changed = True
        self._work()

    def refresh_presence(self) -> None:
        self._is_presence_due = True
        self._work()

    def close(self) -> None:
        if self._worker is not None:
            self._worker.cancel()

    def _work(self) -> None:
        if not self.is_working:
            # Begun at once: on its way to a thread a hit would else wait for the loop's next turns.
            loop = asyncio.get_running_loop()
            self._worker = asyncio.Task(self._run(), loop=loop, eager_start=True)

    async def _run(self) -> None:
        while self._is_changed or self._waiting or self._is_presence_due:
            try:
                if self._is_changed:
                    await self._send_changes()
                if self._waiting:
                    await self._let_in()
                if self._is_presence_due:
                    await self._send_presence()
            except Exception:
                # The database may be away for a moment; all that may be due is.
                logger.exception("rendering for campaign %s failed, trying again", self._campaign)
                self._is_changed = self._is_presence_due = True
                await asyncio.sleep(RETRY_SECONDS)

    async def _send_changes(self) -> None:
        loop = asyncio.get_running_loop()
        if (rest := self._rests_until - loop.time()) > 0:
            await asyncio.sleep(rest)
        self._is_changed = False
        # Most viewers first: they are sent theirs while the rest is rendered.
        audiences = sorted(self._groups, key=lambda one: len(self._groups[one]), reverse=True)
        if audiences:
            self._cursor, took = await self._ask(self._render, self._cursor, audiences, loop)
            self._rests_until = loop.time() + min(RESTS * took, LONGEST_REST_SECONDS)

    def _render(
        self, cursor: int, audiences: Collection[Hashable], loop: asyncio.AbstractEventLoop
    ) -> tuple[int, float]:
        """Runs in a worker thread; gives the new cursor and the processor's time in seconds."""
        began = time.thread_time()
        changes = self._source.changes(self._campaign, cursor, audiences)
        for audience, frame in changes.frames:
            loop.call_soon_threadsafe(self._spread, audience, changes.cursor, encode(frame))
        return changes.cursor, time.thread_time() - began

    def _spread(self, audience: Hashable, cursor: int, event: Event) -> None:
        for subscriber in tuple(self._groups.get(audience, ())):
            # A newcomer's entry may have held this already.
            if subscriber.cursor < cursor:
                self._hand(audience, subscriber, event)

    async def _let_in(self) -> None:
        (audience, since), newcomers = next(iter(self._waiting.items()))
        try:
            entry = await self._ask(self._source.enter, newcomers[0].admission, since)
        except Exception:
            for subscriber in self._waiting.pop((audience, since), ()):
                subscriber.end()
            raise
        if not self._groups:
            self._cursor = entry.cursor
        missed = encode(entry.frame) if entry.frame else None
        for subscriber in self._waiting.pop((audience, since), ()):
            subscriber.cursor = entry.cursor
            self._groups.setdefault(audience, set()).add(subscriber)
            if missed:
                self._hand(audience, subscriber, missed)
            self._show_presence(audience, subscriber)

    def _show_presence(self, audience: Hashable, subscriber: Subscriber) -> None:
        if audience not in self._presence:
            self._is_presence_due = True
        elif self._presence[audience].body:
            self._hand(audience, subscriber, self._presence[audience])

    async def _send_presence(self) -> None:
        self._is_presence_due = False
        audiences = tuple(self._groups)
        if not audiences:
            return
        here = self._here(self._campaign)
        told = await self._ask(self._source.presence, self._campaign, here, audiences)
        for audience in audiences:
            html = told.get(audience, "")
            event = encode(Frame("", html)) if html else as_event("", b"")
            if audience in self._groups and self._presence.get(audience) != event:
                self._presence[audience] = event
                for subscriber in tuple(self._groups[audience]) if html else ():
                    self._hand(audience, subscriber, event)

    def _hand(self, audience: Hashable, subscriber: Subscriber, event: Event) -> None:
        if not subscriber.offer(event):
            # It reads too slowly, and is let in again when it has read what is on its way.
            self._drop(audience, subscriber)

    def _drop(self, audience: Hashable, subscriber: Subscriber) -> None:
        group = self._groups.get(audience, set())
        group.discard(subscriber)
        if not group:
            self._groups.pop(audience, None)
            self._presence.pop(audience, None)
