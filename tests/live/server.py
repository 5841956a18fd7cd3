"""Starts and stops the small site."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]


class Server:
    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.live.site", str(self.port)]
        environment = {**os.environ, "TABLE_FOLDER": str(self.folder), **self._environment}
        self._process = subprocess.Popen(command, cwd=ROOT, env=environment)
        until(self._answers)

    def stop(self) -> float:
        """Stop as an operator does; how long it took."""
        if self._process is None:
            return 0
        began = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(10)
        finally:
            # One that hangs, or that a failed test left frozen, must not outlive the test.
            self._process.kill()
            self._process.wait()
            self._process = None
        return time.monotonic() - began

    def freeze(self) -> None:
        """Keep connections open and say nothing any more."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"{self.url}{path}", timeout=10)

    def post(self, path: str, **values: str) -> httpx.Response:
        return httpx.post(f"{self.url}{path}", data=values, timeout=10)

    @contextmanager
    def watch(self, link: str, since: str = "e0") -> Iterator[Iterator[str]]:
        """The lines of an open stream, from the one after the first beat."""
        address = f"{self.url}/t/{link}/stream/sheet/?since={since}"
        with httpx.stream("GET", address, timeout=10) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: beat"
            yield lines

    def counts(self) -> Any:
        return self.get("/counts/").json()

    def _answers(self) -> bool:
        assert self._process
        assert self._process.poll() is None, "the server did not start"
        try:
            self.counts()
        except httpx.TransportError:
            return False
        return True


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def until(condition: Any, seconds: float = 10) -> None:
    """Wait for a condition to hold."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "this did not happen in time"
        time.sleep(0.02)


@contextmanager
def running(folder: Path, **environment: str) -> Iterator[Server]:
    server = Server(folder, **environment)
    server.start()
    try:
        yield server
    finally:
        server.stop()
