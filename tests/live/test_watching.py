"""What those who watch a campaign are sent."""

import asyncio
from typing import NoReturn

import pytest

from combat.live.bus import Signal
from combat.live.frames import BEAT
from combat.live.hub import Pace
from combat.live.table import RESTS
from tests.live.fake import CAMPAIGN
from tests.live.room import QUICK, room
from tests.live.viewer import until


def test_a_hit_is_seen_by_all_who_watch() -> None:
    async def play() -> None:
        async with room() as table:
            gm, player = table.open("gm-a", since="e0"), table.open("player-a", since="e0")
            await table.settle()

            table.hit("vlkodlak")

            await gm.sees("vlkodlak")
            await player.sees("vlkodlak")

    asyncio.run(play())


def test_viewers_of_one_audience_share_one_rendering() -> None:
    async def play() -> None:
        async with room() as table:
            viewers = [table.open(f"player-{n}", since="e0") for n in range(20)]
            await table.settle()
            before = table.source.calls["changes"]

            table.hit("vlkodlak")
            for viewer in viewers:
                await viewer.sees("vlkodlak")

            assert table.source.calls["changes"] - before == 1
            bodies = [next(part for part in one.parts if b"vlkodlak" in part) for one in viewers]
            assert all(body is bodies[0] for body in bodies)

    asyncio.run(play())


def test_a_page_that_is_up_to_date_gets_nothing_but_the_beat() -> None:
    async def play() -> None:
        async with room() as table:
            table.source.hit("before")
            viewer = table.open("player-a", since="e1")
            await until(lambda: viewer.parts.count(BEAT) > 2)

            assert viewer.events == []

    asyncio.run(play())


def test_who_was_away_gets_what_was_missed_once_and_then_the_rest() -> None:
    async def play() -> None:
        async with room() as table:
            table.source.hit("first")
            table.source.hit("missed")
            viewer = table.open("player-a", since="e0", last_id="e1")
            await viewer.sees("missed")

            table.hit("later")
            await viewer.sees("later")

            assert table.source.entered == ["e1"]
            assert [one.id for one in viewer.events] == ["e2", "e3"]

    asyncio.run(play())


def test_what_a_newcomer_was_given_on_entry_is_not_sent_again() -> None:
    async def play() -> None:
        async with room() as table:
            steady = table.open("gm-a", since="e0")
            await table.settle()
            table.source.hit("first")
            newcomer = table.open("player-b", since="e0")
            await newcomer.sees("first")

            table.bus.receiver.receive_signal(Signal(CAMPAIGN))
            await steady.sees("first")
            await table.settle()

            assert [one.id for one in newcomer.events] == ["e1"]

    asyncio.run(play())


def test_each_rendering_asks_only_for_what_is_newer_than_the_last() -> None:
    async def play() -> None:
        async with room() as table:
            table.source.hit("before")
            viewer = table.open("gm-a", since="e1")
            await table.settle()
            for number in (2, 3, 4):
                table.hit(f"hit {number}.")
                await viewer.sees(f"hit {number}.")

            assert table.source.cursors == [1, 2, 3]

    asyncio.run(play())


def test_an_unknown_resume_point_gets_everything() -> None:
    async def play() -> None:
        async with room() as table:
            table.source.hit("first")
            viewer = table.open("player-a", since="nonsense")

            await viewer.sees("first")

            assert viewer.events[0].id == "e1"

    asyncio.run(play())


def test_a_burst_of_hits_is_rendered_together() -> None:
    async def play() -> None:
        async with room() as table:
            viewer = table.open("player-a", since="e0")
            await table.settle()
            before = table.source.calls["changes"]

            for number in range(50):
                table.hit(f"hit {number}")
            await viewer.sees("hit 49")

            assert table.source.calls["changes"] - before <= 3

    asyncio.run(play())


def test_showing_leaves_most_of_the_time_to_clicks_and_all_hits_arrive() -> None:
    async def play() -> None:
        async with room() as table:
            table.source.takes = 0.02
            viewer = table.open("player-a", since="e0")
            await table.settle()
            clock = asyncio.get_running_loop().time
            began, before = clock(), table.source.calls["changes"]

            for number in range(20):
                table.hit(f"hit {number}")
                await asyncio.sleep(0.005)
            await viewer.sees("hit 19")

            times = table.source.calls["changes"] - before
            assert times <= (clock() - began) / ((1 + RESTS) * table.source.takes) + 2

    asyncio.run(play())


def test_hits_while_someone_comes_in_are_not_lost_to_them() -> None:
    async def play() -> None:
        async with room() as table:
            steady = table.open("gm-a", since="e0")
            await table.settle()
            for number in range(30):
                late = table.open(f"player-{number}", since=f"e{number}")
                table.hit(f"hit {number}.")

                await late.sees(f"hit {number}.")
                await steady.sees(f"hit {number}.")
                await late.leave()

    asyncio.run(play())


def test_who_sees_nothing_of_a_hit_is_sent_nothing() -> None:
    async def play() -> None:
        async with room() as table:
            blind, seeing = table.open("blind-a", since="e0"), table.open("gm-a", since="e0")
            await table.settle()

            table.hit("in the dark")
            await seeing.sees("in the dark")
            await until(lambda: blind.parts.count(BEAT) > 1)

            assert blind.events == []

    asyncio.run(play())


def test_line_breaks_in_a_text_stay_inside_its_event() -> None:
    text = "cut\revent: revoked\n\ndata: x\r\n\r\nid: stolen"

    async def play() -> None:
        async with room() as table:
            viewer = table.open("gm-a", since="e0")
            await table.settle()

            table.hit(text)
            await viewer.sees("stolen")

            [event] = [one for one in viewer.events if "cut" in one.data]
            assert (event.event, event.id) == ("", "e1")
            assert "cut\nevent: revoked\n\ndata: x\n\nid: stolen" in event.data

    asyncio.run(play())


def test_a_slow_reader_gets_the_newest_state_and_no_backlog() -> None:
    async def play() -> None:
        async with room() as table:
            slow, quick = table.open("player-slow", since="e0"), table.open("gm-a", since="e0")
            await table.settle()
            slow.is_reading.clear()
            for number in range(60):
                table.hit(f"hit {number}.")
                await quick.sees(f"hit {number}.")

            slow.is_reading.set()
            await slow.sees("hit 59.")

            assert len(slow.events) < 10
            # The frame under way when the reader stopped may or may not have gone out.
            read = [event.id for event in slow.events[:-1] if event.id]
            assert table.source.entered[-1] == (read[-1] if read else "e0")
            table.hit("after")
            await slow.sees("after")
            assert slow.events[-1].id == "e61"

    asyncio.run(play())


def test_a_database_that_is_away_for_a_moment_costs_no_hit(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with room() as table:
            viewer = table.open("gm-a", since="e0")
            await table.settle()
            monkeypatch.setattr(table.source, "changes", _fail)

            table.hit("meanwhile")
            await until(lambda: caplog.records)
            monkeypatch.undo()

            await viewer.sees("meanwhile")

    asyncio.run(play())


def test_an_idle_stream_beats_and_its_beat_moves_no_resume_point() -> None:
    async def play() -> None:
        async with room() as table:
            viewer = table.open("player-a", since="e0")

            await until(lambda: viewer.body.count(BEAT) > 3)

            assert b"id:" not in viewer.body

    asyncio.run(play())


def test_the_first_word_comes_at_once() -> None:
    async def play() -> None:
        async with room(pace=Pace(beat=60)) as table:
            viewer = table.open("player-a", since="e0")

            await until(lambda: viewer.body)

            assert viewer.body.startswith(BEAT)

    asyncio.run(play())


def test_the_gm_sees_who_is_here_and_a_reload_changes_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play() -> None:
        async with room() as table:
            gm = table.open("gm-a", since="e0")
            await gm.sees(">gm-a<")
            player = table.open("player-b", since="e0")
            await gm.sees(">gm-a, player-b<")
            count = len(gm.events)

            await player.leave()
            player = table.open("player-b", since="e0")
            await asyncio.sleep(QUICK.grace * 2)

            assert len(gm.events) == count
            assert [one for one in player.events if "here" in one.data] == []

    asyncio.run(play())
    assert caplog.messages == []


def test_the_gm_sees_who_left_and_when_is_noted() -> None:
    async def play() -> None:
        async with room() as table:
            gm, player = table.open("gm-a", since="e0"), table.open("player-b", since="e0")
            await gm.sees(">gm-a, player-b<")

            await player.leave()
            await until(lambda: gm.events[-1].data.endswith(">gm-a</hx-partial>"))

            assert table.source.noted[-1] == {"player-b"}

    asyncio.run(play())


def test_a_second_gm_page_is_told_who_is_here_without_any_coming_or_going() -> None:
    async def play() -> None:
        async with room() as table:
            first = table.open("gm-a", since="e0")
            await first.sees(">gm-a<")

            second = table.open("gm-a", since="e0")

            await second.sees(">gm-a<")

    asyncio.run(play())


def _fail(*values: object) -> NoReturn:
    raise OSError("the database is away")
