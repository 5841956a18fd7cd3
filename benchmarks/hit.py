"""Where the time of one hit goes: the GM's click and the push that follows, in this process.

    python -m benchmarks.hit [LINES]

Processor milliseconds a hit, part by part, and the queries of it and of the pages. With LINES the
profiles of both halves follow, so many functions of each.
"""

import cProfile
import os
import pstats
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.machine import machine
from benchmarks.servers import heal_everybody, prepare

HITS = 30
ROUNDS = 5


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
        headers["X-Stream"] = "open"
        form |= {"source": "vigor", "ghosted": target}
        answer = self._gm.post(f"{self._page}hits/", form, headers=headers)
        if answer.status_code != 200:
            raise RuntimeError(f"a hit was answered {answer.status_code}")

    def push(self) -> None:
        changes = self._source.changes(self._campaign, self._cursor, self._audiences)
        if len(list(changes.frames)) != len(self._audiences):
            raise RuntimeError("somebody was told nothing")
        self._cursor = changes.cursor


class Halves:
    """Processor milliseconds of clicks and of pushes, and of the parts that have a name."""

    def __init__(self) -> None:
        self._half = "click"
        self.spent: Counter[tuple[str, str]] = Counter()

    def name(self, part: str, owner: Any, function: str) -> None:
        """From here on, add up what a function of a module takes."""
        work = getattr(owner, function)
        setattr(owner, function, lambda *args, **named: self._run(part, work, *args, **named))

    def play(self, click: Click) -> None:
        for _ in range(ROUNDS):
            click.heal()
            for number in range(HITS):
                self._half = "click"
                self._run("all", click.send, number)
                self._half = "push"
                self._run("all", click.push)

    def _run(self, part: str, work: Callable[..., Any], *args: Any, **named: Any) -> Any:
        began = time.process_time()
        try:
            return work(*args, **named)
        finally:
            took = (time.process_time() - began) * 1000 / HITS / ROUNDS
            self.spent[self._half, part] += took

    def tell(self) -> None:
        for half in ("click", "push"):
            parts = {part: ms for (of, part), ms in self.spent.items() if of == half}
            total = parts.pop("all")
            print(f"\n{half}: {total:.1f} ms")
            parts["the rest"] = total - sum(parts.values())
            for part, ms in sorted(parts.items(), key=lambda each: -each[1]):
                print(f"  {part:40} {ms:5.1f} ms {ms / total:4.0%}")


def name_parts(halves: Halves) -> None:
    """Parts that do not contain one another."""
    from combat import answers, fragments, log_page, services
    from sheets import access, queries

    halves.name("who is looking", access, "viewer_of")
    halves.name("characters read", queries, "everybody")
    halves.name("entries of the log read", queries, "newest_entries")
    halves.name("entries of the log read", queries, "newest_of_all")
    halves.name("what the newest changed read", queries, "changes_since")
    halves.name("rules, change, entry written", services, "record")
    halves.name("cards", fragments, "_card")
    halves.name("the hurt one's sheet", fragments, "_sheet")
    halves.name("logs", log_page, "newest")
    halves.name("panel", answers, "_cleared_panel")


def profiles(click: Click) -> tuple[cProfile.Profile, cProfile.Profile]:
    both = cProfile.Profile(), cProfile.Profile()
    click.heal()
    for number in range(HITS):
        both[0].runcall(click.send, number)
        both[1].runcall(click.push)
    return both


def tell_queries(click: Click, table: Any) -> None:
    from django.test import Client

    from combat import rendering

    click.heal()
    print(f"\nqueries: click {queries(lambda: click.send(0))}, push {queries(click.push)}")
    entrances = {"console": table["gm"], "sheet": table["players"][0], "wall": table["spectator"]}
    for page, entrance in entrances.items():
        browser = Client(SERVER_NAME="localhost")
        address = browser.get(entrance).headers["Location"]
        rendering.kept.cache_clear()
        print(f"{page}: {queries(partial(browser.get, address))} queries")


def queries(work: Callable[[], object]) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as found:
        work()
    return len(found)


def main(lines: int) -> None:
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        table = prepare(Path(folder))
        os.environ |= {"DENIK_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django

        django.setup()
        click = Click(Path(folder), table)
        Halves().play(click)
        tell_queries(click, table)
        for profile in profiles(click) if lines else ():
            pstats.Stats(profile).sort_stats("cumulative").print_stats(lines)
        halves = Halves()
        name_parts(halves)
        halves.play(click)
        halves.tell()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
