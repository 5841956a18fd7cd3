"""Who answers an ASGI connection: the live push its streams, Django everything else."""

from django.conf import settings

from combat.live.bus import open_bus
from combat.live.hub import Hub, Pace, Source
from combat.live.stream import find_address, stream
from config.handler import PooledASGIHandler, Receive, Scope, Send
from config.workers import Workers


class Application:
    def __init__(self, source: Source, pace: Pace | None = None) -> None:
        self._workers = Workers(getattr(settings, "WORKER_THREADS", 4))
        self._django = PooledASGIHandler(self._workers)
        self.hub = Hub(
            source,
            self._workers.ask,
            open_bus(),
            most=getattr(settings, "MOST_STREAMS", 5000),
            most_per_link=getattr(settings, "MOST_STREAMS_PER_LINK", 2000),
            pace=pace,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] != "http":
            raise ValueError(f"no {scope['type']} connections here")
        elif address := find_address(scope["path"]):
            await stream(self.hub, address.link, scope, receive, send)
        else:
            await self._django(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self.hub.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.hub.stop()
        self._workers.close()
        await send({"type": "lifespan.shutdown.complete"})
