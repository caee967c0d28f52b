"""Handing a connection on: whoever listens at the port looks at what is asked first, and passes it to a worker.

All of one table's live connections go to one worker as long as it lives, so that the table is in memory once. Nothing
but speed depends on it.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

MAX_LINE = 4_096
"""Bytes of a first line that are looked at."""
READ_TIMEOUT = 10.0
"""Seconds in which somebody who has connected must ask something."""
LIVE_PATH = re.compile(rb"/api/tables/([^/ ?]+)/live[ ?]")


async def peek_request_line(connection: socket.socket) -> bytes:
    """What is asked first, left where it is for whoever answers; nothing, if the other side is gone or silent."""
    loop = asyncio.get_running_loop()
    until, pause = loop.time() + READ_TIMEOUT, 0.001
    while loop.time() < until:
        try:
            seen = connection.recv(MAX_LINE, socket.MSG_PEEK)
        except BlockingIOError:
            await _readable(connection, until - loop.time())
            continue
        except OSError:
            return b""
        line, end, _ = seen.partition(b"\n")
        if end or not seen or len(seen) == MAX_LINE:
            return line
        await asyncio.sleep(pause)  # what has come can be read, so waiting for that would wait for nothing
        pause = min(0.1, pause * 2)
    return b""


async def _readable(connection: socket.socket, seconds: float) -> None:
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(connection, ready.set)
    try:
        with suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), max(0.0, seconds))
    finally:
        loop.remove_reader(connection)


def requested_table(line: bytes) -> bytes:
    """The table whose live connection is asked for; nothing, for anything else."""
    found = LIVE_PATH.search(line)
    return found[1] if found else b""


def worker_for_table(table: bytes, numbers: Sequence[int]) -> int:
    """Which of the workers a table belongs to. When one comes or goes, only its own tables move."""
    return max(numbers, key=lambda n: hashlib.blake2b(table + b"/%d" % n, digest_size=8).digest())


def send_connection(channel: socket.socket, connection: socket.socket) -> None:
    """Passes a connection on; OSError, if nobody takes it."""
    socket.send_fds(channel, [b"c"], [connection.fileno()])


def receive_connections(channel: socket.socket, most: int = 64) -> tuple[list[socket.socket], bool]:
    """The connections that were passed on to us, and whether there will be no more."""
    said, fds, _, _ = socket.recv_fds(channel, most, most)
    taken = [socket.socket(fileno=fd) for fd in fds]
    for connection in taken:
        connection.setblocking(False)
    return taken, not said


def can_pass_sockets() -> bool:
    """Whether this system passes connections between processes."""
    here: Any = socket
    return hasattr(here, "send_fds") and hasattr(here, "AF_UNIX")
