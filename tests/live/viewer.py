"""A stream's reader without a browser: an ASGI client that keeps what it was sent."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from combat.live.hub import Hub
from combat.live.stream import find_address, stream


class Event(NamedTuple):
    event: str
    id: str
    data: str


class Viewer:
    """Watches one stream until it leaves or is sent away."""

    def __init__(self, hub: Hub, link: str, *, since: str = "", last_id: str = "") -> None:
        path = f"/t/{link}/stream/sheet/"
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": f"since={since}".encode(),
            "headers": [(b"last-event-id", last_id.encode())] if last_id else [],
        }
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.body = b""
        self.parts: list[bytes] = []
        self.is_reading = asyncio.Event()
        self.is_reading.set()
        self._gone = asyncio.Event()
        address = find_address(path)
        assert address is not None
        answer = stream(hub, address.link, self.scope, self._receive, self._send)
        self._task = asyncio.create_task(answer)

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Mapping[str, Any]) -> None:
        await self.is_reading.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = dict(message["headers"])
        elif body := message.get("body", b""):
            self.body += body
            self.parts.append(body)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            # A server says of a finished answer what it says of a reader that left.
            self._gone.set()

    @property
    def events(self) -> list[Event]:
        """All events but the beats, as a browser takes them."""
        return [one for one in parse(self.body) if one.event != "beat"]

    async def sees(self, text: str) -> None:
        """Wait until some event holds the text."""
        await until(lambda: any(text in one.data for one in self.events))

    async def leave(self) -> None:
        self._gone.set()
        await self.ends()

    async def ends(self) -> None:
        """Wait until the stream is closed."""
        await asyncio.wait_for(self._task, 5)


async def until(condition: Callable[[], object]) -> None:
    """Wait for a condition to hold."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110  conditions set no event
            await asyncio.sleep(0.005)


def parse(stream_bytes: bytes) -> list[Event]:
    """Events of a stream by the rules of the HTML standard."""
    events = []
    text = stream_bytes.decode().replace("\r\n", "\n").replace("\r", "\n")
    for block in text.split("\n\n")[:-1]:
        fields: dict[str, list[str]] = {"event": [], "id": [], "data": []}
        for line in block.split("\n"):
            name, _colon, value = line.partition(":")
            fields.setdefault(name, []).append(value.removeprefix(" "))
        if fields["data"]:
            event, key = fields["event"][-1:] or [""], fields["id"][-1:] or [""]
            events.append(Event(event[0], key[0], "\n".join(fields["data"])))
    return events
