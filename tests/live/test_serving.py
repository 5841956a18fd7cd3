"""The server as a process: requests on long-lived threads, limits, start and stop."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from combat.management.commands.serve import alone_on_sqlite, open_socket
from tests.live.server import Server, running, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("table")) as server:
        yield server


def test_a_hit_reaches_a_stream_over_the_network(server: Server) -> None:
    with server.watch("gm-a") as lines:
        server.post("/hit/", text="vlkodlak")

        assert next(line for line in lines if "vlkodlak" in line).startswith("data: <hx-partial")


def test_a_hit_that_is_rolled_back_reaches_nobody(server: Server) -> None:
    with server.watch("gm-a", since="x") as lines:
        next(line for line in lines if "article" in line)

        server.post("/hit/", text="lost", fail="1")
        server.post("/hit/", text="kept")

        assert "kept</li></ol>" in next(line for line in lines if "lost" in line)


def test_a_body_over_the_limit_is_refused_before_it_is_read(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.settimeout(5)
        client.sendall(
            b"POST /echo/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded"
            b"\r\ncontent-length: 99999999\r\n\r\ntext="
        )

        assert client.recv(100).startswith(b"HTTP/1.1 413 ")


def test_a_body_of_unknown_length_is_cut_at_the_limit(server: Server) -> None:
    parts = (b"x" * 65536 for _ in range(40))

    answer = httpx.post(f"{server.url}/echo/", content=parts)

    assert answer.status_code == 413


def test_a_body_within_the_limit_arrives_whole(server: Server) -> None:
    answer = server.post("/echo/", text="ř" * 100_000)

    assert answer.json() == {"length": 5 + 6 * 100_000, "text": "ř" * 100_000}


def test_a_file_and_a_response_in_parts_arrive_whole(server: Server) -> None:
    assert server.get("/parts/").text == "part 0 part 1 part 2 "
    assert server.get("/file/").content == Path(__file__).with_name("site.py").read_bytes()


def test_asking_for_the_head_alone_gives_no_body(server: Server) -> None:
    answer = httpx.head(f"{server.url}/file/")

    size = Path(__file__).with_name("site.py").stat().st_size
    assert (answer.status_code, answer.headers["content-length"]) == (200, str(size))
    assert answer.content == b""


def test_no_request_inherits_the_language_or_zone_of_the_one_before(server: Server) -> None:
    answers = {server.get("/stain/").text for _ in range(12)}

    assert answers == {"en-us America/Chicago"}


@pytest.mark.parametrize("method", ["POST", "HEAD", "PUT"])
def test_a_stream_is_read_and_nothing_else(server: Server, method: str) -> None:
    answer = httpx.request(method, f"{server.url}/t/gm-a/stream/sheet/")

    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")


def test_an_address_like_a_stream_of_no_view_is_an_ordinary_page(server: Server) -> None:
    answer = server.get("/t/gm-a/stream/other/")

    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")


def test_a_viewer_who_leaves_frees_the_stream(server: Server) -> None:
    with server.watch("gm-a"):
        assert server.counts()["open"] == 1

    until(lambda: server.counts()["open"] == 0)


def test_stopping_with_ten_open_streams_takes_less_than_a_second(tmp_path: Path) -> None:
    with running(tmp_path) as server, ExitStack() as stack:
        streams = [stack.enter_context(server.watch("gm-a")) for _ in range(10)]

        seconds = server.stop()

        assert seconds < 1
        # Reading to the end raises unless the response was ended as it should.
        assert all(">gm-a<" in "".join(lines) for lines in streams)


def test_a_used_port_is_said_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        with pytest.raises(CommandError) as refusal:
            call_command("serve", port=port)

    assert str(refusal.value) == (
        f"Port {port} of 127.0.0.1 cannot be used: Address already in use. PORT= sets another one."
    )


def test_a_second_server_on_the_same_sqlite_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection.settings_dict, "NAME", tmp_path / "denik.sqlite3")

    with alone_on_sqlite(), pytest.raises(CommandError) as refusal:
        call_command("serve", port=0)

    assert str(refusal.value) == (
        "Another process already serves this data. SQLite allows one; "
        "DATABASE_URL= with PostgreSQL allows any number."
    )


def test_the_body_of_an_answer_does_not_wait_for_its_head_to_be_confirmed() -> None:
    with open_socket("127.0.0.1", 0) as listener, socket.socket() as browser:
        browser.connect(listener.getsockname())
        accepted, _address = listener.accept()

        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
