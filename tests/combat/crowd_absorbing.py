"""The GM and the player answer one hit at once, on a database of their own, run by the tests as
a process of its own.

python -m tests.combat.crowd_absorbing     (DATABASE_URL, DENIK_DATA)
"""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()

# Models can be imported only now.
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from sheets.access import Viewer  # noqa: E402
from tests.combat.quay import Quay  # noqa: E402
from tests.combat.table import address, browser_of  # noqa: E402

CROWD = 8


def main() -> None:
    # Static files need not be collected while debugging.
    setup_test_environment(debug=True)
    call_command("migrate", verbosity=0)
    quay = Quay()
    path = f"characters/{quay.serena.key}/waiting/{quay.declare(1).group}/"
    before = quay.campaign.seq
    viewers = [quay.gm, quay.marta] * (CROWD // 2)
    browsers = [browser_of(viewer.link) for viewer in viewers]
    start = Barrier(CROWD)

    def send(browser: Client, viewer: Viewer, box: int) -> int:
        start.wait()
        try:
            sent = {"box": box, "answer": "absorb"}
            return browser.post(address(viewer, path), sent).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(CROWD) as threads:
        boxes = [number % 3 + 1 for number in range(CROWD)]
        statuses = list(threads.map(send, browsers, viewers, boxes))
    told = {
        "statuses": statuses,
        "entries": quay.campaign.seq - before,
        "marked": quay.boxes(quay.serena).count("x"),
        "waiting": quay.waiting(quay.serena),
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
