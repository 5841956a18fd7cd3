"""An open page without a browser: what it showed first, and what the stream made of it."""

from typing import Any
from urllib.parse import urlsplit

from django.test import Client
from justhtml import JustHTML

from combat.broadcast import source
from combat.live.source import Admission, Frame, Refusal
from sheets.access import Viewer
from tests.combat.table import address, browser_of

Regions = dict[str, str | list[str]]


class Watcher:
    """Reads a page, then its stream, and puts every partial where the page would."""

    def __init__(self, viewer: Viewer, page: str = "") -> None:
        self.client = browser_of(viewer.link)
        self.path = address(viewer, page)
        html = self.read()
        self.shows = regions_of(html)
        [live] = JustHTML(html, sanitize=False).query("#live")
        self.stream: str = (live.attrs or {})["hx-sse:connect"] or ""
        self.frames: list[Frame] = []
        admission = source.admit(scope_of(self.client, self.stream))
        assert isinstance(admission, Admission)
        self.admission = admission
        self.cursor = 0

    def read(self) -> str:
        """The page as it is loaded now."""
        response = self.client.get(self.path)
        assert response.status_code == 200
        return str(response.content.decode())

    def connect(self, since: str | None = None) -> None:
        """Open the stream where the page says, or after a given key."""
        given = urlsplit(self.stream).query.partition("since=")[2].partition("&")[0]
        entry = source.enter(self.admission, given if since is None else since)
        self.cursor = entry.cursor
        if entry.frame:
            self._take(entry.frame)

    def catch_up(self) -> None:
        """Take what a signal makes the hub send."""
        changes = source.changes(self.admission.campaign, self.cursor, [self.admission.audience])
        self.cursor = changes.cursor
        if frame := dict(changes.frames).get(self.admission.audience):
            self._take(frame)

    @property
    def sent(self) -> str:
        """Everything that came through the stream."""
        return "".join(frame.html for frame in self.frames)

    def fresh(self) -> Regions:
        """What a fresh load of the page shows."""
        return regions_of(self.read())

    def _take(self, frame: Frame) -> None:
        self.frames.append(frame)
        for partial in JustHTML(frame.html, sanitize=False).query("hx-partial"):
            sent = regions_of(partial.to_html())
            target = ((partial.attrs or {})["hx-target"] or "").removeprefix("#")
            if target.startswith("entry-"):
                # For those who have unfolded older lines, which this page never does.
                assert f'id="{target}"' not in str(self.shows["log"])
                continue
            assert target in self.shows, f"there is no {target} on the page"
            assert target in sent
            self.shows |= sent
        self._forget_gone()

    def _forget_gone(self) -> None:
        roster = self.shows["roster"]
        self.shows = {
            name: html
            for name, html in self.shows.items()
            if not name.startswith("card-") or name in roster
        }


def regions_of(html: str) -> Regions:
    """The live regions in a page or partial, by id; the roster as its headings and cards."""
    page = JustHTML(html, sanitize=False)
    found: Regions = {}
    for node in page.query("[id]"):
        name = (node.attrs or {})["id"] or ""
        if name in ("title", "clock", "log") or name.startswith(("card-", "sheet-")):
            found[name] = node.to_html()
    for roster in page.query("#roster"):
        found["roster"] = [
            (part.attrs or {}).get("id") or " ".join(part.to_text().split())
            for part in roster.query("h2, .card, .empty")
        ]
    return found


def scope_of(client: Client, stream: str) -> dict[str, Any]:
    """The ASGI scope in which a browser asks for a stream."""
    parts = urlsplit(stream)
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return {
        "type": "http",
        "method": "GET",
        "path": parts.path,
        "query_string": parts.query.encode(),
        "headers": [(b"cookie", cookies.encode())] if cookies else [],
    }


def is_refused(answer: Admission | Refusal) -> str:
    return answer.reason if isinstance(answer, Refusal) else ""
