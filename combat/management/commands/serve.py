"""Serve the app and its live streams from one process."""

import fcntl
import gc
import os
import resource
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from combat.live.hub import Hub
from combat.live.stream import TRANSPORT

# A reader that takes nothing for so long is gone, whatever its network says.
SILENCE_MILLISECONDS = 30_000
MOST_FILES = 8192
# A thread that comes back from the database waits so long for one that renders. A hit comes back
# ten times: where several threads render, with Python's own 5 ms viewers saw it a third later.
SWITCH_SECONDS = 0.001


class Command(BaseCommand):
    help = "Serves the app and its live streams."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        with open_socket(host, port) as listener, alone_on_sqlite():
            sys.setswitchinterval(SWITCH_SECONDS)
            # Loads the whole app, so only once it is sure to be served.
            from config.asgi import application  # noqa: PLC0415

            # What is there now stays: looking through it again for garbage would stop the server
            # for three times as long as a thousand streams do.
            gc.collect()
            gc.freeze()
            self.stdout.write(_("Deník runs on port %(port)d. Ctrl+C stops it.") % {"port": port})
            run(application, application.hub, listener)


def open_socket(host: str, port: int) -> socket.socket:
    """A socket that listens on the address; CommandError says why there is none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _kind, _protocol, _name, address = found[0]
        listener = socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        number = error.errno or 0
        # The names of hosts have errors of their own, below zero.
        reason = os.strerror(number) if number > 0 else error.strerror
        raise CommandError(
            _("Port %(port)d of %(host)s cannot be used: %(reason)s. PORT= sets another one.")
            % {"port": port, "host": host, "reason": reason}
        ) from error
    # Connections inherit it. Without it the body of an answer waits for the browser to confirm the
    # head, which takes 40 ms: asyncio sees to this only for listeners that it opens itself.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE_MILLISECONDS)
    return listener


@contextmanager
def alone_on_sqlite() -> Iterator[None]:
    """Keep a second server off the same SQLite file: its viewers would miss what happens here."""
    if connection.vendor != "sqlite":
        yield
        return
    with Path(f"{connection.settings_dict['NAME']}.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CommandError(
                _(
                    "Another process already serves this data. SQLite allows one; "
                    "DATABASE_URL= with PostgreSQL allows any number."
                )
            ) from error
        yield


def run(application: Any, hub: Hub, listener: socket.socket) -> None:
    """Serve until SIGTERM or SIGINT."""
    raise_file_limit()
    config = uvicorn.Config(
        application,
        loop="asyncio",
        http=Protocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )
    try:
        Server(config, hub).run(sockets=[listener])
    except KeyboardInterrupt:
        # The signal that stopped the server, raised once more when all is closed.
        pass


class Protocol(HttpToolsProtocol):
    """Shows the app the transport under each request, which its streams write to."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {TRANSPORT: {"transport": self.transport}}


class Server(uvicorn.Server):
    """Ends the live streams before it waits for open requests: they never end by themselves."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.end_streams()
        await super().shutdown(sockets)


def raise_file_limit() -> None:
    """Allow as many open connections as the streams may need, where the system does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
