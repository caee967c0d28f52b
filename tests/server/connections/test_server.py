"""The server: what is done when it stops, and in which order."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from .serving import LOOPS, answer, connected, in_loop, served

pytestmark = pytest.mark.parametrize("loop", LOOPS)
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


class Slow:
    """An application whose answers wait until they are let go."""

    def __init__(self) -> None:
        self.asked, self.answer = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        self.asked.set()
        await self.answer.wait()
        await answer(send, b"at last")


def test_a_request_under_way_is_answered_before_the_server_stops(loop: str) -> None:
    """The connection says that it ends; idle ones end at once, and the lifespan last."""
    app = Slow()

    async def play() -> None:
        async with served(app) as server, connected(server) as busy, connected(server) as idle:
            await busy.send(GET)
            await app.asked.wait()
            server.server.stop()
            assert await idle.rest() == b""
            assert server.lives == ["begins"]
            app.answer.set()
            status, headers, body = await busy.response()
            assert (status, headers["connection"], body) == (200, "close", b"at last")
            assert await busy.rest() == b""
        assert server.lives == ["begins", "ends"]

    in_loop(loop, play)


def test_who_comes_when_it_stops_is_not_taken(loop: str) -> None:
    """The port is closed first."""
    app = Slow()

    async def play() -> None:
        async with served(app) as server, connected(server) as busy:
            await busy.send(GET)
            await app.asked.wait()
            server.server.stop()
            await asyncio.sleep(0.05)
            with pytest.raises(OSError, match=r"refused|Connect call failed"):
                async with connected(server):
                    pass
            app.answer.set()

    in_loop(loop, play)


def test_told_to_stop_twice_it_waits_for_nobody(loop: str) -> None:
    """Whatever is under way."""
    app = Slow()

    async def play() -> None:
        async with served(app) as server, connected(server) as busy:
            await busy.send(GET)
            await app.asked.wait()
            server.server.stop()
            server.server.stop()
            assert await busy.rest() == b""
            app.answer.set()

    in_loop(loop, play)


def test_a_websocket_is_told_that_the_server_stops(loop: str) -> None:
    """With the code after which a client comes again."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        assert (await receive())["type"] == "websocket.disconnect"

    async def play() -> None:
        async with served(app) as server, connect(f"ws://127.0.0.1:{server.port}/", proxy=None) as client:
            began = time.monotonic()
            server.server.stop()
            with pytest.raises(ConnectionClosed):
                await client.recv()
            assert (client.close_code, client.close_reason) == (1012, "The server is stopping.")
        assert time.monotonic() - began < 3

    in_loop(loop, play)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it(loop: str, sign: signal.Signals) -> None:
    """And is somebody else's again afterwards."""
    before = signal.getsignal(sign)

    async def play() -> None:
        async with served(Slow()) as server, connected(server) as idle:
            while not server.lives:
                await asyncio.sleep(0.01)
            os.kill(os.getpid(), sign)
            assert await idle.rest() == b""

    in_loop(loop, play)
    assert signal.getsignal(sign) == before
