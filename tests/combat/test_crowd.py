"""Many at once, on both databases: nothing is lost, nothing counts twice, nothing breaks."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.combat.crowd import CROWD

ROOT = Path(__file__).parents[2]
Run = Callable[[str], Any]


@pytest.fixture(params=["sqlite", "postgresql"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Let a crowd do something, each in a thread; what came of it."""
    environment = {**os.environ, "DENIK_DATA": str(tmp_path)}
    if request.param == "postgresql":
        environment["DATABASE_URL"] = request.getfixturevalue("postgres_url")

    def run(scene: str) -> Any:
        command = [sys.executable, "-m", "tests.combat.crowd", scene]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert "locked" not in done.stderr
        return json.loads(done.stdout)

    return run


def test_different_hits_at_once_all_count_in_consecutive_entries(run: Run) -> None:
    came = run("different")

    assert came["statuses"] == [303] * CROWD
    assert (came["boxes"], came["out"]) == ("vvvvvv", "defeated")
    first = came["before"] + 1
    assert came["numbers"] == list(range(first, first + CROWD))
    assert came["last"] == CROWD


def test_the_same_hit_at_once_counts_once_and_all_get_the_same_answer(run: Run) -> None:
    came = run("same")

    assert came["statuses"] == [303] * CROWD
    assert (came["boxes"], came["last"]) == ("v.....", 1)


def test_gms_who_end_the_round_at_once_end_one(run: Run) -> None:
    came = run("rounds")

    assert came["statuses"] == [303] * CROWD
    assert (came["round"], came["last"]) == (2, 1)


def test_gms_who_undo_at_once_undo_one(run: Run) -> None:
    came = run("undo")

    assert came["statuses"] == [303] * CROWD
    assert (came["boxes"], came["last"]) == ("......", 1)
