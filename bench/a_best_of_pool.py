"""Veil Runners: the outcome of a roll without tokens, for every pool.

Extent: pools of 0 to 6 d6 (0 means two dice, the lowest read), four outcomes each.
"""

from __future__ import annotations

from fractions import Fraction

from tablewright.engine.exact import ExactCounter
from tablewright.games.veil_runners import rolls

from .common import Answer, Chances, Question, chances
from .toys import CRITICAL, DRAWBACK, FIASCO, SUCCESS, pool_roll

QUESTION = Question("a", "best of 0..6 d6 with criticals", 5)
POOLS = range(7)


def hand() -> Answer:
    """The textbook's formulas: no die above 3, none above 5, exactly one 6."""
    answer = {0: {FIASCO: Fraction(3, 4), DRAWBACK: Fraction(2, 9), SUCCESS: Fraction(1, 36), CRITICAL: Fraction(0)}}
    for n in POOLS[1:]:
        fiasco = Fraction(1, 2) ** n
        no_six = Fraction(5, 6) ** n
        one_six = n * Fraction(1, 6) * Fraction(5, 6) ** (n - 1)
        answer[n] = {FIASCO: fiasco, DRAWBACK: no_six - fiasco, SUCCESS: one_six, CRITICAL: 1 - no_six - one_six}
    return answer


def read(high: int, second: int) -> int:
    if high < 4:
        return FIASCO
    if high < 6:
        return DRAWBACK
    return CRITICAL if second == 6 else SUCCESS


def ours() -> Answer:
    exact = ExactCounter()
    return {n: dict(exact.dist(pool_roll(n, 0)).items()) for n in POOLS}


def played() -> Answer:
    """From the game's own rule."""
    exact = ExactCounter()
    return {
        n: dict(exact.dist(rolls.pool_roll("roller", n, 0)).map(lambda priced: int(priced[0])).items()) for n in POOLS
    }


def icepool_() -> Answer:
    from icepool import d, lowest

    def outcome(*dice: int) -> int:
        return read(dice[-1], dice[-2] if len(dice) > 1 else 0)

    d6 = d(6)
    answer = {0: lowest(d6, d6).map(lambda low: read(low, 0)), 1: d6.map(outcome)}
    for n in POOLS[2:]:
        answer[n] = d6.pool(n)[-2:].expand().map(outcome, star=True)
    return {n: chances(die) for n, die in answer.items()}


def dyce_() -> Answer:
    from dyce import P

    def counted(n: int, *which: int) -> Chances:
        ways = [0] * 4
        for roll, count in (n @ P(6)).rolls_with_counts(*which):
            ways[read(roll[-1], roll[-2] if len(roll) > 1 else 0)] += count
        return chances(dict(enumerate(ways)))

    return {0: counted(2, 0), 1: counted(1), **{n: counted(n, -2, -1) for n in POOLS[2:]}}
