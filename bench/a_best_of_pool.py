"""Veil Runners: the outcome of a roll without tokens, for every pool.

Extent: pools of 0 to 6 d6 (0 means two dice, the lowest read), four outcomes each.
"""

from __future__ import annotations

from typing import Any

from tablewright.run.odds import odds_of

from .common import Question
from .toys import CRITICAL, DRAWBACK, FIASCO, SUCCESS, crew_roll

QUESTION = Question("a", "best of 0..6 d6 with criticals", 5)
POOLS = range(7)


def read(high: int, second: int) -> int:
    if high < 4:
        return FIASCO
    if high < 6:
        return DRAWBACK
    return CRITICAL if second == 6 else SUCCESS


def hand() -> Any:
    """Rolls counted by their two highest dice."""
    answer = {0: {FIASCO: 27, DRAWBACK: 8, SUCCESS: 1}, 1: {FIASCO: 3, DRAWBACK: 2, SUCCESS: 1}}
    for n in POOLS[2:]:
        ways = [0] * 4
        for high in range(1, 7):
            ways[read(high, high)] += high**n - (high - 1) ** n - n * (high - 1) ** (n - 1)
            for second in range(1, high):
                ways[read(high, second)] += n * (second ** (n - 1) - (second - 1) ** (n - 1))
        answer[n] = dict(enumerate(ways))
    return answer


def ours() -> Any:
    return {n: odds_of(lambda n=n: crew_roll(n, 0)).best for n in POOLS}


def icepool_() -> Any:
    from icepool import d, lowest

    def outcome(*dice: int) -> int:
        return read(dice[-1], dice[-2] if len(dice) > 1 else 0)

    d6 = d(6)
    answer = {0: lowest(d6, d6).map(lambda low: read(low, 0)), 1: d6.map(outcome)}
    for n in POOLS[2:]:
        answer[n] = d6.pool(n)[-2:].expand().map(outcome, star=True)
    return answer


def dyce_() -> Any:
    from dyce import H, P

    def counted(n: int, *which: int) -> Any:
        ways = [0] * 4
        for roll, count in (n @ P(6)).rolls_with_counts(*which):
            ways[read(roll[-1], roll[-2] if len(roll) > 1 else 0)] += count
        return H(dict(enumerate(ways)))

    return {0: counted(2, 0), 1: counted(1), **{n: counted(n, -2, -1) for n in POOLS[2:]}}
