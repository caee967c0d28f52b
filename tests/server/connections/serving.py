"""A small application served in the test's own event loop, and clients that speak bytes."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import uvloop

from tablewright.server.connections import AsgiServer, ConnectionOptions, listening_at

LOOPS: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {
    "asyncio": asyncio.new_event_loop,
    "uvloop": uvloop.new_event_loop,
}
App = Callable[[Any, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]


def in_loop(name: str, play: Callable[[], Coroutine[Any, Any, None]], seconds: float = 30) -> None:
    """Run a test in a new event loop of this kind; fail if it does not end."""

    async def timed() -> None:
        async with asyncio.timeout(seconds):
            await play()

    with asyncio.Runner(loop_factory=LOOPS[name]) as runner:
        runner.run(timed())


class Served:
    """A running server, and what its lifespan has seen."""

    def __init__(self, app: App, options: ConnectionOptions) -> None:
        self.lives: list[str] = []
        self.server = AsgiServer(app, self._lifespan, options)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16 * 1024)  # what the system takes hides who reads
        self.socket.bind(("127.0.0.1", 0))
        self.port: int = self.socket.getsockname()[1]

    @asynccontextmanager
    async def _lifespan(self) -> AsyncIterator[None]:
        self.lives.append("begins")
        yield
        self.lives.append("ends")


@asynccontextmanager
async def served(app: App, **options: Any) -> AsyncIterator[Served]:
    """Serve an application for the length of a block."""
    found = Served(app, ConnectionOptions(**options))
    found.socket.listen()
    task = asyncio.ensure_future(found.server.serve(listening_at(found.socket)))
    try:
        yield found
    finally:
        found.server.stop()
        await task


class Connection:
    """A TCP client."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def response(self, has_body: bool = True) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of the next response that says its length."""
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await self.reader.readexactly(int(headers.get("content-length", 0)) if has_body else 0)
        return int(head[0].split()[1]), headers, body

    async def rest(self) -> bytes:
        """Return all that comes until the server ends the connection."""
        try:
            return await self.reader.read()
        except ConnectionResetError:
            return b""


@asynccontextmanager
async def connected(server: Served, **options: Any) -> AsyncIterator[Connection]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, **options)
    try:
        yield Connection(reader, writer)
    finally:
        writer.transport.abort()


async def answer(send: Callable[[Any], Awaitable[None]], body: bytes, status: int = 200) -> None:
    """Send a whole response."""
    length = b"%d" % len(body)
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-length", length)]})
    await send({"type": "http.response.body", "body": body})


async def whole_body(receive: Callable[[], Awaitable[Any]]) -> bytes:
    """Return the body of a request; fail if the client left before its end."""
    parts, more = [], True
    while more:
        event = await receive()
        assert event["type"] == "http.request", event
        parts.append(event["body"])
        more = event["more_body"]
    return b"".join(parts)
