"""Statistics of many plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt

NOBODY = "nobody"  # the first to fall where nobody falls
NAME_SEPARATOR = " and "  # between names that fall at once


class PlayStatistics:
    """Results of many plays: endings, lengths, amounts left, values, and the first to fall."""

    def __init__(self) -> None:
        self.plays = 0
        self.endings: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.left: dict[str, Counter[float]] = {}
        self.worth: Counter[float] = Counter()
        self.first: Counter[str] = Counter()
        self.noticed: set[str] = set()
        """Notices that other code added during play."""

    def add(
        self,
        ending: str,
        steps: int,
        left: Mapping[str, float],
        worth: float | None = None,
        first: str | None = None,
        times: int = 1,
    ) -> None:
        """Add plays with equal results."""
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
        """The share of plays with this ending, and half the width of its 95 % interval."""
        return wilson_interval(self.endings[ending], self.plays)

    def widest(self) -> float:
        """Half the width of the widest interval of an ending's chance."""
        return max((self.chance(name)[1] for name in self.endings), default=1.0)

    def values(self, figure: str) -> Sequence[float]:
        """All values that a figure took; empty for a chance."""
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
    """A share of plays, and half the width of the smallest interval around it that contains Wilson's 95 % interval.

    Wilson's interval has another middle. Half its width alone would be too narrow in one case of seven for shares near
    0 or 1.
    """
    p, more = times / plays, z * z / plays
    middle = (p + more / 2) / (1 + more)
    return p, abs(middle - p) + z / (1 + more) * sqrt(p * (1 - p) / plays + more / (4 * plays))


def newly_fallen(before: Sequence[str], now: Sequence[str]) -> str:
    """Names that stood before and do not stand now; of equal names, as many as are missing."""
    still, fell = list(now), list[str]()
    for name in before:
        if name in still:
            still.remove(name)
        else:
            fell.append(name)
    return NAME_SEPARATOR.join(fell) or NOBODY
