"""95 % intervals of what was sampled: never of no width, because who has seen no failure in a hundred plays has not
seen that there is none.
"""

from __future__ import annotations

from math import sqrt

Z95 = 1.96
MORE = 2
"""As if the least and the most had each come so many times more (Agresti and Coull)."""


def half(plays: int, total: float, squares: float, between: tuple[float, float]) -> float:
    """Half the 95 % interval of a mean, from the sum of so many plays and of their squares. `between` is the least and
    the most that a play may come to, as far as that is known.
    """
    least, most = between
    n = plays + 2 * MORE
    mean = (total + MORE * (least + most)) / n
    variance = (squares + MORE * (least * least + most * most)) / n - mean * mean
    return Z95 * sqrt(max(0.0, variance) / n)


def half_of_difference(plays: int, total: float, squares: float, reach: float) -> float:
    """Half the 95 % interval of the mean of differences between pairs, of which none is farther than `reach`. For
    chances that is 1: pairs in which only one side came to it are counted as if there were two more of each kind.
    """
    n = plays + 2 * MORE
    mean = total / n
    variance = (squares + 2 * MORE * reach * reach) / n - mean * mean
    return Z95 * sqrt(max(0.0, variance) / n)


def reaching(least: float, most: float) -> tuple[float, float]:
    """Between what a number lies of which these are the least and the most that were seen. One that was always the same
    may yet be nothing; and what was always nothing, one.
    """
    if least < most:
        return least, most
    return (0.0, 1.0) if least == 0 else (min(least, 0.0), max(most, 0.0))
