"""Moonveil: a check with the Pocket to swap for a die and one pip to throw again, played the best way.

Extent: DC 10, one pip to mark, every Pocket from 1 to 6; success and pips marked, jointly.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from tablewright.engine.exact import ExactCounter
from tablewright.games.moonveil.dice_checks import dc_roll
from tablewright.games.moonveil.pocket_roll import Use

from .common import Answer, Question, chances
from .toys import pocket_roll

QUESTION = Question("f", "2d6, Pocket swap, one paid reroll, every Pocket", 10)
DC = 10
POCKETS = range(1, 7)


def hand() -> Answer:
    """From the last throw back to the first: keep, swap either die, throw again, whichever succeeds most often."""
    rolls = list(product(range(1, 7), repeat=2))
    plain = sum(a + b >= DC for a, b in rolls)
    answer = {}
    for pocket in POCKETS:
        swapped = sum(max(a + b, pocket + b, a + pocket) >= DC for a, b in rolls)
        later = max(plain, swapped)
        ways = {(True, 0): 0, (False, 0): 0, (True, 1): 0, (False, 1): 0}
        for a, b in rolls:
            now = max(a + b, pocket + b, a + pocket) >= DC
            if 36 * now >= later:
                ways[now, 0] += 36
            else:
                ways[True, 1] += later
                ways[False, 1] += 36 - later
        answer[pocket] = chances(ways)
    return answer


def succeeds(result: tuple[bool, int]) -> bool:
    return result[0]


def ours() -> Answer:
    exact = ExactCounter()
    return {pocket: dict(exact.best(pocket_roll(DC, pocket), succeeds).dist.items()) for pocket in POCKETS}


def played() -> Answer:
    """From the game's own rule, which also keeps the Pocket that is left."""
    exact = ExactCounter()
    plays = {pocket: exact.best(dc_roll("who", 0, Use(pocket, 1, (DC,)), DC, "Roll"), _success) for pocket in POCKETS}
    return {
        pocket: dict(play.dist.map(lambda end: (end.success, end.marked)).items()) for pocket, play in plays.items()
    }


def _success(end: Any) -> bool:
    return bool(end.success)


def enough(low: int, high: int, pocket: int) -> bool:
    return max(low + high, pocket + high, low + pocket) >= DC


def icepool_() -> Answer:
    """Written out by hand: keep or swap if that succeeds, otherwise throw again and swap if that helps."""
    from icepool import Die, d

    def check(pocket: int) -> Die[Any]:
        pair = d(6).pool(2).expand()
        again = pair.map(lambda low, high: (enough(low, high, pocket), 1), star=True)
        return pair.map(lambda low, high: (True, 0) if enough(low, high, pocket) else again, star=True)

    return {pocket: chances(check(pocket)) for pocket in POCKETS}


def dyce_() -> Answer:
    """Written out by hand, as above."""
    from dyce import H, P, expand

    def check(pocket: int) -> H[Any]:
        pair = 2 @ P(6)
        again = expand(lambda result: (enough(*result.roll, pocket), 1), pair)
        return expand(lambda result: (True, 0) if enough(*result.roll, pocket) else again, pair)

    return {pocket: chances(check(pocket)) for pocket in POCKETS}
