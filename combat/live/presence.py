"""Which links have a page open, in this process and in the others."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable

from combat.live.bus import Moves


class Presence:
    """Counts the open streams of each link; a reload, away and back, is no news."""

    def __init__(
        self, process: str, moved: Callable[[str, str], None], grace: float, expiry: float
    ) -> None:
        self._process = process
        self._moved = moved
        self._grace = grace
        self._expiry = expiry
        self._open: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._elsewhere: defaultdict[str, dict[tuple[str, str], float]] = defaultdict(dict)

    def here(self, campaign: str) -> frozenset[str]:
        """Links of a campaign that someone watches through, in whichever process."""
        others = {link for _process, link in self._elsewhere.get(campaign, ())}
        return frozenset(others.union(self.own(campaign)))

    def own(self, campaign: str) -> frozenset[str]:
        """Links of a campaign that someone watches through in this process."""
        return frozenset(self._open.get(campaign, ()))

    def all_own(self) -> dict[str, frozenset[str]]:
        """The links watched through in this process, by campaign."""
        return {campaign: self.own(campaign) for campaign in self._open}

    def arrive(self, campaign: str, link: str) -> None:
        is_new = link not in self._open[campaign]
        self._open[campaign][link] += 1
        if timer := self._leaving.pop((campaign, link), None):
            timer.cancel()
        if is_new:
            self._moved(campaign, link)

    def depart(self, campaign: str, link: str) -> None:
        self._open[campaign][link] -= 1
        if not self._open[campaign][link]:
            loop = asyncio.get_running_loop()
            timer = loop.call_later(self._grace, self._leave, campaign, link)
            self._leaving[campaign, link] = timer

    def _leave(self, campaign: str, link: str) -> None:
        del self._leaving[campaign, link]
        del self._open[campaign][link]
        if not self._open[campaign]:
            del self._open[campaign]
        self._moved(campaign, link)

    def hear(self, moves: Moves) -> bool:
        """Take note of another process's links; whether that changes who is here."""
        before = self.here(moves.campaign)
        links = self._elsewhere[moves.campaign]
        for link in moves.here:
            links[moves.process, link] = time.monotonic() + self._expiry
        for link in moves.gone:
            links.pop((moves.process, link), None)
        return self.here(moves.campaign) != before

    def expire(self) -> list[str]:
        """Forget the links of processes that fell silent; the campaigns that this touches."""
        now = time.monotonic()
        touched = []
        for campaign, links in list(self._elsewhere.items()):
            silent = [key for key, until in links.items() if until < now]
            for key in silent:
                del links[key]
            if silent:
                touched.append(campaign)
            if not links:
                del self._elsewhere[campaign]
        return touched

    def close(self) -> None:
        for timer in self._leaving.values():
            timer.cancel()
