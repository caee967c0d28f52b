"""95 % intervals of what was sampled: never of no width, because who has seen no failure in a hundred plays has not
seen that there is none.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

Z95 = 1.96
MORE = 2
"""As if the least and the most had each come so many times more (Agresti and Coull)."""


def half_width(plays: int, total: float, squares: float, between: tuple[float, float]) -> float:
    """Half the 95 % interval of a mean, from the sum of so many plays and of their squares. `between` is the least and
    the most that a play may come to, as far as that is known.
    """
    least, most = between
    n = plays + 2 * MORE
    mean = (total + MORE * (least + most)) / n
    variance = (squares + MORE * (least * least + most * most)) / n - mean * mean
    return Z95 * sqrt(max(0.0, variance) / n)


def difference_half_width(plays: int, total: float, squares: float, reach: float) -> float:
    """Half the 95 % interval of the mean of differences between pairs, of which none is farther than `reach`. For
    chances that is 1: pairs in which only one side came to it are counted as if there were two more of each kind.
    """
    n = plays + 2 * MORE
    mean = total / n
    variance = (squares + 2 * MORE * reach * reach) / n - mean * mean
    return Z95 * sqrt(max(0.0, variance) / n)


def deviation_half_width(deviations: Iterable[tuple[float, float]], plays: int, reach: float) -> float:
    """Half the 95 % interval of a standard deviation: that of its square, and the root of both ends. It is given how
    far from the mean plays came, each with the share of them; `reach` is how far apart two may be, if all were the
    same.
    """
    squares = [(far * far, p) for far, p in deviations]
    variance = sum(square * p for square, p in squares)
    most = max(square for square, _ in squares) or reach * reach
    wide = half_width(plays, plays * variance, plays * sum(s * s * p for s, p in squares), (0.0, most))
    now = sqrt(variance)
    return max(sqrt(variance + wide) - now, now - sqrt(max(0.0, variance - wide)))


def quantile_bounds(part: float, plays: int) -> tuple[float, float]:
    """Between which shares of so many plays, in order, the value lies below which this part of all plays would be.
    Below none or above all: so far the plays do not tell.
    """
    wide = Z95 * sqrt(part * (1 - part) / plays)
    return part - wide, part + wide + 1 / plays


def observed_range(least: float, most: float) -> tuple[float, float]:
    """Between what a number lies of which these are the least and the most that were seen. One that was always the same
    may yet be nothing; and what was always nothing, one.
    """
    if least < most:
        return least, most
    return (0.0, 1.0) if least == 0 else (min(least, 0.0), max(most, 0.0))
