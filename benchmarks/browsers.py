"""Browsers without a screen: raw asyncio clients that open pages, hold streams and send forms."""

import asyncio
import re
import time
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import urlencode

clock = time.perf_counter

HOST = "127.0.0.1"
END_OF_HEAD = b"\r\n\r\n"
END_OF_EVENT = b"\n\n\r\n"
AT_ONCE = 50
PATIENCE = 30.0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def cookies(self) -> dict[str, str]:
        set_ = [value for name, value in self.headers if name == "set-cookie"]
        return dict(cookie.partition(";")[0].split("=", 1) for cookie in set_)


class Connection:
    """One connection that is kept, with one request at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, request: bytes) -> Answer:
        if self._ends is None:
            self._ends = await asyncio.open_connection(HOST, self._port)
        reader, writer = self._ends
        writer.write(request)
        head = (await reader.readuntil(END_OF_HEAD)).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        headers = [(n.lower(), v.strip()) for n, _, v in (line.partition(":") for line in lines)]
        body = await reader.readexactly(int(dict(headers).get("content-length", 0)))
        return Answer(int(first.split()[1]), headers, body)


@dataclass
class Browser:
    """Someone who opened a link: cookies, and what the page said."""

    port: int
    page: str = ""
    stream: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    @classmethod
    async def at(cls, port: int, entrance: str) -> "Browser":
        """A browser that came in by a link and read the page."""
        browser, connection = cls(port), Connection(port)
        let_in = await browser._get(connection, entrance)
        browser.page = dict(let_in.headers)["location"]
        html = (await browser._get(connection, browser.page)).body.decode()
        [found] = re.findall(r'hx-sse:connect="([^"]*)"', html)
        browser.stream = unescape(found)
        return browser

    async def _get(self, connection: Connection, path: str) -> Answer:
        answer = await connection.send(self.request("GET", path))
        if answer.status not in (200, 302):
            raise RuntimeError(f"{path} answered {answer.status}")
        self.cookies |= answer.cookies()
        return answer

    def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
        sent = {
            "Host": f"{HOST}:{self.port}",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Accept-Language": "sk,en;q=0.5",
            "Content-Length": str(len(body)),
            **headers,
        }
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def hit(self, target: str) -> bytes:
        """The GM's click on Apply, as htmx sends it."""
        csrf = self.cookies["csrftoken"]
        form = {
            "csrfmiddlewaretoken": csrf,
            "token": str(uuid.uuid4()),
            "targets": target,
            "amount": "1",
            "source": "vigor",
            "note": "",
            "ghosted": target,
        }
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "X-Stream": "open",
            "X-CSRFToken": csrf,
            "Origin": f"http://{HOST}:{self.port}",
        }
        return self.request("POST", f"{self.page}hits/", urlencode(form).encode(), **headers)


class Stream(asyncio.Protocol):
    """An open stream: counts the events that bear an id, and notes when the last one came."""

    def __init__(self, request: bytes, tell: Callable[["Stream"], None]) -> None:
        self._request = request
        self._tell = tell
        self._part = b""
        self.opened = asyncio.get_running_loop().create_future()
        self.count = 0
        self.size = 0
        self.last = b""
        self.heard = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(self._request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        data = self._part + data
        if not data.endswith(END_OF_EVENT):
            self._part = data
            return
        self._part = b""
        if not self.opened.done():
            self.opened.set_result(data.startswith(b"HTTP/1.1 200"))
        if events := data.count(b"\nid: "):
            self.heard = clock()
            self.count += events
            self.size = len(data)
            self.last = data.rpartition(b"\nid: ")[2].partition(b"\n")[0]
            self._tell(self)

    def connection_lost(self, exception: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_result(False)


class Crowd:
    """Streams that are open together."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._told = asyncio.Event()
        self._missing = 0
        self.streams: list[Stream] = []

    async def grow(self, requests: Iterable[bytes]) -> None:
        """Open streams, some at once, until each has heard something."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def open_one(request: bytes) -> None:
            async with gate:
                loop = asyncio.get_running_loop()
                make = lambda: Stream(request, self._hear)  # noqa: E731
                _, stream = await loop.create_connection(make, HOST, self._port)
                if not await asyncio.wait_for(stream.opened, PATIENCE):
                    raise RuntimeError("a stream was refused")
                self.streams.append(stream)

        await asyncio.gather(*map(open_one, requests))

    @property
    def event_size(self) -> int:
        """Bytes of the newest event, the mean of all streams."""
        return sum(stream.size for stream in self.streams) // len(self.streams)

    def expect(self) -> None:
        """From here on each stream waits for one more event."""
        self._told.clear()
        self._missing = len(self.streams)
        for stream in self.streams:
            stream.count = 0

    def _hear(self, stream: Stream) -> None:
        if stream.count == 1:
            self._missing -= 1
            if not self._missing:
                self._told.set()

    async def everyone(self) -> None:
        """Wait until all have heard what was expected."""
        await asyncio.wait_for(self._told.wait(), PATIENCE)

    async def agreed(self) -> None:
        """Wait until all have heard the same newest event."""
        deadline = clock() + PATIENCE
        while len({stream.last for stream in self.streams}) > 1:
            if clock() > deadline:
                raise TimeoutError("some streams never heard the newest event")
            await asyncio.sleep(0.01)
