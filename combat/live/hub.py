"""Every open stream of this process: who may open one, what wakes it, when it ends."""

import asyncio
import logging
from collections import defaultdict

from combat.live.attendance import Attendance, Pace
from combat.live.bus import Bus, Moves, Signal
from combat.live.frames import REVOKED
from combat.live.source import Admission, Changes, Entry, Frame, Refusal, Scope, Source
from combat.live.subscriber import Subscriber
from combat.live.table import Ask, Table
from combat.live.tasks import Tasks

# The names that a Source is made of can be had here as well.
__all__ = ["Admission", "Changes", "Entry", "Frame", "Hub", "Pace", "Refusal", "Scope", "Source"]

logger = logging.getLogger(__name__)


class Hub:
    def __init__(
        self,
        source: Source,
        ask: Ask,
        bus: Bus,
        *,
        most: int = 5000,
        most_per_link: int = 2000,
        pace: Pace | None = None,
    ) -> None:
        self._source = source
        self._ask = ask
        self._bus = bus
        self._most = most
        self._most_per_link = most_per_link
        self._pace = pace or Pace()
        self._attendance = Attendance(source, ask, bus, self._pace, self._refresh_presence)
        self._tables: dict[str, Table] = {}
        self._open: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self._count = 0
        self._tasks = Tasks()
        self._is_closing = False

    # --- the life of the hub

    def start(self) -> None:
        """Begin to listen and to beat; called in the event loop."""
        self._bus.start(self)
        self._attendance.start()
        self._tasks.every(self._pace.beat, self._beat)

    def end_streams(self) -> None:
        """End every stream, and open no other: the server is about to stop."""
        self._is_closing = True
        for subscribers in self._open.values():
            for subscriber in subscribers:
                subscriber.end()

    async def stop(self) -> None:
        """Stop everything that `start` began."""
        self.end_streams()
        for table in self._tables.values():
            table.close()
        await self._tasks.stop()
        await self._attendance.stop()
        await self._bus.stop()

    # --- one stream

    def knock(self, link: str, since: str) -> Subscriber | None:
        """Make room for a stream before anyone knows whether it may open; None: there is none.

        From here on a kick of its link reaches it, so none is lost between check and opening.
        """
        if self._is_closing or self._count >= self._most:
            return None
        if len(self._open.get(link, ())) >= self._most_per_link:
            return None
        subscriber = Subscriber(link, since)
        self._open[link].add(subscriber)
        self._count += 1
        return subscriber

    async def admit(self, subscriber: Subscriber, scope: Scope) -> bool:
        """Check the rights of a stream and begin to feed it; False: it may not open."""
        answer = await self._ask(self._source.admit, scope)
        if isinstance(answer, Refusal):
            return False
        if not subscriber.ended:
            subscriber.admission = answer
            self._attendance.arrive(answer.campaign, answer.link)
            self.resume(subscriber)
        return True

    def resume(self, subscriber: Subscriber) -> None:
        """Send what an admitted stream missed since the last frame that it read."""
        if (admission := subscriber.admission) is None:
            return
        campaign = admission.campaign
        if campaign not in self._tables:
            here = self._attendance.here
            self._tables[campaign] = Table(campaign, self._source, self._ask, here)
        self._tables[campaign].join(subscriber, admission.audience)

    def leave(self, subscriber: Subscriber) -> None:
        """Forget a stream that knocked."""
        self._count -= 1
        self._open[subscriber.link].discard(subscriber)
        if not self._open[subscriber.link]:
            del self._open[subscriber.link]
        if (admission := subscriber.admission) is None:
            return
        self._attendance.depart(admission.campaign, admission.link)
        if table := self._tables.get(admission.campaign):
            table.leave(subscriber, admission.audience)
            if table.is_empty:
                table.close()
                del self._tables[admission.campaign]

    # --- news from the bus

    def receive_signal(self, signal: Signal) -> None:
        """Push a change to those who watch, and end the streams that lost their right."""
        for link in signal.kick:
            self._kick(link)
        if table := self._tables.get(signal.campaign):
            table.change()

    def receive_moves(self, moves: Moves) -> None:
        """Hear who came and left in another process."""
        self._attendance.receive(moves)

    def catch_up(self) -> None:
        """The bus was away until now: look for what changed and for links revoked meanwhile."""
        for table in self._tables.values():
            table.change()
        self._tasks.spawn(self._check_links())
        self._attendance.catch_up()

    async def _check_links(self) -> None:
        while links := set(self._open):
            try:
                valid = await self._ask(self._source.still_admitted, links)
            except Exception:
                logger.exception("checking the open links failed, trying again")
                await asyncio.sleep(1)
            else:
                for link in links - valid:
                    self._kick(link)
                return

    def _kick(self, link: str) -> None:
        for subscriber in self._open.get(link, ()):
            subscriber.end(REVOKED)

    def _refresh_presence(self, campaign: str) -> None:
        if table := self._tables.get(campaign):
            table.refresh_presence()

    async def _beat(self) -> None:
        for subscribers in self._open.values():
            for subscriber in subscribers:
                subscriber.beat()
