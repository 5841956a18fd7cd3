"""A table of one character, to try the live push on: what it was hit with, in order."""

import html
import json
import threading
import time
from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from pathlib import Path

from combat.live.source import Admission, Changes, Entry, Frame, Refusal, Scope
from combat.live.stream import find_address

CAMPAIGN = "most"


class FakeSource:
    """Keys of links are "<audience>-<name>"; the audience "blind" sees no hits."""

    def __init__(self, file: Path | None = None) -> None:
        self.calls: Counter[str] = Counter()
        self.takes = 0.0
        """Seconds of the processor that showing a change takes."""
        self.noted: list[set[str]] = []
        self.entered: list[str] = []
        self.cursors: list[int] = []
        self._file = file
        self._lock = threading.Lock()
        self._hits: list[str] = []
        self._revoked: set[str] = set()

    @property
    def hits(self) -> list[str]:
        self._load()
        return self._hits

    @property
    def revoked(self) -> set[str]:
        self._load()
        return self._revoked

    def hit(self, text: str) -> None:
        with self._lock:
            self._hits = [*self.hits, text]
            self._save()

    def revoke(self, link: str) -> None:
        with self._lock:
            self._revoked = {*self.revoked, link}
            self._save()

    def _load(self) -> None:
        if self._file and self._file.exists():
            stored = json.loads(self._file.read_text())
            self._hits, self._revoked = stored["hits"], set(stored["revoked"])

    def _save(self) -> None:
        if self._file:
            stored = {"hits": self._hits, "revoked": sorted(self._revoked)}
            self._file.write_text(json.dumps(stored))

    def card(self) -> str:
        hits = self.hits
        lines = "".join(f"<li>{html.escape(text)}</li>" for text in hits)
        return (
            f'<article id="card" data-version="{len(hits)}"><output>{len(hits)}</output>'
            f'<ol>{lines}</ol><input id="note" aria-label="Note"></article>'
        )

    def frame(self) -> Frame:
        partial = f'<hx-partial hx-target="#card" hx-swap="outerMorph">{self.card()}</hx-partial>'
        return Frame(f"e{len(self.hits)}", partial)

    def admit(self, scope: Scope) -> Admission | Refusal:
        self.calls["admit"] += 1
        address = find_address(scope["path"])
        assert address is not None
        if address.link in self.revoked:
            return Refusal("revoked")
        return Admission(CAMPAIGN, address.link, address.link.partition("-")[0])

    def enter(self, admission: Admission, since: str) -> Entry:
        self.calls["enter"] += 1
        self.entered.append(since)
        with self._lock:
            is_current = since == f"e{len(self.hits)}" or admission.audience == "blind"
            return Entry(len(self.hits), None if is_current else self.frame())

    def changes(self, campaign: str, cursor: int, audiences: Collection[Hashable]) -> Changes:
        self.calls["changes"] += 1
        self.cursors.append(cursor)
        until = time.thread_time() + self.takes
        while time.thread_time() < until:
            pass
        with self._lock:
            seeing = [one for one in audiences if one != "blind" and cursor < len(self.hits)]
            frame = self.frame()
            return Changes(len(self.hits), [(one, frame) for one in seeing])

    def presence(
        self, campaign: str, here: frozenset[str], audiences: Collection[Hashable]
    ) -> Mapping[Hashable, str]:
        self.calls["presence"] += 1
        names = ", ".join(sorted(here))
        partial = f'<hx-partial hx-target="#here" hx-swap="innerHTML">{names}</hx-partial>'
        return {one: partial for one in audiences if one == "gm"}

    def seen(self, links: Collection[str]) -> None:
        self.noted.append(set(links))

    def still_admitted(self, links: Collection[str]) -> set[str]:
        return set(links) - self.revoked
