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
        assert json.loads(await socket.recv())["do"] == "hello"
        await script(socket)

    def sit(self, patience: float = 20.0) -> SeatConnection:
        assert self.server is not None
        port = self.server.sockets[0].getsockname()[1]
        return SeatConnection(f"http://127.0.0.1:{port}", "1", "token", patience=patience)


@asynccontextmanager
async def pretended(*scripts: Script) -> AsyncIterator[Pretended]:
    table = Pretended(*scripts)
    async with serve(table.talk, "127.0.0.1", 0, process_request=table.handshake, compression=None) as server:
        table.server = server
        yield table


async def say(socket: ServerConnection, **frame: Any) -> None:
    await socket.send(json.dumps(frame))


async def welcome(socket: ServerConnection) -> None:
    await say(socket, **{"is": "welcome", "most": 1000})
    await say(socket, **{"is": "look", "entries": 1})


async def heard(socket: ServerConnection) -> dict[str, Any]:
    """The next wish."""
    wish: dict[str, Any] = json.loads(await socket.recv())
    return wish


async def answering(socket: ServerConnection) -> None:
    """A table as it should be: every wish is done."""
    await welcome(socket)
    while True:
        await say(socket, **{"is": "done", "id": (await heard(socket))["id"], "entry": 7})


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
            await heard(socket)
        await socket.close(code, why)

    return script
