"""Two server processes on one PostgreSQL."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from tests.live.server import Server, running


@pytest.fixture
def pair(tmp_path: Path, postgres_url: str) -> Iterator[tuple[Server, Server]]:
    with (
        running(tmp_path, DATABASE_URL=postgres_url) as one,
        running(tmp_path, DATABASE_URL=postgres_url) as other,
    ):
        yield one, other


def test_a_hit_made_on_one_process_is_seen_on_the_other(pair: tuple[Server, Server]) -> None:
    one, other = pair
    with other.watch("gm-a") as lines:
        one.post("/hit/", text="vlkodlak")

        assert next(line for line in lines if "vlkodlak" in line).startswith("data: <hx-partial")


def test_a_hit_that_is_rolled_back_reaches_no_process(pair: tuple[Server, Server]) -> None:
    one, other = pair
    with other.watch("gm-a") as lines:
        one.post("/hit/", text="first")
        next(line for line in lines if "first" in line)

        one.post("/hit/", text="lost", fail="1")
        one.post("/hit/", text="kept")

        assert "kept</li></ol>" in next(line for line in lines if "lost" in line)


def test_a_link_revoked_on_one_process_ends_its_stream_on_the_other(
    pair: tuple[Server, Server],
) -> None:
    one, other = pair
    with other.watch("player-a") as lines:
        one.post("/revoke/", link="player-a")

        assert "event: revoked" in list(lines)


def test_the_gm_sees_who_is_here_through_another_process(pair: tuple[Server, Server]) -> None:
    one, other = pair
    with one.watch("gm-a") as lines:
        next(line for line in lines if ">gm-a<" in line)

        with other.watch("player-b"):
            next(line for line in lines if ">gm-a, player-b<" in line)

        assert next(line for line in lines if line.endswith(">gm-a</hx-partial>"))


def test_a_process_that_starts_late_learns_who_is_here(tmp_path: Path, postgres_url: str) -> None:
    with (
        running(tmp_path, DATABASE_URL=postgres_url) as one,
        one.watch("player-b"),
        running(tmp_path, DATABASE_URL=postgres_url) as other,
        other.watch("gm-a") as lines,
    ):
        assert next(line for line in lines if ">gm-a, player-b<" in line)


def test_hits_made_while_the_bus_is_cut_are_seen_when_it_is_back(
    pair: tuple[Server, Server], postgres_url: str
) -> None:
    one, other = pair
    with other.watch("gm-a") as lines:
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        one.post("/hit/", text="vlkodlak")

        assert next(line for line in lines if "vlkodlak" in line)


def test_thirty_idle_streams_hold_no_database_connection(tmp_path: Path, postgres_url: str) -> None:
    with running(tmp_path, DATABASE_URL=postgres_url) as server, ExitStack() as stack:
        for number in range(30):
            stack.enter_context(server.watch(f"player-{number}"))
        assert server.counts()["open"] == 30

        server.post("/hit/", text="vlkodlak")

        with psycopg.connect(postgres_url) as admin:
            rows = admin.execute(
                "SELECT pid FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname = current_database()"
            ).fetchall()
        # One listens; the others belong to the four threads.
        assert len(rows) <= 5
