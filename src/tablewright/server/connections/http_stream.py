"""HTTP/1.1 events over a transport, with flow control and a deadline for every wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

import h11

MAX_READ_AHEAD = 64 * 1024
"""Bytes that are read before anybody asks for them: more requests than the one under way, or its body."""

HttpEvent = h11.Request | h11.Data | h11.EndOfMessage | h11.ConnectionClosed


class ConnectionLost(Exception):
    """The client is gone."""


class HttpStream(asyncio.Protocol):
    """The asyncio side of an HTTP connection: h11 parses what comes and frames what goes.

    A transport calls it; whoever serves the connection awaits `next_event` and `drain`.
    """

    def __init__(self, on_connected: Callable[[HttpStream], None], silence: float) -> None:
        self.on_connected, self.silence = on_connected, silence
        self.http = h11.Connection(h11.SERVER)
        self.transport: asyncio.Transport
        self.lost = asyncio.Event()
        self._readable, self._writable = asyncio.Event(), asyncio.Event()
        self._writable.set()
        self._ahead = 0

    # called by the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        # Without a buffer of its own the transport reports at once that a client does not read.
        self.transport.set_write_buffer_limits(high=0)
        self.on_connected(self)

    def data_received(self, data: bytes) -> None:
        self.http.receive_data(data)
        self._ahead += len(data)
        if self._ahead > MAX_READ_AHEAD and self.transport.is_reading():
            self.transport.pause_reading()
        self._readable.set()

    def connection_lost(self, exc: Exception | None) -> None:
        for event in (self.lost, self._readable, self._writable):
            event.set()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    # called by whoever serves the connection

    @property
    def has_data(self) -> bool:
        """True if something has come that no event was made of yet."""
        return bool(self.http.trailing_data[0])

    async def wait_for_data(self, deadline: float) -> None:
        """Wait until more data comes. Raises TimeoutError or ConnectionLost."""
        self._readable.clear()
        self._ahead = 0
        if self.lost.is_set():
            raise ConnectionLost
        if not self.transport.is_reading():
            self.transport.resume_reading()
        async with asyncio.timeout_at(deadline):
            await self._readable.wait()
        if self.lost.is_set():
            raise ConnectionLost

    async def next_event(self, deadline: float | None = None) -> HttpEvent:
        """Return the next part of a request. Raises TimeoutError, ConnectionLost or h11.RemoteProtocolError.

        Without a deadline the client may be slow, but not silent.
        """
        while (event := self.http.next_event()) is h11.NEED_DATA:
            await self.wait_for_data(deadline or asyncio.get_running_loop().time() + self.silence)
        return cast(HttpEvent, event)

    def write(self, *events: h11.Event) -> None:
        """Send parts of a response as one piece."""
        pieces = [self.http.send(event) for event in events]
        if not self.transport.is_closing():
            self.transport.write(b"".join(piece for piece in pieces if piece))

    async def drain(self) -> None:
        """Wait until everything has been sent. A client that takes nothing of it for a while loses the connection."""
        while not self._writable.is_set():
            unread = self.transport.get_write_buffer_size()
            try:
                async with asyncio.timeout(self.silence):
                    await self._writable.wait()
            except TimeoutError:
                if self.transport.get_write_buffer_size() >= unread:
                    self.transport.abort()
                    return
