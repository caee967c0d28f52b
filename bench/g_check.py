"""Venus Engine: the chance that a check passes, bonus dice brought in only where they can help.

Extent: the published table: four calibers, needs of 1 to 29 (target less score), 0 to 4 bonus d6.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, get_args

from tablewright.engine.exact import ExactCounter
from tablewright.games.venus_engine.caliber import Caliber
from tablewright.games.venus_engine.checks import Check, check_dice

from .common import Chances, Question
from .toys import AUTO_FAIL, AUTO_PASS, check

QUESTION = Question("g", "d20 + score, autos, up to 4 bonus d6 if they help", 10)
NEEDS, DICE = range(1, 30), 4
CELLS = [(caliber, need, dice) for caliber in AUTO_PASS for need in NEEDS for dice in range(DICE + 1)]


def hand() -> Chances:
    return {cell: passes(*cell) for cell in CELLS}


def passes(caliber: str, need: int, dice: int) -> Fraction:
    whole, ways = 6**dice, 0
    auto_pass, auto_fail = AUTO_PASS[caliber], AUTO_FAIL[caliber]
    for d20 in range(1, 21):
        if d20 >= auto_pass:
            ways += whole
        elif d20 > auto_fail:
            short = need - d20
            if short <= 0:
                ways += whole
            elif short <= 6:
                ways += whole - (short - 1) ** dice
    return Fraction(ways, 20 * whole)


def ours() -> Chances:
    exact = ExactCounter()
    return {
        (caliber, need, dice): play.dist[True]
        for caliber in AUTO_PASS
        for need in NEEDS
        for dice, play in enumerate(exact.best_within(check(caliber, need, DICE), int, DICE))
    }


def played() -> Chances:
    """From the game's own rule: every bonus die costs a Lot, of which so many may be spent."""
    exact = ExactCounter()
    return {
        (caliber.title(), need, dice): play.dist.chance(lambda end: end[0] is Check.PASS)
        for caliber in get_args(Caliber)
        for need in NEEDS
        for dice, play in enumerate(exact.best_within(check_dice("who", caliber, need, 0, DICE), _passed, DICE))
    }


def _passed(end: tuple[int, int]) -> int:
    return max(0, int(end[0]))


def outcome(caliber: str, short: int, face: int, best: Any) -> Any:
    """A peer's d20, one face of it: a truth, or what the best bonus die decides."""
    if face >= AUTO_PASS[caliber]:
        return True
    if face <= AUTO_FAIL[caliber]:
        return False
    return best(short) if best is not None and 0 < short <= 6 else short <= 0


def passing(found: Mapping[bool, int]) -> Fraction:
    return Fraction(found.get(True, 0), sum(found.values()))


def icepool_() -> Chances:
    from icepool import Die, d

    def check(caliber: str, need: int, dice: int) -> Die[bool]:
        best = d(6).highest(dice).__ge__ if dice else None
        return d(20).map(lambda face: outcome(caliber, need - face, face, best))

    return {cell: passing(check(*cell)) for cell in CELLS}


def dyce_() -> Chances:
    from dyce import H, P, expand

    d20 = H(20)

    def check(caliber: str, need: int, dice: int) -> H[bool]:
        best = (dice @ P(6)).at(-1).ge if dice else None
        return expand(lambda result: outcome(caliber, need - result.outcome, result.outcome, best), d20)

    return {cell: passing(check(*cell)) for cell in CELLS}
