"""A worker: a whole server, but for the port. Its connections are handed to it."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

import uvicorn

from .socket_passing import receive_connections

READY_BYTE = b"r"


class ServerWorker(uvicorn.Server):
    """Serves what is handed to it, until whoever hands it is gone."""

    def __init__(self, config: uvicorn.Config, channel: socket.socket) -> None:
        super().__init__(config)
        self.channel = channel

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        self.channel.setblocking(False)
        asyncio.get_running_loop().add_reader(self.channel, self._take)
        with suppress(OSError):
            self.channel.send(READY_BYTE)

    def _take(self) -> None:
        try:
            connections, ended = receive_connections(self.channel)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            connections, ended = [], True
        if ended:
            asyncio.get_running_loop().remove_reader(self.channel)
            self.should_exit = True
        for connection in connections:
            task = asyncio.ensure_future(self._serve_one(connection))
            self.server_state.tasks.add(task)
            task.add_done_callback(self.server_state.tasks.discard)

    async def _serve_one(self, connection: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(self._protocol, connection)
        except OSError:
            connection.close()

    def _protocol(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]  # the same that uvicorn gives its own
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
