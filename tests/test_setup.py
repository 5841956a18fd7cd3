"""Setting up on computers that are not ours."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from gettext import GNUTranslations
from pathlib import Path

import psycopg
import pytest

ROOT = Path(__file__).parent.parent
SYSTEM_PATH = "/usr/bin:/bin"


def run(script: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", script],
        env={"PATH": SYSTEM_PATH, "LANG": "C.UTF-8", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def make_command(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def test_a_python_that_only_prints_an_error_is_passed_over(tmp_path: Path) -> None:
    shim = make_command(tmp_path / "shims/python3.13", "echo 'pyenv: not found' >&2; exit 127")
    works = tmp_path / ".pyenv/versions/3.13.0/bin/python3"
    make_command(works, f'exec "{sys.executable}" "$@"')

    found = run(
        ROOT / "scripts/find-python.sh",
        HOME=str(tmp_path),
        PATH=f"{shim.parent}:{SYSTEM_PATH}",
    ).stdout.strip()

    version = subprocess.run([found, "-V"], capture_output=True, text=True, check=True).stdout
    assert found != str(shim)
    assert version.split()[1] >= "3.12"


def test_without_a_python_one_sentence_says_what_to_install(tmp_path: Path) -> None:
    old = make_command(tmp_path / "python3", "exit 1")

    answer = run(ROOT / "scripts/find-python.sh", DENIK_PYTHON=str(old))

    assert answer.returncode == 1
    assert answer.stdout == ""
    assert answer.stderr.startswith("Deník needs Python 3.12, 3.13 or 3.14")
    assert answer.stderr.count("\n") == 1


@pytest.fixture
def translated(tmp_path: Path) -> Path:
    """A folder with one translation and what builds it."""
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    make_command(tmp_path / ".venv/bin/python", f'exec "{sys.executable}" "$@"')
    source = tmp_path / "locale/cs/LC_MESSAGES/django.po"
    source.parent.mkdir(parents=True)
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    source.write_text(header + 'msgid "Wound"\nmsgstr "Zranění"\n')
    return tmp_path


def test_a_translation_is_built_before_the_first_start(translated: Path) -> None:
    answer = run(translated / "scripts/translations.sh")

    with (translated / "locale/cs/LC_MESSAGES/django.mo").open("rb") as built:
        assert GNUTranslations(built).gettext("Wound") == "Zranění"
    assert (answer.returncode, answer.stderr) == (0, "")


@pytest.mark.parametrize(("source_age", "is_rebuilt"), [(100, False), (0, True)])
def test_a_translation_is_built_again_only_when_its_source_is_newer(
    translated: Path, source_age: int, is_rebuilt: bool
) -> None:
    source = translated / "locale/cs/LC_MESSAGES/django.po"
    built = source.with_suffix(".mo")
    built.write_text("built earlier")
    now = built.stat().st_mtime
    os.utime(built, (now - 50, now - 50))
    os.utime(source, (now - source_age, now - source_age))

    run(translated / "scripts/translations.sh")

    assert (built.read_bytes() != b"built earlier") is is_rebuilt


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_a_lock_names_hashes_and_no_place_to_download_from(lock: str) -> None:
    lines = (ROOT / lock).read_text().splitlines()

    assert sum("--hash=sha256:" in line for line in lines) > 100
    assert [line for line in lines if "://" in line or line.startswith("--")] == []


def test_the_test_lock_pins_what_people_run() -> None:
    def pins(lock: str) -> set[str]:
        lines = (ROOT / lock).read_text().splitlines()
        return {line.partition(" ")[0] for line in lines if "==" in line}

    assert pins("requirements.lock") <= pins("requirements-test.lock")


def test_each_test_has_an_empty_postgres_database(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as database:
        tables = database.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()

    assert tables == []


def test_a_page_that_is_not_html_is_noticed(html_problems: Callable[[str], list[str]]) -> None:
    start = '<!doctype html><html lang="en"><title>Sheet</title><body>'

    assert html_problems(f'{start}<p id="a"></p><p id="b"></p>') == []
    assert html_problems(f'{start}<p id="a"></p><p id="a"></p>') == ["id a stands 2 times"]
    assert len(html_problems(f"{start}<b>x</i>")) == 1
