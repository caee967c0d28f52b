"""Veil Runners: the same roll with focus tokens, spent for the best outcome they can buy.

Extent: pools of 0 to 6 d6, 3 tokens, four outcomes each.
"""

from __future__ import annotations

from tablewright.engine.exact import ExactCounter
from tablewright.games.veil_runners import rolls

from .common import Answer, Chances, Question, chances
from .toys import CRITICAL, DRAWBACK, FIASCO, SUCCESS, pool_roll

QUESTION = Question("b", "same, up to 3 tokens spent the best way", 20)
POOLS = range(7)
FOCUS = 3


def bought(high: int, second: int) -> int:
    """The best outcome the tokens buy with these as the two highest dice."""
    if second and 12 - high - second <= FOCUS:
        return CRITICAL
    if 6 - high <= FOCUS:
        return SUCCESS
    return DRAWBACK if 4 - high <= FOCUS else FIASCO


def bought_lowest(low: int, high: int) -> int:
    """The same where the lowest of two is read: both have to be raised."""
    for outcome, face in ((SUCCESS, 6), (DRAWBACK, 4)):
        if max(0, face - low) + max(0, face - high) <= FOCUS:
            return outcome
    return FIASCO


def hand() -> Answer:
    """Rolls counted by their two highest dice."""
    none, one = [0] * 4, [0] * 4
    for die in range(1, 7):
        one[bought(die, 0)] += 1
        for other in range(1, 7):
            none[bought_lowest(die, other)] += 1
    answer = {0: chances(dict(enumerate(none))), 1: chances(dict(enumerate(one)))}
    for n in POOLS[2:]:
        ways = [0] * 4
        for high in range(1, 7):
            ways[bought(high, high)] += high**n - (high - 1) ** n - n * (high - 1) ** (n - 1)
            for second in range(1, high):
                ways[bought(high, second)] += n * (second ** (n - 1) - (second - 1) ** (n - 1))
        answer[n] = chances(dict(enumerate(ways)))
    return answer


def ours() -> Answer:
    exact = ExactCounter()
    return {n: dict(exact.best(pool_roll(n, FOCUS), int).dist.items()) for n in POOLS}


def played() -> Answer:
    """From the game's own rule, which also says what each outcome cost."""
    exact = ExactCounter()
    best = {n: exact.best(rolls.pool_roll("roller", n, FOCUS), _result).dist for n in POOLS}
    return {n: dict(dist.map(_result).items()) for n, dist in best.items()}


def _result(priced: tuple[int, int]) -> int:
    return int(priced[0])


def icepool_() -> Answer:
    """The clever way: what the tokens buy, found by hand, over the two highest dice."""
    from icepool import d

    d6 = d(6)
    pair = d6.pool(2).expand()
    answer = {0: pair.map(bought_lowest, star=True), 1: d6.map(lambda die: bought(die, 0))}
    for n in POOLS[2:]:
        answer[n] = d6.pool(n)[-2:].expand().map(lambda second, high: bought(high, second), star=True)
    return {n: chances(die) for n, die in answer.items()}


def dyce_() -> Answer:
    """The clever way, as above."""
    from dyce import P

    def counted(n: int, *which: int) -> Chances:
        ways = [0] * 4
        for roll, count in (n @ P(6)).rolls_with_counts(*which):
            ways[bought(roll[-1], roll[-2] if len(roll) > 1 else 0)] += count
        return chances(dict(enumerate(ways)))

    none = [0] * 4
    for (low, high), count in (2 @ P(6)).rolls_with_counts():
        none[bought_lowest(low, high)] += count
    return {0: chances(dict(enumerate(none))), 1: counted(1), **{n: counted(n, -2, -1) for n in POOLS[2:]}}
