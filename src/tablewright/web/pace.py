"""Pace: how often people are shown what has changed. What is told is told at once, whatever the pace."""

from __future__ import annotations

LEAST, MOST = 0.05, 2.0
"""Seconds between two looks: while there is time, and at worst."""
LATE = 0.02
"""Seconds after which a look that was due is late: there is more to do than time to do it in."""


class Pace:
    """A table's own: slower while its looks come late, quicker again while they do not."""

    def __init__(self) -> None:
        self.seconds = LEAST
        self.last = 0.0
        self.due = 0.0

    def next(self, now: float) -> float:
        """When to look next: at once, if that is long enough after the last time."""
        self.due = max(now, self.last + self.seconds)
        return self.due

    def looked(self, now: float) -> None:
        self.seconds = min(MOST, self.seconds * 1.5) if now - self.due > LATE else max(LEAST, self.seconds * 0.8)
        self.last = now
