"""Tells every process that a campaign has changed.

On PostgreSQL the news travels by NOTIFY inside the transaction that makes the change, so it
arrives when that commits and never without it. On any other database it reaches the viewers
of this process.
"""

import asyncio
import itertools
import logging
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec
from django.db import connection, transaction

logger = logging.getLogger(__name__)

CHANGES = "denik_changes"
PRESENCE = "denik_presence"

# PostgreSQL refuses 8,000 bytes; this many keys of links stay far below.
MOST_KEYS = 100
LONGEST_PAUSE = 5.0


class Signal(msgspec.Struct, frozen=True):
    """A campaign has changed; streams of the links in `kick` have to end now."""

    campaign: str
    kick: tuple[str, ...] = ()


class Moves(msgspec.Struct, frozen=True):
    """Links that came or left in one process; without a campaign it asks all who is there."""

    process: str
    campaign: str = ""
    here: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


class Receiver(Protocol):
    """What a bus delivers to, always in the event loop."""

    def receive_signal(self, signal: Signal) -> None: ...
    def receive_moves(self, moves: Moves) -> None: ...
    def catch_up(self) -> None:
        """News may have been missed until this moment."""


def publish(signal: Signal) -> None:
    """Announce a change from inside the transaction that makes it, as its last statement.

    Nobody hears of a change that is rolled back. Does no harm where nobody listens.
    """
    if connection.vendor == "postgresql":
        _notify(CHANGES, Signal(signal.campaign, signal.kick[:MOST_KEYS]))
        for keys in itertools.batched(signal.kick[MOST_KEYS:], MOST_KEYS):
            _notify(CHANGES, Signal(signal.campaign, keys))
    else:
        transaction.on_commit(partial(_deliver, signal), robust=True)


def _notify(channel: str, message: msgspec.Struct) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [channel, msgspec.json.encode(message).decode()])


def _deliver(signal: Signal) -> None:
    if MemoryBus.running is not None:
        MemoryBus.running.deliver(signal)


class Bus(Protocol):
    def start(self, receiver: Receiver) -> None: ...
    async def stop(self) -> None: ...
    def tell(self, moves: Sequence[Moves]) -> None:
        """Tell the other processes who came and left; runs in a worker thread."""


def open_bus() -> Bus:
    """The bus that fits the database."""
    return PostgresBus() if connection.vendor == "postgresql" else MemoryBus()


class MemoryBus:
    """Reaches the viewers of this process."""

    running: "MemoryBus | None" = None

    def start(self, receiver: Receiver) -> None:
        self._loop = asyncio.get_running_loop()
        self._receiver = receiver
        MemoryBus.running = self

    async def stop(self) -> None:
        MemoryBus.running = None

    def deliver(self, signal: Signal) -> None:
        try:
            self._loop.call_soon_threadsafe(self._receiver.receive_signal, signal)
        except RuntimeError:
            # The loop ended between a commit and its news; so have the streams.
            logger.debug("nobody is left to hear of campaign %s", signal.campaign)

    def tell(self, moves: Sequence[Moves]) -> None:
        """There is no other process."""


class PostgresBus:
    """Listens to NOTIFY on a connection of its own, which is made anew whenever it is lost."""

    def start(self, receiver: Receiver) -> None:
        self._receiver = receiver
        self._task = asyncio.create_task(self._listen_forever())

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def tell(self, moves: Sequence[Moves]) -> None:
        for one in moves:
            for part in _parts(one):
                _notify(PRESENCE, part)

    async def _listen_forever(self) -> None:
        # Only this class needs the driver, and loading it takes a while.
        import psycopg  # noqa: PLC0415

        pause = 0.1
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(**_address()) as listener:
                    for channel in (CHANGES, PRESENCE):
                        await listener.execute(f"LISTEN {channel}")
                    self._receiver.catch_up()
                    pause = 0.1
                    async for note in listener.notifies():
                        self._take(note.channel, note.payload)
            except psycopg.Error as error:
                logger.warning("listening to PostgreSQL failed, trying again: %s", error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _take(self, channel: str, payload: str) -> None:
        try:
            if channel == CHANGES:
                self._receiver.receive_signal(msgspec.json.decode(payload, type=Signal))
            else:
                self._receiver.receive_moves(msgspec.json.decode(payload, type=Moves))
        except msgspec.DecodeError:
            # A process of another version; its news must not stop ours.
            logger.warning("a message on %s was not understood", channel)


def _parts(moves: Moves) -> Iterator[Moves]:
    if not moves.campaign:
        yield moves
    for here in itertools.batched(moves.here, MOST_KEYS):
        yield Moves(moves.process, moves.campaign, here=here)
    for gone in itertools.batched(moves.gone, MOST_KEYS):
        yield Moves(moves.process, moves.campaign, gone=gone)


def _address() -> dict[str, Any]:
    """How to reach the database, for a connection that only listens."""
    of_django = {"context", "cursor_factory", "prepare_threshold"}
    parameters = connection.get_connection_params()
    return {
        **{name: value for name, value in parameters.items() if name not in of_django},
        "autocommit": True,
        "connect_timeout": 5,
        # A silent loss is noticed within a minute.
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
    }
