"""The server: an application's lifespan, the connections given to it, and a clean stop."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from typing import Any

from .asgi import Application
from .endpoint import ConnectionOptions, Endpoint
from .http_connection import HttpConnection
from .http_stream import HttpStream

uvloop: Any = None
with suppress(ImportError):  # Windows has none
    import uvloop

BACKLOG = 2048
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)

Acceptor = Callable[["AsgiServer"], AbstractAsyncContextManager[None]]


class AsgiServer:
    """Serves an ASGI application over HTTP/1.1 and WebSocket until it is told to stop."""

    def __init__(
        self,
        app: Application,
        lifespan: Callable[[], AbstractAsyncContextManager[None]],
        options: ConnectionOptions,
    ) -> None:
        self.endpoint, self.lifespan = Endpoint(app, options), lifespan
        self._stop = asyncio.Event()

    def run(self, accepting: Acceptor) -> None:
        """Serve in an event loop of its own. `accepting` brings connections for as long as its block lasts."""
        with asyncio.Runner(loop_factory=uvloop and uvloop.new_event_loop) as runner:
            runner.run(self.serve(accepting))

    async def serve(self, accepting: Acceptor) -> None:
        with self._stopped_by_signals():
            async with self.lifespan():
                async with accepting(self):
                    await self._stop.wait()
                await self.endpoint.close()

    def stop(self) -> None:
        """Stop when what is under way has been answered; the second time, at once."""
        if self._stop.is_set():
            self.endpoint.abort()
        self._stop.set()

    def new_connection(self) -> HttpStream:
        """Return the protocol of a new connection, for a transport."""
        return HttpStream(self._serve, self.endpoint.options.silence)

    def _serve(self, stream: HttpStream) -> None:
        self.endpoint.spawn(HttpConnection(self.endpoint, stream).run())

    @contextmanager
    def _stopped_by_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()

        def on_signal(*_: object) -> None:
            loop.call_soon_threadsafe(self.stop)

        before = {sign: signal.signal(sign, on_signal) for sign in STOP_SIGNALS}
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)


def listening_at(port: socket.socket) -> Acceptor:
    """Accept connections at a port."""

    @asynccontextmanager
    async def accepting(server: AsgiServer) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        listener = await loop.create_server(server.new_connection, sock=port, backlog=BACKLOG)
        try:
            yield
        finally:
            listener.close()

    return accepting
