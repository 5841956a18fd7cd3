"""The least that can be: uvicorn, one queue a stream, nothing stored, nothing rendered.

    python -m benchmarks.bare PORT

GET opens a stream; POST /?size=N pushes an event of N bytes to all of them.
"""

import asyncio
import itertools
import sys
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

import uvicorn

from combat.management.commands.serve import raise_file_limit

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

queues: set[asyncio.Queue[bytes]] = set()
numbers = itertools.count(1)


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    if scope["method"] == "POST":
        await push(scope, receive, send)
    else:
        await stream(send)


async def push(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    while (await receive()).get("more_body"):
        pass
    event = made(int(parse_qs(scope["query_string"])[b"size"][0]))
    for queue in queues:
        queue.put_nowait(event)
    await send(started((b"content-type", b"text/plain"), (b"content-length", b"2")))
    await send({"type": "http.response.body", "body": b"ok"})


def made(size: int) -> bytes:
    event = b"id: %d\ndata: " % next(numbers)
    return event + b"x" * (size - len(event) - 2) + b"\n\n"


async def stream(send: Send) -> None:
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    queues.add(queue)
    await send(started((b"content-type", b"text/event-stream")))
    await send({"type": "http.response.body", "body": b"event: beat\ndata:\n\n", "more_body": True})
    while True:
        await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})


def started(*headers: tuple[bytes, bytes]) -> dict[str, Any]:
    return {"type": "http.response.start", "status": 200, "headers": headers}


if __name__ == "__main__":
    raise_file_limit()
    uvicorn.run(
        application,
        port=int(sys.argv[1]),
        loop="asyncio",
        http="httptools",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        backlog=2048,
    )
