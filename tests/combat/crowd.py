"""Many browsers at once on a database of their own, run by the tests as a process of its own.

python -m tests.combat.crowd different|same|rounds|undo     (DATABASE_URL, DENIK_DATA)
"""

import json
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()

# Models can be imported only now.
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from sheets.models import Campaign, Character, LogEntry  # noqa: E402
from tests.combat.table import Table, address, browser_of, hit_form  # noqa: E402

CROWD = 8


def main(scene: str) -> None:
    # Static files need not be collected while debugging.
    setup_test_environment(debug=True)
    call_command("migrate", verbosity=0)
    table = Table()
    request: Callable[[int], tuple[str, dict[str, Any]]] = {
        "different": lambda n: ("hits/", hit_form(table.ana, token=f"token-{n}")),
        "same": lambda n: ("hits/", hit_form(table.ana, token="same")),
        "rounds": lambda n: ("boundaries/round/", {"moment": "1.1"}),
        "undo": lambda n: (f"entries/{LogEntry.objects.latest('seq').key}/undo/", {}),
    }[scene]
    if scene == "undo":
        table.hit(1, table.ana)
    before = table.campaign.seq
    statuses = at_once(table, [request(number) for number in range(CROWD)])
    table.ana.refresh_from_db()
    told = {
        "statuses": statuses,
        "numbers": sorted(table.campaign.entries.values_list("seq", flat=True))[before:],
        "last": Campaign.objects.get().seq - before,
        "before": before,
        "boxes": table.boxes(table.ana),
        "out": Character.objects.get(pk=table.ana.pk).condition["out"],
        "round": table.campaign.clock.get("round", 1),
    }
    sys.stdout.write(json.dumps(told))


def at_once(table: Table, requests: list[tuple[str, dict[str, Any]]]) -> list[int]:
    browsers = [browser_of(table.gm.link) for _request in requests]
    start = Barrier(len(requests))

    def send(number: int) -> int:
        path, values = requests[number]
        start.wait()
        try:
            return browsers[number].post(address(table.gm, path), values).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(send, range(len(requests))))


if __name__ == "__main__":
    main(sys.argv[1])
