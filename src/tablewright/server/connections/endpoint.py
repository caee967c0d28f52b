"""The state that all connections of one server share."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

import msgspec

from .asgi import Application
from .trusted_proxies import TrustedProxies

STOP_TIMEOUT = 5.0
"""Seconds that connections have to end by themselves when the server stops."""


class ConnectionOptions(msgspec.Struct, frozen=True):
    """Options of every connection."""

    root_path: str = ""
    """The path below which a proxy shows the server."""
    silence: float = 20.0
    """Seconds a client may be silent where it is its turn: to ask, to go on with a body, to read, to answer a ping."""
    message_bytes: int = 64 * 1024
    """Bytes of one WebSocket message."""
    proxies: TrustedProxies = TrustedProxies()


class OpenConnection(Protocol):
    """A connection as the server sees it."""

    def stop(self) -> None:
        """End as soon as what is under way has been done."""
        ...

    def abort(self) -> None:
        """End at once."""
        ...


class Endpoint:
    """An application, the options it is served with, and the connections open to it."""

    def __init__(self, app: Application, options: ConnectionOptions) -> None:
        self.app, self.options = app, options
        self.open: set[OpenConnection] = set()
        self.is_stopping = False
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run the work of a connection; the server waits for it when it stops."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Let every connection end; cancel what is left after a while."""
        self.is_stopping = True
        for connection in tuple(self.open):
            connection.stop()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_TIMEOUT)
        self.abort()
        for task in (left := tuple(self._tasks)):
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def abort(self) -> None:
        """End every connection at once."""
        for connection in tuple(self.open):
            connection.abort()
