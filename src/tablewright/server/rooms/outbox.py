"""An outbox: what one client is still to be sent. Whoever does not read is let go, and nobody waits for them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

MAX_BYTES = 4 * 1024 * 1024
"""As much as may wait for one client."""


class Outbox:
    """Frames in order: each is written at once, or waits while the line takes no more."""

    def __init__(self, write: Callable[[bytes], None], most: int = MAX_BYTES) -> None:
        self.write, self.most = write, most
        self.waiting: deque[bytes] = deque()
        self.bytes = 0
        self.paused = self.full = False
        self.ended: tuple[int, str] | None = None
        """How the connection is to be closed, once what waits has been sent."""
        self.stopped = asyncio.Event()
        """Set when the client has fallen behind, or has no place here any more and nothing waits for it."""

    def put(self, frame: bytes) -> None:
        """To be sent. With too much before it, the client is given up: it comes back and asks for what it missed."""
        if self.full:
            return
        if not self.paused:
            self.write(frame)
        elif self.bytes + len(frame) > self.most:
            self.full = True
            self.waiting.clear()
            self.stopped.set()
        else:
            self.waiting.append(frame)
            self.bytes += len(frame)

    def pause(self) -> None:
        """The line takes no more for now."""
        self.paused = True

    def resume(self) -> None:
        """What waits is sent, as far as the line takes it."""
        self.paused = False
        while self.waiting and not self.paused:  # writing may pause it again
            frame = self.waiting.popleft()
            self.bytes -= len(frame)
            self.write(frame)
        if self.ended and not self.waiting:
            self.stopped.set()

    def drop(self, code: int, why: str) -> None:
        """No more, at once."""
        self.waiting.clear()
        self.end(code, why)

    def end(self, code: int, why: str) -> None:
        """No more, once what waits has been sent."""
        self.ended = self.ended or (code, why)
        if not self.waiting:
            self.stopped.set()
