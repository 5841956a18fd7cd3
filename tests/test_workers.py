"""Threads that the app runs on."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from django.conf import settings
from django.utils import translation

from config.workers import SPARE, Workers


@asynccontextmanager
async def one_worker() -> AsyncIterator[Workers]:
    workers = Workers(1)
    try:
        yield workers
    finally:
        workers.close()


def test_while_nothing_is_slow_one_thread_does_all_in_order() -> None:
    done: list[int] = []

    def work(number: int) -> str:
        done.append(number)
        return threading.current_thread().name

    async def play() -> list[str]:
        async with one_worker() as workers:
            return await asyncio.gather(*(workers.run(work, number) for number in range(20)))

    assert len(set(asyncio.run(play()))) == 1
    assert done == list(range(20))


@pytest.mark.parametrize("slow", range(1, SPARE + 1))
def test_what_stands_behind_something_slow_is_taken_by_another_thread(slow: int) -> None:
    goes_on = threading.Event()

    async def play() -> list[int]:
        async with one_worker() as workers:
            waits = [asyncio.create_task(workers.run(goes_on.wait, 30)) for _ in range(slow)]
            behind = [asyncio.create_task(workers.run(int, number)) for number in ("1", "2", "3")]
            found = await asyncio.gather(*behind)
            assert not any(each.done() for each in waits)
            goes_on.set()
            assert all(await asyncio.gather(*waits))
            return found

    assert asyncio.run(play()) == [1, 2, 3]


def test_something_slow_is_done_once() -> None:
    runs: list[None] = []
    waits = threading.Event()

    def work() -> None:
        runs.append(None)
        waits.wait(0.2)

    async def play() -> None:
        async with one_worker() as workers:
            await asyncio.gather(*(workers.run(work) for _ in range(4)))

    asyncio.run(play())

    assert len(runs) == 4


@pytest.mark.parametrize("is_behind", [False, True])
def test_errors_come_back(is_behind: bool) -> None:
    goes_on = threading.Event()

    async def play() -> None:
        async with one_worker() as workers:
            before = asyncio.create_task(workers.run(goes_on.wait, 30 if is_behind else 0))
            try:
                await workers.run(int, "none")
            finally:
                goes_on.set()
                await before

    with pytest.raises(ValueError, match="none"):
        asyncio.run(play())


def test_no_language_stays_behind() -> None:
    async def play() -> str | None:
        async with one_worker() as workers:
            await workers.run(translation.activate, "sk")
            return await workers.run(translation.get_language)

    assert asyncio.run(play()) == settings.LANGUAGE_CODE
