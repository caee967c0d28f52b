"""Looking: people are shown what has changed, one after the other, in what time is left beside what they do.

What is told is told at once. What is shown may wait: under load it is shown less often, and then all of it together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Generic, TypeVar

G = TypeVar("G")

AT_ONCE, AT_MOST = 0.001, 0.005
"""Seconds of looking before others have their turn: as many as nobody notices, and at most."""
MAX_CPU_SHARE = 0.5
"""As much of the time that went into everything else may go into looking: a third of it all."""
MAX_DELAY = 0.5
"""Seconds between two looks of one person while there is more to do than time to do it in."""
LAG_THRESHOLD = 0.002
"""Seconds that looks are late, on average, when that is so."""


class ViewQueue(Generic[G]):
    """Whoever is to be shown something, in the order in which there was something to show."""

    def __init__(self) -> None:
        self.due: dict[G, Callable[[G], None]] = {}
        self.shown: dict[G, float] = {}
        """When each was shown something last."""
        self.late = 0.0
        """How late looks are of late."""
        self._asked = self._ended = 0.0
        """For when the next was asked, and when the last ended."""
        self._next: asyncio.Handle | None = None

    def soon(self, guests: Iterable[G], show: Callable[[G], None]) -> None:
        """Each is shown how it is then: once, however often they are named before."""
        for guest in guests:
            self.due.setdefault(guest, show)
        self._in(0.0)

    def forget(self, guest: G) -> None:
        self.due.pop(guest, None)
        self.shown.pop(guest, None)

    def _in(self, seconds: float) -> None:
        """Goes on after so long, if there is anything to go on with."""
        if self._next is None and self.due:
            loop, self._asked = asyncio.get_running_loop(), monotonic() + seconds
            self._next = loop.call_later(seconds, self._look) if seconds else loop.call_soon(self._look)

    def _look(self) -> None:
        self._next, now = None, monotonic()
        self.late += (now - self._asked - self.late) / 8
        until = now + min(AT_MOST, max(AT_ONCE, (now - self._ended) * MAX_CPU_SHARE))
        early = 0.0
        try:
            while self.due and monotonic() < until:
                guest = next(iter(self.due))
                early = self.shown.get(guest, 0.0) + MAX_DELAY - now if self.late > LAG_THRESHOLD else 0.0
                if early > 0:
                    break
                self.shown[guest] = now
                self.due.pop(guest)(guest)
        finally:
            self._ended = monotonic()
            self._in(max(early, (self._ended - now) / MAX_CPU_SHARE))
