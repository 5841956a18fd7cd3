"""Django under ASGI: each request crosses once into a long-lived thread and runs there whole."""

import io
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import Any, NoReturn

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import FileResponse
from django.urls import set_script_prefix

from config.workers import Workers

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class TooBig(io.BytesIO):
    """Stands for a body over the limit: nobody stored it, and who reads it gets the error."""

    def read(self, size: int | None = -1, /) -> NoReturn:
        raise RequestDataTooBig("the request's body is over DATA_UPLOAD_MAX_MEMORY_SIZE")


class PooledASGIHandler(ASGIHandler):
    """Takes half the time of the stock handler, which changes threads within each request."""

    def __init__(self, workers: Workers) -> None:
        BaseHandler.__init__(self)
        self.load_middleware()
        self._workers = workers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _read_limited(scope, receive)
        if body is None:
            return
        response = await self._workers.run(self._respond, scope, body)
        if response.streaming:
            await self._send_parts(response, send)
        else:
            await self.send_response(response, send)

    def _respond(self, scope: Scope, body: io.BytesIO) -> Any:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, body)
        response: Any = self.get_response(request) if request else error
        response._handler_class = self.__class__  # noqa: SLF001  Django's sender of request_finished
        if isinstance(body, TooBig) and response.status_code == 400:
            # What Django answers to a RequestDataTooBig.
            response.status_code = 413
        if not response.streaming:
            # What it says is kept; ending the request here spares a second hop.
            response.close()
        return response

    async def _send_parts(self, response: Any, send: Send) -> None:
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.is_async:
            response.streaming_content = self._pull(iter(response.streaming_content))
        try:
            await self.send_response(response, send)
        finally:
            await self._workers.run(response.close)

    async def _pull(self, parts: Iterator[bytes]) -> AsyncIterator[bytes]:
        while (part := await self._workers.run(next, parts, None)) is not None:
            yield part


async def _read_limited(scope: Scope, receive: Receive) -> io.BytesIO | None:
    """The body, or what stands for one that is too big; None when the client went away."""
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or math.inf
    if _declared_length(scope) > limit:
        return TooBig()
    body = io.BytesIO()
    while (message := await receive())["type"] == "http.request":
        body.write(message.get("body", b""))
        if body.tell() > limit:
            return TooBig()
        if not message.get("more_body"):
            body.seek(0)
            return body
    return None


def _declared_length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0
