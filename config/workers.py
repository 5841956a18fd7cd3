"""The threads that everything runs on which may touch the database."""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import close_old_connections


class Workers:
    """A few threads that live as long as the server, each with its database connection."""

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="worker")

    async def run[T](self, work: Callable[..., T], *args: Any) -> T:
        """Run in a thread, in a context of its own: no language or time zone stays behind."""
        context = contextvars.copy_context()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, lambda: context.run(work, *args))

    async def ask[T](self, work: Callable[..., T], *args: Any) -> T:
        """Run something that uses the database outside of a request."""
        return await self.run(_with_live_connections, work, *args)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


def _with_live_connections[T](work: Callable[..., T], *args: Any) -> T:
    close_old_connections()
    try:
        return work(*args)
    finally:
        close_old_connections()
