"""Starts and stops what is measured, each as a process of its own, and reads its memory."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
MB = 1024 * 1024
WHOLE = {"boxes": [None] * 6, "out": None, "fresh": [], "scratch_dice": 0, "scratch_dice_next": 0}
# For browsers that are told where it is; unlike an address of this computer, it is far away.
NAME = "table.test"


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[bytes]
    port: int
    start_up: float
    """Seconds from the command to the first answer."""

    @property
    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        [line] = [line for line in status.splitlines() if line.startswith("VmRSS:")]
        return int(line.split()[1]) * 1024 / MB

    @property
    def processor(self) -> float:
        """Seconds of processor time used until now."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8")
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def bare() -> Iterator[Server]:
    port = free_port()
    with _running([sys.executable, "-m", "benchmarks.bare", str(port)], port, {}) as server:
        yield server


@contextmanager
def denik(data: Path) -> Iterator[Server]:
    """The product as `make play` starts it, on data of its own."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve"]
    ours = {"PORT": str(port), "DENIK_URL": f"http://{NAME}:{port}"}
    with _running(command, port, _environment(data) | ours) as server:
        yield server


def prepare(data: Path) -> Any:
    """Make the data: tables, static files, a campaign; how to get into it."""
    for command in (("migrate", "-v0"), ("collectstatic", "--no-input", "-v0")):
        _run(data, "manage.py", *command)
    return json.loads(_run(data, "-m", "benchmarks.table"))


def _run(data: Path, *command: str) -> bytes:
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=_environment(data), check=True, stdout=-1
    ).stdout


def _environment(data: Path) -> dict[str, str]:
    ours = {"DATABASE_URL", "DENIK_DEBUG", "DENIK_SECRET", "DENIK_URL", "HOST", "PORT"}
    return {k: v for k, v in os.environ.items() if k not in ours} | {"DENIK_DATA": str(data)}


@contextmanager
def _running(command: list[str], port: int, environment: dict[str, str]) -> Iterator[Server]:
    began = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=ROOT, env=os.environ | environment, stdout=subprocess.DEVNULL
    )
    try:
        _wait_for(port, process)
        yield Server(process, port, time.perf_counter() - began)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        try:
            # The first byte will do: the bare stream has no end.
            urllib.request.urlopen(f"http://127.0.0.1:{port}/").read(1)
        except OSError:
            time.sleep(0.01)
        else:
            return
    raise RuntimeError("the server did not start")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def heal_everybody(data: Path) -> None:
    """Make every character whole again, past the app: a hit on full boxes would write less."""
    with sqlite3.connect(data / "denik.sqlite3", timeout=10) as database:
        for key, condition in database.execute("SELECT key, condition FROM sheets_character"):
            whole = json.dumps(json.loads(condition) | WHOLE)
            database.execute(
                "UPDATE sheets_character SET condition = ?, version = version + 1 WHERE key = ?",
                (whole, key),
            )
    database.close()
