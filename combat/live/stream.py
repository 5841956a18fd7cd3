"""The stream's own ASGI route: it holds no thread and no database connection while it waits."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from combat.live.frames import BEAT, REVOKED
from combat.live.hub import Hub
from combat.live.source import Scope
from combat.live.subscriber import Subscriber

logger = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

LONGEST_KEY = 64

# The extension of ASGI in which a server shows the transport under a request.
TRANSPORT = "denik.transport"

_PATH = re.compile(r"/t/(?P<link>[^/]{1,64})/stream/(?P<view>console|sheet|wall)/")
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    # Proxies that buffer or compress would hold events back.
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Address(NamedTuple):
    """What a stream's address names: a link's public key and the view it opens."""

    link: str
    view: str


def find_address(path: str) -> Address | None:
    """The link and view of a stream's path, None for any other path."""
    match = _PATH.fullmatch(path)
    return Address(match["link"], match["view"]) if match else None


async def stream(hub: Hub, link: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request for a stream, until either side ends it."""
    if scope["method"] != "GET":
        await _answer(send, 405, (b"allow", b"GET"))
        return
    subscriber = hub.knock(link, _last_seen(scope))
    if subscriber is None:
        await _answer(send, 503, (b"retry-after", b"2"))
        return
    try:
        await _serve(hub, subscriber, scope, receive, send)
    finally:
        hub.leave(subscriber)


def _transport_of(scope: Scope) -> asyncio.WriteTransport | None:
    found: asyncio.WriteTransport | None = (
        scope.get("extensions", {}).get(TRANSPORT, {}).get("transport")
    )
    return found


def _last_seen(scope: Scope) -> str:
    """The key after which to resume: the header of a reconnect, else the address's `since`."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    key: str = query.get("since", [""])[0]
    for name, value in scope["headers"]:
        if name == b"last-event-id":
            key = value.decode("latin-1")
    return key if len(key) <= LONGEST_KEY else ""


async def _answer(send: Send, status: int, header: tuple[bytes, bytes]) -> None:
    headers = [header, (b"content-length", b"0"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body"})


async def _serve(
    hub: Hub, subscriber: Subscriber, scope: Scope, receive: Receive, send: Send
) -> None:
    try:
        is_admitted = await hub.admit(subscriber, scope)
    except Exception:
        logger.exception("a stream's rights could not be checked")
        await _answer(send, 503, (b"retry-after", b"2"))
        return
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    if not is_admitted:
        # Not an error status: the browser's side would ask again for ever.
        await send({"type": "http.response.body", "body": REVOKED})
        return
    await send({"type": "http.response.body", "body": BEAT, "more_body": True})
    subscriber.open(partial(_pour, hub, subscriber, send), _transport_of(scope))
    try:
        # Once the stream has ended on our side, this is told as well.
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        subscriber.close()


async def _pour(hub: Hub, subscriber: Subscriber, send: Send) -> None:
    while body := subscriber.take():
        await send({"type": "http.response.body", "body": body, "more_body": True})
    if subscriber.ended:
        await send({"type": "http.response.body"})
    elif subscriber.behind:
        subscriber.behind = False
        hub.resume(subscriber)
