"""Limits of time and memory, checked between two steps of a long computation."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from math import inf
from time import monotonic, thread_time

Clock = Callable[[], float]


def peak_memory() -> float:
    """Peak memory of this process in megabytes; 0 where the system does not report it."""
    if find_spec("resource") is None:
        return 0.0
    resource = import_module("resource")
    most: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


class Budget:
    """Seconds and megabytes that a computation may use from now on."""

    def __init__(
        self, seconds: float = inf, megabytes: float = inf, clock: Clock = monotonic, needed: Clock = peak_memory
    ) -> None:
        self._clock, self._needed = clock, needed
        self.began = clock()
        self.until = self.began + seconds
        self._most = needed() + megabytes
        self._looks = 0
        self.full = False
        """True if memory, not time, has run out."""
        self.stopped = False
        """True if somebody stopped the computation."""

    def stop(self) -> None:
        """Leave no more time from now on."""
        self.stopped, self.until = True, self._clock()

    @property
    def taken(self) -> float:
        """Seconds used so far."""
        return self._clock() - self.began

    def share(self, part: float) -> float:
        """The time at which this share of the remaining seconds will be used."""
        now = self._clock()
        return now + part * (self.until - now)

    def soon(self, seconds: float) -> float:
        """The time in so many seconds, or the end of the budget if that is earlier."""
        return min(self.until, self._clock() + seconds)

    def left(self, by: float = inf) -> float:
        """Seconds until a time or the end of the budget; 0 if it is past."""
        return max(0.0, min(by, self.until) - self._clock())

    def thread_until(self, by: float = inf) -> float:
        """Processor time of this thread by which a tree must be grown.

        A clock other than the machine's cannot tell. Under it a tree is grown whole or not at all, so a slow machine
        finds the same.
        """
        left = self.left(by)
        if self._clock is not monotonic:
            return inf if left > 0 else -inf
        return thread_time() + left

    def past(self, by: float = inf) -> bool:
        """True if a time or the end of the budget is past, or memory has run out. Memory is read at every 64th call."""
        self._looks += 1
        if self._looks % 64 == 0 and self._needed() > self._most:
            self.full = True
        return self.full or self._clock() >= min(by, self.until)
