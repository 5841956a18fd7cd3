"""Background tasks that end with their owner."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any


class Tasks:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_over = False

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run beside the rest; the loop alone would not keep a task alive."""
        if self._is_over:
            # A timer that was set before the end: nobody would wait for this any more.
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def every(self, seconds: float, action: Callable[[], Awaitable[None]]) -> None:
        """Repeat an action, first after one interval."""
        self.spawn(_repeat(seconds, action))

    async def stop(self) -> None:
        self._is_over = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _repeat(seconds: float, action: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await action()
