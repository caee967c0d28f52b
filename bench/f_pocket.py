"""Moonveil: a check with the Pocket to swap for a die and one pip to throw again, played the best way.

Extent: DC 10, one pip to mark, every Pocket from 1 to 6; success and pips marked, jointly.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

from tablewright.run.exact import Exact

from .common import Question
from .toys import pocket_roll

QUESTION = Question("f", "2d6, Pocket swap, one paid reroll, every Pocket", 10)
DC = 10
POCKETS = range(1, 7)


def hand() -> Any:
    """From the last throw back to the first: keep, swap either die, throw again, whichever succeeds most often."""
    rolls = [(low, high, 1 + (low < high)) for low, high in combinations_with_replacement(range(1, 7), 2)]
    plain = sum(w for low, high, w in rolls if low + high >= DC)
    answer = {}
    for pocket in POCKETS:
        swapped = 0
        for low, high, w in rolls:
            if low + high >= DC or pocket + high >= DC or low + pocket >= DC:
                swapped += w
        ways = {(True, 0): 0, (False, 0): 0, (True, 1): 0, (False, 1): 0}
        for low, high, w in rolls:
            now = max(low + high >= DC, pocket + high >= DC, low + pocket >= DC)
            later = max(plain, swapped)
            if 36 * now >= later:
                ways[now, 0] += w * 36
            else:
                ways[True, 1] += w * later
                ways[False, 1] += w * (36 - later)
        answer[pocket] = ways
    return answer


def ours() -> Any:
    exact = Exact()
    return {pocket: exact.best(pocket_roll(DC, pocket), lambda result: result[0]).dist for pocket in POCKETS}


def icepool_() -> Any:
    """Written out by hand: keep or swap if that succeeds, otherwise throw again and swap if that helps."""
    from icepool import d

    answer = {}
    for pocket in POCKETS:
        pair = d(6).pool(2).expand()

        def succeeds(low: int, high: int, pocket: int = pocket) -> bool:
            return max(low + high, pocket + high, low + pocket) >= DC

        again = pair.map(lambda low, high: (succeeds(low, high), 1), star=True)
        answer[pocket] = pair.map(lambda low, high: (True, 0) if succeeds(low, high) else again, star=True)
    return answer


def dyce_() -> Any:
    """Written out by hand, as above."""
    from dyce import P, expand

    answer = {}
    for pocket in POCKETS:

        def succeeds(roll: Any, pocket: int = pocket) -> bool:
            low, high = roll
            return max(low + high, pocket + high, low + pocket) >= DC

        pair = 2 @ P(6)
        again = expand(lambda result: (succeeds(result.roll), 1), pair)
        answer[pocket] = expand(lambda result: (True, 0) if succeeds(result.roll) else again, pair)
    return answer
