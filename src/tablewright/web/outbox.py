"""An outbox: what one client is still to be sent. Whoever does not read is let go, and nobody waits for them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST_BYTES = 4 * 1024 * 1024
"""As much as may wait for one client."""


class Outbox:
    """Frames in order, sent by a task of its own."""

    def __init__(self, send: Callable[[bytes], Awaitable[None]], most: int = MOST_BYTES) -> None:
        self.send, self.most = send, most
        self.waiting: deque[bytes] = deque()
        self.bytes = 0
        self.full, self.ended = False, False
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

    def end(self) -> None:
        """No more, once what waits has been sent."""
        self.ended = True
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
