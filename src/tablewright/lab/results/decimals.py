"""Numbers with as many decimals as it takes to tell them apart."""

from __future__ import annotations

MOST = 6


def count_decimals(one: float, two: float, least: int) -> int:
    """How many decimals tell two numbers apart: `least`, if those do, or if not even many would."""
    for digits in range(least, MOST + 1):
        if f"{one:.{digits}f}" != f"{two:.{digits}f}":
            return digits
    return least
