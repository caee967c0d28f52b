"""A table that is only pretended: each connection goes as a test says, to try what a client makes of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from tablewright.client import SeatConnection
from tablewright.server.protocol import AnyMessage, CommandAccepted, ViewUpdate, Welcome, encode_json

Script = Callable[[ServerConnection], Awaitable[None]]


class Pretended:
    """Connections go by these scripts, one after the other; the last goes on for all that follow."""

    def __init__(self, *scripts: Script) -> None:
        self.scripts, self.met = list(scripts), 0
        self.refusing: list[HTTPStatus] = []
        """What the next handshakes are answered, as a proxy would with nothing behind it."""
        self.server: Server | None = None

    def handshake(self, socket: ServerConnection, _: Request) -> Response | None:
        return socket.respond(self.refusing.pop(0), "") if self.refusing else None

    async def talk(self, socket: ServerConnection) -> None:
        self.met += 1
        script = self.scripts[min(self.met, len(self.scripts)) - 1]
        assert json.loads(await socket.recv())["type"] == "hello"
        await script(socket)

    def sit(self, reconnect_timeout: float = 20.0) -> SeatConnection:
        assert self.server is not None
        port = self.server.sockets[0].getsockname()[1]
        return SeatConnection(f"http://127.0.0.1:{port}", "1", "token", reconnect_timeout=reconnect_timeout)


@asynccontextmanager
async def pretended(*scripts: Script) -> AsyncIterator[Pretended]:
    table = Pretended(*scripts)
    async with serve(table.talk, "127.0.0.1", 0, process_request=table.handshake, compression=None) as server:
        table.server = server
        yield table


async def send(socket: ServerConnection, message: AnyMessage) -> None:
    await socket.send(encode_json(message).decode())


async def welcome(socket: ServerConnection) -> None:
    await send(socket, Welcome("1", "It", "it", "It", "ann", False, 0, "", (), max_message_bytes=1000))
    await send(socket, ViewUpdate(1))


async def receive(socket: ServerConnection) -> dict[str, Any]:
    """The next request."""
    request: dict[str, Any] = json.loads(await socket.recv())
    return request


async def answering(socket: ServerConnection) -> None:
    """A table as it should be: every command is done."""
    await welcome(socket)
    while True:
        await send(socket, CommandAccepted((await receive(socket))["id"], 7))


def closing(code: int, why: str = "") -> Script:
    """Lets nobody in."""

    async def script(socket: ServerConnection) -> None:
        await socket.close(code, why)

    return script


def lost(code: int, why: str = "", after: int = 1) -> Script:
    """Lets people in, and closes the connection after so many wishes, without an answer."""

    async def script(socket: ServerConnection) -> None:
        await welcome(socket)
        for _ in range(after):
            await receive(socket)
        await socket.close(code, why)

    return script
