"""People who connect and say nothing, or read nothing: whoever they are, the server keeps no place for them."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tablewright.client import Client
from tablewright.server.protocol import Welcome
from tests.server.people import GAME, evening
from tests.server.running import Server, limited, party

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="nothing else tells what a process has open")

Connected = Callable[[Server, bytes], socket.socket]
LONG = "🎲" * 3_900
SMALL = 2_048
"""Bytes that wait to be read by somebody who reads nothing, and some more that the system keeps."""


def lines(server: Server) -> set[str]:
    """The connections a server has open."""
    assert server.process is not None
    found = set[str]()
    for file in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with suppress(OSError):  # closed while we looked
            found.add(str(file.readlink()))
    return {name for name in found if name.startswith("socket:")}


@pytest.fixture
def connected() -> Iterator[Connected]:
    """Somebody who says this and no more, and reads nothing."""
    with ExitStack() as all_of_them:

        def made(server: Server, said: bytes) -> socket.socket:
            line = all_of_them.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            line.connect(("127.0.0.1", server.port))
            line.sendall(said)
            return line

        yield made


HALVES = {
    "nothing": b"",
    "half a question": b"GET /health HTTP/1.1\r\nHost: x",
    "half a body": b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
    "a second question by half": b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /hea",
    "more than they read": b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 200,
}


@pytest.mark.parametrize("said", HALVES.values(), ids=HALVES)
def test_who_asks_nothing_or_half_of_something_or_reads_no_answer_is_let_go(
    connected: Connected, tmp_path: Path, said: bytes
) -> None:
    """After a while; whoever asks is answered as before."""
    with Server(tmp_path, *limited(silence=2, requests=100_000)) as server:

        async def play() -> None:
            async with Client(server.address) as visit:
                await visit.until_up()
                before, theirs = lines(server), set[str]()
                here = [connected(server, said) for _ in range(20)]
                async with asyncio.timeout(30):
                    while len(theirs) < len(here) or theirs & lines(server):
                        theirs |= lines(server) - before  # on a slow machine some are gone before the last has come
                        await asyncio.sleep(0.01)
                await visit.until_up()

        evening(play)
        assert server.log == []


def sits_down(connected: Connected, server: Server, table: str, token: str) -> None:
    """Somebody who says hello at a table, and then nothing more whatever they are told."""
    said, key = b'{"type":"hello","since":0}', base64.b64encode(os.urandom(16)).decode()
    asked = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {token}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    )
    line = connected(server, asked.encode())
    line.settimeout(10)
    assert b" 101 " in line.recv(SMALL)
    line.sendall(b"\x81%c" % (0x80 | len(said)) + bytes(4) + said)


def test_whose_connection_is_dead_is_no_longer_here(connected: Connected, tmp_path: Path) -> None:
    """They do not answer that they are there, as a phone without a network; who says nothing but is there stays."""
    with Server(tmp_path, *limited(silence=1)) as server:

        async def play() -> None:
            async with party(server, GAME, 2) as table:
                master, ann, bob = table.seats
                welcomes: list[Welcome] = []
                ann.on_message = lambda message, _: welcomes.append(message) if isinstance(message, Welcome) else None
                seats = [seat.welcome.seat for seat in table.seats]
                await bob.leave()
                await master.until(lambda: set(master.presence.online) == set(seats[:2]))
                sits_down(connected, server, table.table.id, table.visits[2].token)
                await master.until(lambda: set(master.presence.online) == set(seats))
                await master.until(lambda: set(master.presence.online) == set(seats[:2]))
                await asyncio.sleep(2)
                assert welcomes == []

        evening(play)


def test_who_falls_behind_and_still_reads_nothing_keeps_no_connection(connected: Connected, tmp_path: Path) -> None:
    """They are let go with what they never read, and the others go on."""
    with Server(tmp_path, *limited(deeds=100_000)) as server:

        async def play() -> None:
            async with party(server, GAME) as table:
                master, ann = table.seats
                before = lines(server)
                for _ in range(3):
                    sits_down(connected, server, table.table.id, table.visits[1].token)
                async with asyncio.timeout(60):
                    while len(theirs := lines(server) - before) < 3:
                        await asyncio.sleep(0.01)
                    while theirs & lines(server):
                        await asyncio.gather(*(master.say(LONG) for _ in range(20)))
                await ann.until(lambda: ann.version == master.version)

        evening(play)
        assert server.log == []
