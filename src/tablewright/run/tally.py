"""What many plays came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import sqrt


class Tally:
    """What many plays came to."""

    def __init__(self) -> None:
        self.plays = 0
        self.endings: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.left: Counter[str] = Counter()

    def add(self, ending: str, steps: int, left: Mapping[str, float]) -> None:
        self.plays += 1
        self.endings[ending] += 1
        self.lengths[steps] += 1
        self.left.update(left)

    def merge(self, other: Tally) -> None:
        self.plays += other.plays
        self.endings += other.endings
        self.lengths += other.lengths
        self.left.update(other.left)

    def chance(self, ending: str) -> tuple[float, float]:
        """The share of plays that ended so, and half the width of Wilson's 95 % interval."""
        n, p, z = self.plays, self.endings[ending] / self.plays, 1.96
        wide = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return p, wide

    def mean_length(self) -> float:
        return sum(steps * n for steps, n in self.lengths.items()) / self.plays

    def mean_left(self) -> dict[str, float]:
        return {name: total / self.plays for name, total in self.left.items()}
