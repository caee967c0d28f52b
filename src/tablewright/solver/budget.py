"""Limits of time and memory, looked at between two steps of a long reckoning."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from math import inf
from time import monotonic

Clock = Callable[[], float]


def peak_memory() -> float:
    """Megabytes this process has needed at most so far; nothing, where the system does not say."""
    if find_spec("resource") is None:
        return 0.0
    resource = import_module("resource")
    most: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


class Budget:
    """Seconds and megabytes that may be taken from now on."""

    def __init__(
        self, seconds: float = inf, megabytes: float = inf, clock: Clock = monotonic, needed: Clock = peak_memory
    ) -> None:
        self._clock, self._needed = clock, needed
        self.began = clock()
        self.until = self.began + seconds
        self._most = needed() + megabytes
        self._looks = 0
        self.full = False
        """Whether memory, not time, has run out."""
        self.stopped = False
        """Whether somebody said that it is enough."""

    def stop(self) -> None:
        """No time is left from now on."""
        self.stopped, self.until = True, self._clock()

    @property
    def taken(self) -> float:
        """Seconds so far."""
        return self._clock() - self.began

    def share(self, part: float) -> float:
        """When this part of what is left will be over."""
        now = self._clock()
        return now + part * (self.until - now)

    def soon(self, seconds: float) -> float:
        """In so many seconds, or when there is no time left."""
        return min(self.until, self._clock() + seconds)

    def left(self, by: float = inf) -> float:
        """Seconds until then; nothing, if that is past."""
        return max(0.0, min(by, self.until) - self._clock())

    def past(self, by: float = inf) -> bool:
        """Whether it is later than that, or memory has run out."""
        self._looks += 1
        if self._looks % 64 == 0 and self._needed() > self._most:
            self.full = True
        return self.full or self._clock() >= min(by, self.until)
