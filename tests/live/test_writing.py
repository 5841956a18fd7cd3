"""How events are written: at once where nothing waits, else in their order."""

import asyncio
import http.client
import socket
from pathlib import Path

from combat.live.frames import as_event
from combat.live.subscriber import Subscriber
from tests.live.server import running
from tests.live.viewer import parse


class Transport(asyncio.WriteTransport):
    """Writes into a list."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.waiting = 0
        self.closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return self.closing


class Reader:
    """A stream that takes what a Subscriber has, when it is let."""

    def __init__(self) -> None:
        self.transport = Transport()
        self.poured: list[bytes] = []
        self.may_pour = asyncio.Event()
        self.may_pour.set()
        self.subscriber = Subscriber("player-a", "e0")
        self.subscriber.open(self._pour, self.transport)

    async def _pour(self) -> None:
        while body := self.subscriber.take():
            await self.may_pour.wait()
            self.poured.append(body)


def test_an_event_is_written_at_once_as_a_chunk_of_the_answer() -> None:
    async def play() -> None:
        reader = Reader()

        reader.subscriber.offer(as_event("e1", b"data: a hit\n\n"))

        assert reader.transport.written == [b"d\r\ndata: a hit\n\n\r\n"]
        assert (reader.poured, reader.subscriber.since) == ([], "e1")

    asyncio.run(play())


def test_an_event_waits_behind_what_is_not_written_yet() -> None:
    async def play() -> None:
        reader = Reader()
        reader.transport.waiting = 10
        reader.may_pour.clear()
        reader.subscriber.offer(as_event("e1", b"first"))
        reader.transport.waiting = 0

        reader.subscriber.offer(as_event("e2", b"second"))
        reader.may_pour.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)

        assert (reader.transport.written, reader.poured) == ([], [b"first", b"second"])
        reader.subscriber.offer(as_event("e3", b"third"))
        assert reader.transport.written == [b"5\r\nthird\r\n"]

    asyncio.run(play())


def test_nothing_is_written_to_a_connection_that_closes() -> None:
    async def play() -> None:
        reader = Reader()
        reader.transport.closing = True

        reader.subscriber.offer(as_event("e1", b"late"))
        reader.may_pour.set()
        await asyncio.sleep(0)

        assert (reader.transport.written, reader.poured) == ([], [])

    asyncio.run(play())


def test_who_reads_nothing_for_a_while_then_reads_whole_events(tmp_path: Path) -> None:
    with running(tmp_path) as server, socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(10)
        slow.connect(("127.0.0.1", server.port))
        slow.sendall(b"GET /t/gm-a/stream/sheet/?since=e0 HTTP/1.1\r\nhost: x\r\n\r\n")
        with http.client.HTTPResponse(slow) as answer:
            answer.begin()
            assert answer.readline() == b"event: beat\n"

            for number in range(30):
                server.post("/hit/", text=f"hit {number}." + "x" * 20_000)
            read = b""
            while b"hit 29." not in read or not read.endswith(b"\n\n"):
                read += answer.read1()

        ids = [event.id for event in parse(read) if event.id]
        assert ids == sorted(set(ids), key=lambda each: int(each[1:]))
        assert (ids[0], ids[-1]) == ("e1", "e30")
        assert len(ids) < 30
