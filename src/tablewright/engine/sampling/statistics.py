"""What many plays came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt

NOBODY = "nobody"
"""Who falls first where nobody falls."""
NAME_SEPARATOR = " and "
"""Between those that fall at once."""


class PlayStatistics:
    """What many plays came to: how they ended, how long they took, what was left, and who fell first."""

    def __init__(self) -> None:
        self.plays = 0
        self.endings: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.left: dict[str, Counter[float]] = {}
        self.worth: Counter[float] = Counter()
        self.first: Counter[str] = Counter()
        self.noticed: set[str] = set()
        """What somebody noticed on the way."""

    def add(
        self,
        ending: str,
        steps: int,
        left: Mapping[str, float],
        worth: float | None = None,
        first: str | None = None,
        times: int = 1,
    ) -> None:
        """So many plays that came to the same."""
        self.plays += times
        self.endings[ending] += times
        self.lengths[steps] += times
        for name, amount in left.items():
            self.left.setdefault(name, Counter())[amount] += times
        if worth is not None:
            self.worth[worth] += times
        if first is not None:
            self.first[first] += times

    def merge(self, other: PlayStatistics) -> None:
        self.plays += other.plays
        self.endings += other.endings
        self.lengths += other.lengths
        self.worth += other.worth
        self.first += other.first
        self.noticed |= other.noticed
        for name, counts in other.left.items():
            self.left.setdefault(name, Counter()).update(counts)

    def chance(self, ending: str) -> tuple[float, float]:
        """The share of plays that ended so, and half its 95 % interval."""
        return wilson_interval(self.endings[ending], self.plays)

    def widest(self) -> float:
        """Half the width of the widest interval of any ending's chance."""
        return max((self.chance(name)[1] for name in self.endings), default=1.0)

    def values(self, figure: str) -> Sequence[float]:
        """All that a figure came to which is a number; nothing for a chance."""
        if figure in self.endings:
            return ()
        numbers: dict[str, Counter[int] | Counter[float]] = {**self.left, "length": self.lengths, "worth": self.worth}
        return tuple(numbers.get(figure, ()))

    def mean_length(self) -> float:
        return sum(steps * n for steps, n in self.lengths.items()) / self.plays

    def mean_left(self) -> dict[str, float]:
        return {
            name: sum(amount * n for amount, n in counts.items()) / self.plays for name, counts in self.left.items()
        }


def wilson_interval(times: int, plays: int, z: float = 1.96) -> tuple[float, float]:
    """A share of plays, and half the least interval around it that holds Wilson's 95 % interval: that one has its
    middle elsewhere, and where a share is next to all or nothing, half its width alone would be too narrow one time in
    seven.
    """
    p, more = times / plays, z * z / plays
    middle = (p + more / 2) / (1 + more)
    return p, abs(middle - p) + z / (1 + more) * sqrt(p * (1 - p) / plays + more / (4 * plays))


def newly_fallen(before: Sequence[str], now: Sequence[str]) -> str:
    """Who of those that stood before does not stand now; of several of one name, as many as are missing."""
    still, fell = list(now), list[str]()
    for name in before:
        if name in still:
            still.remove(name)
        else:
            fell.append(name)
    return NAME_SEPARATOR.join(fell) or NOBODY
