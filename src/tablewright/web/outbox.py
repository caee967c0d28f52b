"""An outbox: what one client is still to be sent. Whoever does not read is let go, and nobody waits for them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

#: Why a connection ends, as the page is told: who comes again is heard after the last three, and only then.
NOT_YOURS, UNREADABLE, GONE, BEHIND, STOPPING, LATER = 4403, 4400, 4410, 4408, 1012, 1013

MOST_BYTES = 4 * 1024 * 1024
"""As much as may wait for one client."""


class Outbox:
    """Frames in order, sent by a task of its own."""

    def __init__(self, send: Callable[[bytes], Awaitable[None]], most: int = MOST_BYTES) -> None:
        self.send, self.most = send, most
        self.waiting: deque[bytes] = deque()
        self.bytes = 0
        self.full = False
        self.ended: tuple[int, str] | None = None
        """How the connection is to be closed, once what waits has been sent."""
        self.filled = asyncio.Event()

    def put(self, frame: bytes) -> None:
        """To be sent. With too much before it, the client is given up: it comes back and asks for what it missed."""
        if self.full:
            return
        if self.bytes + len(frame) > self.most:
            self.full = True
            self.waiting.clear()
        else:
            self.waiting.append(frame)
            self.bytes += len(frame)
        self.filled.set()

    def end(self, code: int, why: str) -> None:
        """No more, once what waits has been sent."""
        self.ended = self.ended or (code, why)
        self.filled.set()

    async def run(self) -> None:
        """Sends what comes, until the client has fallen behind or has no place here any more."""
        while True:
            await self.filled.wait()
            self.filled.clear()
            if self.full:
                return
            while self.waiting:
                frame = self.waiting.popleft()
                self.bytes -= len(frame)
                await self.send(frame)
            if self.ended:
                return
