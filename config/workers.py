"""The threads that everything runs on which may touch the database."""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from django.db import close_old_connections

# What waits longer than this stands behind something slow.
PATIENCE_SECONDS = 0.05
# Each of several GMs may wait for a database that another program holds; pages are still read.
SPARE = 4


class Workers:
    """A few threads that live as long as the server, each with its database connection, and some
    to spare: they take what would else wait for something slow.

    While nothing is slow, they only wait: threads that run Python at once take turns, and each
    turn costs more than it brings.
    """

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._spare = ThreadPoolExecutor(SPARE, thread_name_prefix="spare")

    async def run[T](self, work: Callable[..., T], *args: Any) -> T:
        """Run in a thread, in a context of its own: no language or time zone stays behind."""
        run = partial(contextvars.copy_context().run, work, *args)
        job = self._threads.submit(run)
        done = asyncio.wrap_future(job)
        await asyncio.wait([done], timeout=PATIENCE_SECONDS)
        if not done.done() and job.cancel():
            done = asyncio.wrap_future(self._spare.submit(run))
        return await done

    async def ask[T](self, work: Callable[..., T], *args: Any) -> T:
        """Run something that uses the database outside of a request."""
        return await self.run(_with_live_connections, work, *args)

    def close(self) -> None:
        for threads in (self._threads, self._spare):
            threads.shutdown(cancel_futures=True)


def _with_live_connections[T](work: Callable[..., T], *args: Any) -> T:
    close_old_connections()
    try:
        return work(*args)
    finally:
        close_old_connections()
