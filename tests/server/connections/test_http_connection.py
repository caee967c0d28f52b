"""HTTP connections: what an application is told of a request, how its answer goes out, and how long anybody waits."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tablewright.server.connections import ConnectionOptions, http_connection

from .serving import LOOPS, answer, connected, in_loop, served, whole_body

pytestmark = pytest.mark.parametrize("loop", LOOPS)
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


async def echo(scope: Any, receive: Receive, send: Send) -> None:
    """Answer with path and body."""
    body = await whole_body(receive)
    await answer(send, scope["path"].encode() + b" " + body)


async def deaf(_: Any, receive: Receive, send: Send) -> None:
    """Refuse without reading the body."""
    await answer(send, b"no", 413)


def test_an_application_is_told_what_was_asked(loop: str) -> None:
    """Path with and without escapes, query, headers in lower case, and who asked where."""
    seen: list[Any] = []

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        seen.append(scope)
        await answer(send, b"")

    async def play() -> None:
        async with served(app, root_path="/tables") as server, connected(server) as client:
            await client.send(b"GET /a%20b?c=%20d HTTP/1.1\r\nHost: here\r\nX-One: Two\r\n\r\n")
            assert (await client.response())[0] == 200
            (scope,) = seen
            assert (scope["type"], scope["method"], scope["http_version"], scope["scheme"]) == (
                "http",
                "GET",
                "1.1",
                "http",
            )
            assert (scope["path"], scope["raw_path"]) == ("/tables/a b", b"/tables/a%20b")
            assert (scope["root_path"], scope["query_string"]) == ("/tables", b"c=%20d")
            assert scope["headers"] == [(b"host", b"here"), (b"x-one", b"Two")]
            assert scope["client"] == client.writer.get_extra_info("sockname")
            assert scope["server"] == ("127.0.0.1", server.port)

    in_loop(loop, play)


def test_a_trusted_proxy_speaks_for_its_client(loop: str) -> None:
    """Address and scheme are those it gives."""
    seen: list[Any] = []

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        seen.append((scope["client"], scope["scheme"]))
        await answer(send, b"")

    async def play() -> None:
        async with served(app) as server, connected(server) as client:
            await client.send(
                b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n\r\n"
            )
            await client.response()
        assert seen == [(("192.0.2.7", 0), "https")]

    in_loop(loop, play)


def test_requests_sent_at_once_are_answered_one_after_the_other(loop: str) -> None:
    """In their order, each with its own body."""

    async def play() -> None:
        async with served(echo) as server, connected(server) as client:
            post = b"POST /two HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
            await client.send(
                b"GET /one HTTP/1.1\r\nHost: x\r\n\r\n" + post + b"GET /three HTTP/1.1\r\nHost: x\r\n\r\n"
            )
            assert [(await client.response())[2] for _ in range(3)] == [b"/one ", b"/two abc", b"/three "]

    in_loop(loop, play)


def test_a_body_without_a_length_comes_whole(loop: str) -> None:
    """In chunks, and byte by byte."""

    async def play() -> None:
        async with served(echo) as server, connected(server) as client:
            said = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"
            for n in range(len(said)):
                await client.send(said[n : n + 1])
                await asyncio.sleep(0)
            assert (await client.response())[2] == b"/ abcdefg"

    in_loop(loop, play)


def test_who_asks_first_is_told_to_send_the_body(loop: str) -> None:
    """As soon as the application wants it."""

    async def play() -> None:
        async with served(echo) as server, connected(server) as client:
            await client.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            assert (await client.response())[0] == 100
            await client.send(b"hi")
            assert (await client.response())[2] == b"/ hi"

    in_loop(loop, play)


def test_who_asks_first_and_is_refused_is_not_told_to_send_the_body(loop: str) -> None:
    """Nobody knows whether it comes all the same, so the connection ends."""

    async def play() -> None:
        async with served(deaf) as server, connected(server) as client:
            await client.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            assert (await client.response())[0] == 413
            assert await client.rest() == b""

    in_loop(loop, play)


def test_a_body_that_nobody_reads_is_no_further_request(loop: str) -> None:
    """It is skipped, and the next request on the connection is answered."""

    async def play() -> None:
        async with served(deaf) as server, connected(server) as client:
            await client.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n" + GET * 10)
            assert (await client.response())[0] == 413
            await client.send(b"x" * (300_000 - len(GET) * 10) + GET)
            assert (await client.response())[0] == 413

    in_loop(loop, play)


def test_the_head_alone_is_sent_where_it_alone_is_asked_for(loop: str) -> None:
    """With the length of the body that is left out."""

    async def play() -> None:
        async with served(echo) as server, connected(server) as client:
            await client.send(b"HEAD /abc HTTP/1.1\r\nHost: x\r\n\r\n" + GET)
            status, headers, _ = await client.response(has_body=False)
            assert (status, headers["content-length"]) == (200, "5")
            assert (await client.response())[2] == b"/ "

    in_loop(loop, play)


def test_an_answer_of_unknown_length_goes_out_in_pieces(loop: str) -> None:
    """Each as soon as there is one."""
    further = asyncio.Event()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"one", "more_body": True})
        await further.wait()
        await send({"type": "http.response.body", "body": b"two"})

    async def play() -> None:
        async with served(app) as server, connected(server) as client:
            await client.send(GET)
            await client.reader.readuntil(b"3\r\none\r\n")
            further.set()
            await client.reader.readuntil(b"3\r\ntwo\r\n0\r\n\r\n")

    in_loop(loop, play)


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 70_000, 431),
    ],
    ids=["no HTTP", "no host", "two lengths", "a bad chunk", "too large a head"],
)
def test_what_is_not_http_is_refused(loop: str, said: bytes, status: int) -> None:
    """In a sentence, and the connection ends."""

    async def play() -> None:
        async with served(echo) as server, connected(server) as client:
            await client.send(said)
            assert (await client.response())[::2] == (status, b"This is not a valid HTTP request.")
            assert await client.rest() == b""

    in_loop(loop, play)


def test_an_application_that_fails_is_an_error_of_the_server(loop: str, caplog: pytest.LogCaptureFixture) -> None:
    """The client is told nothing of it, the log is; and the connection serves the next request."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        if scope["path"] == "/bad":
            raise ValueError("broken")
        await answer(send, b"fine")

    async def play() -> None:
        async with served(app) as server, connected(server) as client:
            await client.send(b"GET /bad HTTP/1.1\r\nHost: x\r\n\r\n" + GET)
            assert (await client.response())[::2] == (500, b"")
            assert (await client.response())[::2] == (200, b"fine")

    with caplog.at_level(logging.ERROR):
        in_loop(loop, play)
    assert [record.getMessage() for record in caplog.records] == ["a request failed"]


def test_an_answer_that_is_not_finished_is_not_taken_for_a_whole_one(loop: str) -> None:
    """The connection breaks off."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})

    async def play() -> None:
        async with served(app) as server, connected(server) as client:
            await client.send(GET)
            assert not (await client.rest()).endswith(b"0\r\n\r\n")

    in_loop(loop, play)


def test_an_application_is_told_that_its_client_has_left(loop: str) -> None:
    """And what it sends then goes nowhere."""
    told: list[str] = []

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await whole_body(receive)
        told.append((await receive())["type"])
        await answer(send, b"too late")
        told.append("done")

    async def play() -> None:
        async with served(app) as server:
            async with connected(server) as client:
                await client.send(GET)
                await asyncio.sleep(0.05)
            while "done" not in told:
                await asyncio.sleep(0.01)
        assert told == ["http.disconnect", "done"]

    in_loop(loop, play)


# deadlines


def test_a_head_has_one_deadline_however_it_drips(loop: str) -> None:
    """A byte now and then does not put it off."""

    async def play() -> None:
        async with served(echo, silence=0.5) as server, connected(server) as client:
            began = time.monotonic()
            dripping = asyncio.ensure_future(drips(client.writer))
            assert await client.rest() == b""
            dripping.cancel()
            assert 0.4 < time.monotonic() - began < 5

    async def drips(writer: asyncio.StreamWriter) -> None:
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        while True:
            writer.write(b"x")
            await asyncio.sleep(0.02)

    in_loop(loop, play)


def test_a_body_may_be_slow_but_not_silent(loop: str) -> None:
    """Each piece has a deadline of its own."""

    async def play() -> None:
        async with served(echo, silence=1.0) as server, connected(server) as client:
            await client.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n")
            for _ in range(20):
                await asyncio.sleep(0.1)
                await client.send(b"x")
            assert (await client.response())[2] == b"/ " + b"x" * 20
            await client.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\nx")
            assert await client.rest() == b""

    in_loop(loop, play)


def test_a_connection_that_asks_no_more_is_not_kept(loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may for a while."""
    monkeypatch.setattr(http_connection, "KEEP_ALIVE", 0.5)

    async def play() -> None:
        async with served(echo) as server, connected(server) as client:
            for _ in range(3):
                await client.send(GET)
                assert (await client.response())[0] == 200
                await asyncio.sleep(0.1)
            began = time.monotonic()
            assert await client.rest() == b""
            assert time.monotonic() - began < ConnectionOptions().silence / 2

    in_loop(loop, play)


def test_an_application_may_take_its_time(loop: str) -> None:
    """Nobody who waits for an answer is taken for silent."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0.8)
        await answer(send, b"at last")

    async def play() -> None:
        async with served(app, silence=0.2) as server, connected(server) as client:
            await client.send(GET)
            assert (await client.response())[2] == b"at last"

    in_loop(loop, play)


def small_socket(port: int) -> socket.socket:
    """A connection whose client's system keeps little of what it does not read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    line.connect(("127.0.0.1", port))
    line.setblocking(False)
    return line


MEGABYTE = 1024 * 1024


def test_who_reads_slowly_is_waited_for_and_who_reads_nothing_is_not(loop: str) -> None:
    """As long as something is taken within the deadline, the answer goes on."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await answer(send, b"x" * MEGABYTE)

    async def play() -> None:
        there = asyncio.get_running_loop()
        async with served(app, silence=1.0) as server:
            with small_socket(server.port) as slow:
                await there.sock_sendall(slow, GET)
                got = 0
                while got < MEGABYTE:
                    read = len(await there.sock_recv(slow, 16 * 1024))
                    assert read, "the connection ended early"
                    got += read
                    await asyncio.sleep(0.1 if got < 128 * 1024 else 0)
            with small_socket(server.port) as dead:
                await there.sock_sendall(dead, GET)
                while len(server.server.endpoint.open) < 1:
                    await asyncio.sleep(0.01)
                while server.server.endpoint.open:
                    await asyncio.sleep(0.01)

    in_loop(loop, play)


def test_a_body_is_not_read_faster_than_it_is_used(loop: str) -> None:
    """What the application has not asked for stays with the client."""
    taken: list[int] = []
    use = asyncio.Event()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await use.wait()
        taken.append(len(await whole_body(receive)))
        await answer(send, b"")

    async def play() -> None:
        async with served(app) as server, connected(server) as client:
            client.writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (64 * MEGABYTE))
            client.writer.write(b"x" * (64 * MEGABYTE))
            await asyncio.sleep(0.5)
            assert client.writer.transport.get_write_buffer_size() > 32 * MEGABYTE
            use.set()
            assert (await client.response())[0] == 200
            assert taken == [64 * MEGABYTE]

    in_loop(loop, play)
