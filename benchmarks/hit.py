"""Where the time of one hit goes: the GM's click and the push that follows, in this process.

    python -m benchmarks.hit [LINES]

Processor milliseconds a hit; then the profile of both parts, LINES functions each.
"""

import cProfile
import os
import pstats
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.servers import heal_everybody, prepare

HITS = 30


class Click:
    """The GM's browser and the audiences that watch, without a server between them."""

    def __init__(self, data: Path, table: Any) -> None:
        from django.test import Client

        from combat.broadcast import source
        from sheets.access import Audience
        from sheets.models import Campaign, LogEntry

        self._data = data
        self._keys = table["characters"]
        self._gm = Client(enforce_csrf_checks=True, SERVER_NAME="localhost")
        self._page = self._gm.get(table["gm"]).headers["Location"]
        language = self._gm.get(self._page).headers["Content-Language"]
        self._source = source
        self._campaign = Campaign.objects.get().key
        self._audiences = [
            Audience("gm", language, "console"),
            Audience("spectator", language, "wall"),
            *(Audience("player", language, "sheet", key) for key in self._keys),
        ]
        self._cursor = LogEntry.objects.latest("seq").seq

    def heal(self) -> None:
        heal_everybody(self._data)

    def send(self, number: int) -> None:
        target = self._keys[number % len(self._keys)]
        form = {"token": f"{time.time_ns()}", "targets": target, "amount": "1"}
        headers = {"X-CSRFToken": self._gm.cookies["csrftoken"].value, "HX-Request": "true"}
        form |= {"source": "vigor", "ghosted": target}
        answer = self._gm.post(f"{self._page}hits/", form, headers=headers)
        if answer.status_code != 200:
            raise RuntimeError(f"a hit was answered {answer.status_code}")

    def push(self) -> None:
        changes = self._source.changes(self._campaign, self._cursor, self._audiences)
        if len(changes.frames) != len(self._audiences):
            raise RuntimeError("somebody was told nothing")
        self._cursor = changes.cursor


def timed(click: Click) -> tuple[float, float]:
    """Processor milliseconds of a click and of its push, the mean of a round."""
    sent = pushed = 0.0
    click.heal()
    for number in range(HITS):
        began = time.process_time()
        click.send(number)
        between = time.process_time()
        click.push()
        sent, pushed = sent + between - began, pushed + time.process_time() - between
    return sent / HITS * 1000, pushed / HITS * 1000


def profiles(click: Click) -> tuple[cProfile.Profile, cProfile.Profile]:
    both = cProfile.Profile(), cProfile.Profile()
    click.heal()
    for number in range(HITS):
        both[0].runcall(click.send, number)
        both[1].runcall(click.push)
    return both


def queries(work: Callable[[], None]) -> list[str]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as found:
        work()
    return [query["sql"] for query in found]


def main(lines: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        table = prepare(Path(folder))
        os.environ |= {"DENIK_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django

        django.setup()
        click = Click(Path(folder), table)
        timed(click)
        print("a click takes {:.1f} ms, its push {:.1f} ms".format(*timed(click)))
        click.heal()
        for what, work in (("click", lambda: click.send(0)), ("push", click.push)):
            found = queries(work)
            print(f"\n{what}: {len(found)} queries")
            print("\n".join(query[:200] for query in found))
        for profile in profiles(click):
            pstats.Stats(profile).sort_stats("cumulative").print_stats(lines)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
