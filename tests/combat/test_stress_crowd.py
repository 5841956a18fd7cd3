"""Many answer one hit at once, on both databases: one of them counts."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["sqlite", "postgresql"])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    environment = {**os.environ, "DENIK_DATA": str(tmp_path)}
    if request.param == "postgresql":
        environment["DATABASE_URL"] = request.getfixturevalue("postgres_url")
    return environment


def test_the_gm_and_the_player_who_answer_at_once_write_one_answer(
    environment: dict[str, str],
) -> None:
    command = [sys.executable, "-m", "tests.combat.crowd_absorbing"]

    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert "locked" not in done.stderr
    came = json.loads(done.stdout)
    assert came == {"statuses": [303] * 8, "entries": 1, "marked": 1, "waiting": []}
