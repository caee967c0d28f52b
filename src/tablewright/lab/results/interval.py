"""95 % intervals of sampled figures. None has width 0: no failure in a hundred plays does not mean there is none."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

Z95 = 1.96
#: Pseudo-observations of the least and of the greatest value each (Agresti and Coull).
MORE = 2


def half_width(plays: int, total: float, squares: float, between: tuple[float, float]) -> float:
    """Half the 95 % interval of a mean, from the sum over plays and the sum of squares.

    `between` is the range of possible values, as far as known.
    """
    least, most = between
    n = plays + 2 * MORE
    mean = (total + MORE * (least + most)) / n
    variance = (squares + MORE * (least * least + most * most)) / n - mean * mean
    return Z95 * sqrt(max(0.0, variance) / n)


def difference_half_width(plays: int, total: float, squares: float, reach: float) -> float:
    """Half the 95 % interval of a mean difference of pairs; `reach` is the largest possible difference.

    For chances `reach` is 1, as if there were two more pairs of each kind in which only one side succeeded.
    """
    n = plays + 2 * MORE
    mean = total / n
    variance = (squares + 2 * MORE * reach * reach) / n - mean * mean
    return Z95 * sqrt(max(0.0, variance) / n)


def deviation_half_width(deviations: Iterable[tuple[float, float]], plays: int, reach: float) -> float:
    """Half the 95 % interval of a standard deviation, from the interval of the variance.

    `deviations` are distances from the mean with their shares. `reach` is the range, used if all plays were equal.
    """
    squares = [(far * far, p) for far, p in deviations]
    variance = sum(square * p for square, p in squares)
    most = max(square for square, _ in squares) or reach * reach
    wide = half_width(plays, plays * variance, plays * sum(s * s * p for s, p in squares), (0.0, most))
    now = sqrt(variance)
    return max(sqrt(variance + wide) - now, now - sqrt(max(0.0, variance - wide)))


def quantile_bounds(part: float, plays: int) -> tuple[float, float]:
    """The shares of sorted plays between which a quantile lies. A value below 0 or above 1 means too few plays."""
    wide = Z95 * sqrt(part * (1 - part) / plays)
    return part - wide, part + wide + 1 / plays


def observed_range(least: float, most: float) -> tuple[float, float]:
    """The range of a figure from its least and greatest observed value.

    A constant one may also be 0, and a constant 0 may also be 1.
    """
    if least < most:
        return least, most
    return (0.0, 1.0) if least == 0 else (min(least, 0.0), max(most, 0.0))
