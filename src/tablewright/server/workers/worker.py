"""A worker: a whole server, but for the port. Its connections are passed to it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tablewright.server.connections import Acceptor, AsgiServer

from .socket_passing import receive_connections

READY_BYTE = b"r"


def passed_through(channel: socket.socket) -> Acceptor:
    """Accept the connections that the acceptor passes through a channel; its end stops the server."""

    @asynccontextmanager
    async def accepting(server: AsgiServer) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        channel.setblocking(False)
        loop.add_reader(channel, _take, server, channel)
        with suppress(OSError):
            channel.send(READY_BYTE)
        try:
            yield
        finally:
            loop.remove_reader(channel)

    return accepting


def _take(server: AsgiServer, channel: socket.socket) -> None:
    try:
        connections, ended = receive_connections(channel)
    except (BlockingIOError, InterruptedError):
        return
    except OSError:
        connections, ended = [], True
    for connection in connections:
        server.endpoint.spawn(_begin(server, connection))
    if ended:
        asyncio.get_running_loop().remove_reader(channel)
        server.stop()


async def _begin(server: AsgiServer, connection: socket.socket) -> None:
    try:
        await asyncio.get_running_loop().connect_accepted_socket(server.new_connection, connection)
    except OSError:
        connection.close()
