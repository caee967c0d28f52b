"""The distribution of a number: its values with their chances, mean, deviation and quantiles."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

import msgspec

from tablewright.engine.sampling import wilson_interval
from tablewright.rules import ExpectedValue

from .format import OPEN, POSITIVE, Within, format_briefly
from .interval import deviation_half_width, half_width, observed_range, quantile_bounds
from .named_dict import NamedDict

PARTS = (5, 25, 50, 75, 95)  # percentages of the quantiles


class ValueSpread(msgspec.Struct, frozen=True):
    """A number's values with their chances, lowest first. `wide` is half the 95 % interval of the mean; 0 if exact."""

    mean: float
    wide: float
    deviation: float
    quantiles: dict[str, float]
    """Quantiles at 5, 25, 50, 75 and 95 %."""
    chances: tuple[tuple[float, float], ...]
    plays: int = 0
    """Plays sampled; 0 if exact."""
    average: bool = False
    """True if only the mean has a meaning, because values of single plays are expected values."""
    deviation_wide: float = 0.0
    """Half the 95 % interval of the deviation; 0 if exact."""
    between: dict[str, tuple[float | None, float | None]] = {}
    """The 95 % interval of each sampled quantile; an end is None if the plays are too few."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "quantiles", NamedDict("quantile here", self.quantiles))

    @staticmethod
    def of(chances: Mapping[float, float], plays: int = 0) -> ValueSpread:
        """Build the distribution from chances; of so many plays if it was sampled."""
        pairs = tuple((float(value), p) for value, p in sorted(chances.items()) if p)
        total = sum(p for _, p in pairs)
        mean = sum(value * p for value, p in pairs) / total
        deviation = sqrt(max(0.0, sum((value - mean) ** 2 * p for value, p in pairs) / total))
        squares = sum(value * value * p for value, p in pairs) * plays / total
        between = observed_range(pairs[0][0], pairs[-1][0])
        wide = half_width(plays, mean * plays, squares, between) if plays else 0.0
        quantiles = {f"{part}%": _quantile(pairs, total * part / 100) for part in PARTS}
        average = all(isinstance(value, ExpectedValue) for value in chances)
        if not plays or average:
            return ValueSpread(mean, wide, deviation, quantiles, pairs, plays, average)
        apart = [(value - mean, p / total) for value, p in pairs]
        unsure = deviation_half_width(apart, plays, between[1] - between[0])
        about = {f"{part}%": _between(pairs, total, part / 100, plays) for part in PARTS}
        return ValueSpread(mean, wide, deviation, quantiles, pairs, plays, average, unsure, about)

    def at_least(self, value: float) -> float:
        """The chance of this value or more."""
        return sum(p for v, p in self.chances if v >= value)

    def wide_at(self, chance: float) -> float:
        """Half the 95 % interval of such a chance; 0 if exact."""
        return wilson_interval(round(chance * self.plays), self.plays)[1] if self.plays else 0.0

    @property
    def curve(self) -> tuple[tuple[float, float], ...]:
        """Each value with the chance of it or more."""
        out, above = [], 0.0
        for value, p in reversed(self.chances):
            above += p
            out.append((value, min(1.0, above)))
        return tuple(reversed(out))

    @property
    def within(self) -> Within:
        """The range of possible values, as far as observed."""
        return OPEN if self.average else observed_range(self.chances[0][0], self.chances[-1][0])

    def said(self) -> str:
        """The mean with its interval, and the range of nine plays in ten."""
        mean = format_briefly(self.mean, self.wide, within=self.within)
        if self.average:
            return f"{mean} on average"
        if len(self.chances) == 1:
            return f"{mean} in every play" if self.wide else f"{mean}, always"
        low, high = self.quantiles["5%"], self.quantiles["95%"]
        about = "" if all(self._sure(part) for part in ("5%", "95%")) else "about "
        if low == high:
            return f"{mean} on average, nine times in ten {about}{_short(low)}"
        return f"{mean} on average, nine times in ten between {about}{_short(low)} and {_short(high)}"

    def quantile(self, part: str) -> str:
        """A quantile such as "50%" as text, with its interval if that is wider."""
        value = _short(self.quantiles[part])
        if self._sure(part):
            return value
        low, high = self.between[part]
        if low is None or high is None:
            return f"{value} (up to {_short(high)})" if high is not None else f"{value} ({_short(low or 0)} or more)"
        return f"{value} ({_short(low)} to {_short(high)})"

    def _sure(self, part: str) -> bool:
        return set(self.between.get(part, ())) <= {self.quantiles[part]}

    def __repr__(self) -> str:
        if self.average:
            return f"<{self.said()}>"
        return f"<{self.said()}; deviation {format_briefly(self.deviation, self.deviation_wide, within=POSITIVE)}>"


def _between(
    pairs: tuple[tuple[float, float], ...], total: float, part: float, plays: int
) -> tuple[float | None, float | None]:
    """The values at the ends of a quantile's interval."""
    low, high = quantile_bounds(part, plays)
    return (
        _quantile(pairs, total * low) if low > 0 else None,
        _quantile(pairs, total * high) if high < 1 else None,
    )


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.01 else f"{value:.2g}"


def _quantile(pairs: tuple[tuple[float, float], ...], upto: float) -> float:
    below = 0.0
    for value, p in pairs:
        below += p
        if below >= upto - 1e-12:
            return value
    return pairs[-1][0]
