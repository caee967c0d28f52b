"""People who connect and say nothing, or read nothing: whoever they are, the server keeps no place for them."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from tablewright.client import Visit

from .people import GAME, evening
from .running import Server, limited, party

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="nothing else tells what a process has open")

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


def connected(server: Server, said: bytes) -> socket.socket:
    """Somebody who says this and no more, and reads nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    line.connect(("127.0.0.1", server.port))
    line.sendall(said)
    return line


HALVES = {
    "nothing": b"",
    "half a question": b"GET /health HTTP/1.1\r\nHost: x",
    "half a body": b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
    "a second question by half": b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /hea",
    "more than they read": b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 200,
}


@pytest.mark.parametrize("said", HALVES.values(), ids=HALVES)
def test_who_asks_nothing_or_half_of_something_or_reads_no_answer_is_let_go(tmp_path: Path, said: bytes) -> None:
    """After a while; whoever asks is answered as before."""
    with Server(tmp_path, *limited(silence=1, requests=100_000)) as server:

        async def play() -> None:
            async with Visit(server.address) as visit:
                await visit.until_up()
                before = lines(server)
                here = [connected(server, said) for _ in range(20)]
                async with asyncio.timeout(30):
                    while len(theirs := lines(server) - before) < len(here):
                        await asyncio.sleep(0.01)
                    while theirs & lines(server):
                        await asyncio.sleep(0.05)
                await visit.until_up()
                for line in here:
                    line.close()

        evening(play)
        assert server.log == []


def hello(server: Server, table: str, token: str) -> bytes:
    """Somebody's first words at a table, from the handshake on."""
    said, key = b'{"do":"hello","since":0}', base64.b64encode(os.urandom(16)).decode()
    asked = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {token}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    )
    return asked.encode() + b"\x81%c" % (0x80 | len(said)) + bytes(4) + said


def test_who_falls_behind_and_still_reads_nothing_keeps_no_connection(tmp_path: Path) -> None:
    """They are let go with what they never read, and the others go on."""
    with Server(tmp_path, *limited(deeds=100_000)) as server:

        async def play() -> None:
            async with party(server, GAME) as table:
                master, ann = table.seats
                before = lines(server)
                deaf = [connected(server, hello(server, table.table.id, table.visits[1].token)) for _ in range(3)]
                async with asyncio.timeout(60):
                    while len(theirs := lines(server) - before) < len(deaf):
                        await asyncio.sleep(0.01)
                    while theirs & lines(server):
                        await asyncio.gather(*(master.do("say", text=LONG) for _ in range(20)))
                await ann.until(lambda: ann.entries == master.entries)
                for line in deaf:
                    line.close()

        evening(play)
        assert server.log == []
