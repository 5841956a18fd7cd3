"""The product's own server, over the database of the tests."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
from django.conf import settings
from django.db import connection

from tests.live.server import free_port, until

ROOT = Path(__file__).parents[2]


class Site:
    """`manage.py serve`; what tests store in their database is what it shows."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
            # Links made by the tests open here too.
            "DENIK_SECRET": settings.SECRET_KEY,
        }
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
        )
        until(self._answers)

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(10)
        self._process = None

    def restart(self, pause: float = 0) -> None:
        self.stop()
        time.sleep(pause)
        self.start()

    def _answers(self) -> bool:
        assert self._process
        assert self._process.poll() is None, "the server did not start"
        try:
            return httpx.get(f"{self.url}/", timeout=5).status_code == 200
        except httpx.TransportError:
            return False
