"""How streams are refused, and how they end."""

import asyncio
from typing import Any, NoReturn

import pytest

from combat.live.frames import BEAT, REVOKED, as_event
from combat.live.source import Admission
from combat.live.subscriber import Subscriber
from combat.live.tasks import Tasks
from tests.live.fake import CAMPAIGN
from tests.live.room import room
from tests.live.viewer import until


def test_a_revoked_link_is_told_so_once_and_let_go() -> None:
    async def play() -> None:
        async with room() as table:
            lost, kept = table.open("player-a", since="e0"), table.open("player-b", since="e0")
            await table.settle()

            table.revoke("player-a")
            await lost.ends()
            table.hit("secret")
            await kept.sees("secret")

            assert [one.event for one in lost.events] == ["revoked"]
            assert lost.body.endswith(REVOKED)

    asyncio.run(play())


def test_a_frame_rendered_while_a_link_is_revoked_is_not_sent_to_it() -> None:
    subscriber = Subscriber("player-a", "")
    subscriber.end(REVOKED)

    subscriber.offer(as_event("e1", b"secret"))

    assert subscriber.take() == REVOKED


def test_coming_back_on_a_revoked_link_is_no_error_that_browsers_repeat() -> None:
    async def play() -> None:
        async with room() as table:
            table.source.revoke("player-a")

            viewer = table.open("player-a", since="e0")
            await viewer.ends()

            assert (viewer.status, viewer.body) == (200, REVOKED)

    asyncio.run(play())


def test_revoking_while_a_stream_is_being_checked_ends_it() -> None:
    async def play() -> None:
        async with room() as table:
            is_checked = asyncio.Event()

            async def slow_ask(work: Any, *values: Any) -> Any:
                answer = work(*values)
                if isinstance(answer, Admission):
                    await is_checked.wait()
                return answer

            table.hub._ask = slow_ask
            viewer = table.open("player-a", since="")
            await until(lambda: table.source.calls["admit"])

            table.revoke("player-a")
            is_checked.set()
            await viewer.ends()

            assert viewer.body == BEAT + REVOKED
            assert table.hub._attendance.here(CAMPAIGN) == frozenset()

    asyncio.run(play())


def test_links_revoked_while_the_bus_was_away_end_when_it_is_back() -> None:
    async def play() -> None:
        async with room() as table:
            lost, kept = table.open("player-a", since="e0"), table.open("player-b", since="e0")
            await table.settle()
            table.source.revoke("player-a")
            table.source.hit("unheard of")

            table.bus.receiver.catch_up()
            await lost.ends()

            assert lost.body.endswith(REVOKED)
            await kept.sees("unheard of")

    asyncio.run(play())


def test_stopping_ends_every_stream_and_opens_no_other() -> None:
    async def play() -> None:
        async with room() as table:
            viewers = [table.open(f"player-{n}", since="e0") for n in range(10)]
            await until(lambda: all(one.body for one in viewers))

            table.hub.end_streams()
            await asyncio.gather(*(one.ends() for one in viewers))
            late = table.open("player-late", since="e0")
            await late.ends()

            assert late.status == 503
            assert late.headers[b"retry-after"] == b"2"

    asyncio.run(play())


def test_what_a_timer_begins_after_the_end_does_not_run() -> None:
    async def play() -> None:
        tasks, done = Tasks(), []

        async def work() -> None:
            done.append("work")

        tasks.spawn(work())
        await asyncio.sleep(0)
        await tasks.stop()
        tasks.spawn(work())
        await asyncio.sleep(0)

        assert done == ["work"]
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(play())


def test_more_streams_than_there_is_room_for_are_asked_to_come_later() -> None:
    async def play() -> None:
        async with room(most=3, most_per_link=2) as table:
            first = [table.open("player-a", since="e0") for _ in range(2)]
            await until(lambda: all(one.body for one in first))

            same_link = table.open("player-a", since="e0")
            await same_link.ends()
            other_link = table.open("player-b", since="e0")
            await until(lambda: other_link.body)
            beyond = table.open("player-c", since="e0")
            await beyond.ends()

            assert (same_link.status, other_link.status, beyond.status) == (503, 200, 503)

    asyncio.run(play())


def test_those_who_leave_leave_nothing_behind() -> None:
    async def play() -> None:
        async with room() as table:
            viewers = [table.open(f"player-{n}", since="e0") for n in range(10)]
            await until(lambda: all(one.body for one in viewers))

            for viewer in viewers:
                await viewer.leave()

            assert (table.hub._count, dict(table.hub._open), table.hub._tables) == (0, {}, {})

    asyncio.run(play())


def test_a_stream_is_never_stored_buffered_or_guessed_at() -> None:
    async def play() -> None:
        async with room() as table:
            viewer = table.open("player-a", since="e0")
            await until(lambda: viewer.body)

            assert viewer.headers == {
                b"content-type": b"text/event-stream; charset=utf-8",
                b"cache-control": b"no-store",
                b"x-accel-buffering": b"no",
                b"x-content-type-options": b"nosniff",
            }

    asyncio.run(play())


def test_rights_that_cannot_be_checked_let_nobody_in(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with room() as table:
            monkeypatch.setattr(table.source, "admit", _fail)

            viewer = table.open("player-a", since="e0")
            await viewer.ends()

            assert (viewer.status, viewer.body) == (503, b"")

    asyncio.run(play())
    assert "rights could not be checked" in caplog.text


def _fail(*values: object) -> NoReturn:
    raise OSError("the database is away")
