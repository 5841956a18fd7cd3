"""Tells who came and who left: the database, the other processes, and those who watch."""

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from combat.live.bus import Bus, Moves
from combat.live.presence import Presence
from combat.live.source import Source
from combat.live.table import Ask
from combat.live.tasks import Tasks

logger = logging.getLogger(__name__)


class Pace(NamedTuple):
    """How often and how long, in seconds."""

    beat: float = 10
    seen: float = 60
    together: float = 0.2
    """Comings and goings within this time are told at once."""
    grace: float = 3
    """Away for less, as by a reload, is not away."""
    roll_call: float = 30
    expiry: float = 75
    """A process silent for so long has no viewers any more."""


class Attendance:
    def __init__(
        self, source: Source, ask: Ask, bus: Bus, pace: Pace, refresh: Callable[[str], None]
    ) -> None:
        self._source = source
        self._ask = ask
        self._bus = bus
        self._pace = pace
        self._refresh = refresh
        self._process = secrets.token_hex(8)
        self._presence = Presence(self._process, self._note_move, pace.grace, pace.expiry)
        self._moved: defaultdict[str, set[str]] = defaultdict(set)
        self._tasks = Tasks()
        self.here = self._presence.here
        self.arrive = self._presence.arrive
        self.depart = self._presence.depart

    def start(self) -> None:
        self._tasks.every(self._pace.seen, self._note_seen)
        self._tasks.every(self._pace.roll_call, self._call_roll)

    async def stop(self) -> None:
        """Say goodbye to the other processes."""
        await self._tasks.stop()
        self._presence.close()
        own = self._presence.all_own().items()
        await self._tell([Moves(self._process, key, gone=tuple(links)) for key, links in own])

    def catch_up(self) -> None:
        """The bus was away until now: say who is here, and ask the other processes."""
        self._tasks.spawn(self._tell([Moves(self._process)]))
        self._tasks.spawn(self._call_roll())

    def receive(self, moves: Moves) -> None:
        """Note who came and left in another process, or answer its question who is here."""
        if moves.process == self._process:
            return
        if not moves.campaign:
            self._tasks.spawn(self._call_roll())
        elif self._presence.hear(moves):
            self._refresh(moves.campaign)

    def _note_move(self, campaign: str, link: str) -> None:
        if not self._moved:
            asyncio.get_running_loop().call_later(self._pace.together, self._flush)
        self._moved[campaign].add(link)

    def _flush(self) -> None:
        moved, self._moved = self._moved, defaultdict(set)
        self._tasks.spawn(self._spread(moved))

    async def _spread(self, moved: dict[str, set[str]]) -> None:
        await self._note([link for links in moved.values() for link in links])
        await self._tell([self._move(campaign, links) for campaign, links in moved.items()])
        for campaign in moved:
            self._refresh(campaign)

    def _move(self, campaign: str, links: set[str]) -> Moves:
        own = self._presence.own(campaign)
        here, gone = tuple(links & own), tuple(links - own)
        return Moves(self._process, campaign, here=here, gone=gone)

    async def _note_seen(self) -> None:
        own = self._presence.all_own()
        await self._note([link for links in own.values() for link in links])
        # What is said of those who are away ("seen 3 min ago") grows old by itself.
        for campaign in own:
            self._refresh(campaign)

    async def _call_roll(self) -> None:
        own = self._presence.all_own().items()
        await self._tell([Moves(self._process, key, here=tuple(links)) for key, links in own])
        for campaign in self._presence.expire():
            self._refresh(campaign)

    async def _note(self, links: list[str]) -> None:
        if links:
            await self._try("noting who was seen", self._source.seen, links)

    async def _tell(self, moves: list[Moves]) -> None:
        if moves:
            await self._try("telling the other processes who is here", self._bus.tell, moves)

    async def _try(self, what: str, work: Callable[..., object], *values: object) -> None:
        try:
            await self._ask(work, *values)
        except Exception:
            # It is told again within a minute.
            logger.exception("%s failed", what)
