"""WebSocket connections: the handshake, messages by either way, pressure in both directions, and how they end."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from tablewright.server.connections import WebSocketConnection, find_websocket, websocket_connection

from .serving import LOOPS, Connection, Served, connected, in_loop, served

pytestmark = pytest.mark.parametrize("loop", LOOPS)
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
HANDSHAKE = (
    b"GET /live HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def text(data: bytes) -> bytes:
    """A text message as a client sends it."""
    return Frame(Opcode.TEXT, data).serialize(mask=True)


class Listening:
    """An application that takes the shorter way. `heard` is what it was told, `connections` whoever came."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.pressure: list[str] = []
        self.connections: list[WebSocketConnection] = []
        self.left = 0

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        connection = find_websocket(scope)
        connection.deliver_to(self)
        self.connections.append(connection)
        while (await receive())["type"] != "websocket.disconnect":
            pass
        self.left += 1

    def on_message(self, text: bytes) -> None:
        self.heard.append(text)

    def pause(self) -> None:
        self.pressure.append("pause")

    def resume(self) -> None:
        self.pressure.append("resume")


async def until(done: Callable[[], bool]) -> None:
    while not done():
        await asyncio.sleep(0.01)


@asynccontextmanager
async def client_of(server: Served, **options: Any) -> AsyncIterator[ClientConnection]:
    options = {"ping_interval": None, **options}
    async with connect(f"ws://127.0.0.1:{server.port}/live", proxy=None, **options) as client:
        yield client


@asynccontextmanager
async def raw_client_of(server: Served) -> AsyncIterator[Connection]:
    """A client that answers nothing by itself, after its handshake."""
    async with connected(server, limit=1024) as client:
        await client.send(HANDSHAKE)
        assert b" 101 " in await client.reader.readuntil(b"\r\n\r\n")
        yield client


async def all_of(client: ClientConnection) -> list[str | bytes]:
    """Return what a client is sent until the connection ends."""
    got: list[str | bytes] = []
    with suppress(ConnectionClosed):
        while True:
            got.append(await client.recv())
    return got


# the handshake


def test_an_application_is_told_who_wants_a_websocket(loop: str) -> None:
    """The scope is that of the request, as ASGI says it of a WebSocket; headers of its own go with the answer."""
    seen: list[Any] = []

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        seen.append(scope)
        await receive()
        await send({"type": "websocket.accept", "headers": [(b"x-table", b"7")]})
        await receive()

    async def play() -> None:
        async with served(app, root_path="/tables") as server, connected(server) as client:
            await client.send(HANDSHAKE)
            status, headers, _ = await client.response()
            assert (status, headers["x-table"]) == (101, "7")
            assert headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
            (scope,) = seen
            assert (scope["type"], scope["scheme"], scope["path"]) == ("websocket", "ws", "/tables/live")
            assert (b"host", b"x") in scope["headers"]
            assert "method" not in scope

    in_loop(loop, play)


@pytest.mark.parametrize(
    ("old", "new", "status"),
    [(b"Version: 13", b"Version: 12", 400), (b"dGhl", b"short", 400), (b"Sec-WebSocket-Key", b"X-Key", 400)],
    ids=["another version", "a bad key", "no key"],
)
def test_a_handshake_that_is_none_is_refused(loop: str, old: bytes, new: bytes, status: int) -> None:
    """With the library's own status, before the application hears of it."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        raise AssertionError("nobody asked")

    async def play() -> None:
        async with served(app) as server, connected(server) as client:
            await client.send(HANDSHAKE.replace(old, new))
            assert (await client.response())[0] == status
            assert await client.rest() == b""

    in_loop(loop, play)


def test_an_application_may_refuse(loop: str) -> None:
    """By closing before it accepts."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.close", "code": 1013})

    async def play() -> None:
        async with served(app) as server:
            with pytest.raises(InvalidStatus) as refused:
                async with client_of(server):
                    pass
            assert refused.value.response.status_code == 403

    in_loop(loop, play)


def test_who_may_not_change_the_protocol_is_answered_as_if_they_had_not_asked(loop: str) -> None:
    """A method other than GET, or HTTP/1.0."""
    seen: list[str] = []

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def play() -> None:
        for asked in (HANDSHAKE.replace(b"GET", b"PUT", 1), HANDSHAKE.replace(b"HTTP/1.1", b"HTTP/1.0", 1)):
            async with served(app) as server, connected(server) as client:
                await client.send(asked)
                assert (await client.response())[0] == 204
        assert seen == ["http", "http"]

    in_loop(loop, play)


# messages


def test_an_application_may_use_asgi_alone(loop: str) -> None:
    """Texts and bytes, whole and in fragments, in both directions and in order."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            await send({**event, "type": "websocket.send"})

    async def play() -> None:
        async with served(app) as server, client_of(server) as client:
            said: list[Any] = ["one", b"two", "", "x" * 60_000]
            for one in said:
                await client.send(one)
            await client.send(["in ", "three ", "parts"])
            assert [await client.recv() for _ in range(5)] == [*said, "in three parts"]

    in_loop(loop, play)


def test_a_listener_is_given_messages_as_they_come(loop: str) -> None:
    """In fragments or whole; in place of bytes, which nobody should send, it is given nothing."""
    app = Listening()

    async def play() -> None:
        async with served(app) as server, client_of(server) as client:
            for said in ("one", b"bytes", ["in ", "parts"], "last"):
                await client.send(said)
            await until(lambda: b"last" in app.heard)
        assert app.heard == [b"one", b"", b"in parts", b"last"]

    in_loop(loop, play)


def test_a_listener_misses_nothing_that_was_said_before_it_came(loop: str) -> None:
    """Not what came with the handshake, nor what came while the application did something else."""
    app, ready = Listening(), asyncio.Event()

    async def late(scope: Any, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await asyncio.sleep(0.05)
        await send({"type": "websocket.accept"})
        assert (await receive())["text"] == "hello"
        await ready.wait()
        find_websocket(scope).deliver_to(app)
        await receive()

    async def play() -> None:
        async with served(late) as server, connected(server) as client:
            await client.send(HANDSHAKE + text(b"hello") + text(b"one"))
            await client.send(text(b"two"))
            assert b" 101 " in await client.reader.readuntil(b"\r\n\r\n")
            await client.send(text(b"three"))
            await asyncio.sleep(0.05)
            ready.set()
            await until(lambda: len(app.heard) == 3)
        assert app.heard == [b"one", b"two", b"three"]

    in_loop(loop, play)


def test_a_frame_is_written_as_it_is(loop: str) -> None:
    """The same bytes to each client."""
    app, frame = Listening(), Frame(Opcode.TEXT, b"for all").serialize(mask=False)

    async def play() -> None:
        async with served(app) as server, client_of(server) as one, client_of(server) as two:
            await until(lambda: len(app.connections) == 2)
            for connection in app.connections:
                connection.write(frame)
            assert [await one.recv(), await two.recv()] == ["for all", "for all"]

    in_loop(loop, play)


def test_a_message_too_large_ends_the_connection(loop: str) -> None:
    """With the code for it, also in fragments; one that is just small enough does not."""
    app = Listening()

    async def play() -> None:
        async with served(app, message_bytes=1_000) as server:
            async with client_of(server) as client:
                await client.send("x" * 1_000)
                await client.send(["x" * 600, "x" * 600])
                with pytest.raises(ConnectionClosed):
                    await client.recv()
                assert client.close_code == 1009
            await until(lambda: app.left == 1)
        assert app.heard == [b"x" * 1_000]

    in_loop(loop, play)


# pressure


def test_a_listener_is_told_when_the_client_falls_behind_and_when_it_has_caught_up(loop: str) -> None:
    """And every frame arrives."""
    app, frame = Listening(), Frame(Opcode.TEXT, b"x" * 1_000).serialize(mask=False)

    async def play() -> None:
        async with served(app) as server, raw_client_of(server) as client:
            await until(lambda: bool(app.connections))
            sent = 0
            while not app.pressure:
                app.connections[0].write(frame)
                sent += len(frame)
                await asyncio.sleep(0)
            assert app.pressure == ["pause"]
            await client.reader.readexactly(sent)
            assert app.pressure == ["pause", "resume"]

    in_loop(loop, play)


def test_a_listener_that_has_heard_enough_hears_no_more_until_it_wants_to(loop: str) -> None:
    """What the client says meanwhile stays with it, and it is not taken for dead because nobody listens."""
    app = Listening()

    async def play() -> None:
        async with served(app, silence=0.2) as server, client_of(server) as client:
            await until(lambda: bool(app.connections))
            app.connections[0].pause_reading()
            await client.send("later")
            await asyncio.sleep(1)
            assert app.heard == []
            app.connections[0].resume_reading()
            await until(lambda: app.heard == [b"later"])
            await asyncio.sleep(0.5)
            assert app.left == 0

    in_loop(loop, play)


# ends


def test_who_answers_pings_stays_and_who_says_nothing_is_lost(loop: str) -> None:
    """Without a word: a dead client would not read one."""
    app = Listening()

    async def play() -> None:
        async with served(app, silence=0.3) as server, client_of(server), raw_client_of(server) as dead:
            began = time.monotonic()
            said = await dead.rest()
            assert 0.2 < time.monotonic() - began < 5
            assert said == Frame(Opcode.PING, b"").serialize(mask=False)
            await until(lambda: app.left == 1)
            await asyncio.sleep(1)
            assert app.left == 1

    in_loop(loop, play)


def test_a_ping_of_the_client_is_answered(loop: str) -> None:
    """With what it said."""

    async def play() -> None:
        async with served(Listening()) as server, client_of(server) as client:
            await (await client.ping("there?"))

    in_loop(loop, play)


def test_a_close_comes_after_all_that_was_written(loop: str) -> None:
    """With its code and reason; nothing is written after it."""
    app, frame = Listening(), Frame(Opcode.TEXT, b"x" * 100_000).serialize(mask=False)

    async def play() -> None:
        async with served(app) as server, client_of(server) as client:
            await until(lambda: bool(app.connections))
            for _ in range(20):
                app.connections[0].write(frame)
            app.connections[0].close(4410, "Gone.")
            app.connections[0].write(frame)
            app.connections[0].close(4400, "Again.")
            assert len(await all_of(client)) == 20
            assert (client.close_code, client.close_reason) == (4410, "Gone.")
            await until(lambda: app.left == 1)

    in_loop(loop, play)


def test_a_client_that_says_goodbye_is_answered(loop: str) -> None:
    """And the application hears that it has left."""
    app = Listening()

    async def play() -> None:
        async with served(app) as server:
            async with client_of(server) as client:
                await client.close(4000, "Bye.")
            assert client.close_code == 4000
            await until(lambda: app.left == 1)
            await until(lambda: not server.server.endpoint.open)

    in_loop(loop, play)


def test_who_is_closed_and_reads_nothing_keeps_no_connection(loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have a while for what was written before; then they are gone with it."""
    monkeypatch.setattr(websocket_connection, "CLOSE_TIMEOUT", 0.5)
    app, frame = Listening(), Frame(Opcode.TEXT, b"x" * 100_000).serialize(mask=False)

    async def play() -> None:
        async with served(app) as server, raw_client_of(server):
            await until(lambda: bool(app.connections))
            while not app.pressure:
                app.connections[0].write(frame)
            began = time.monotonic()
            app.connections[0].close(4408, "Too slow.")
            await until(lambda: app.left == 1)
            assert time.monotonic() - began < 0.4
            await until(lambda: not server.server.endpoint.open)
            assert 0.4 < time.monotonic() - began < 5

    in_loop(loop, play)


def test_an_application_that_fails_closes_the_connection(loop: str, caplog: pytest.LogCaptureFixture) -> None:
    """As a fault of the server; the log says so."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        raise ValueError("broken")

    async def play() -> None:
        async with served(app) as server, client_of(server) as client:
            with pytest.raises(ConnectionClosed):
                await client.recv()
            assert client.close_code == 1011

    with caplog.at_level(logging.ERROR):
        in_loop(loop, play)
    assert [record.getMessage() for record in caplog.records] == ["a connection failed"]
