"""Venus Engine: the chance that a check passes, bonus dice brought in only where they can help.

Extent: the published table: four calibers, needs of 1 to 29 (target less score), 0 to 4 bonus d6.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tablewright.run.exact import Exact

from .common import Question
from .toys import AUTO_FAIL, AUTO_PASS, check

QUESTION = Question("g", "d20 + score, autos, up to 4 bonus d6 if they help", 10)
CELLS = [(caliber, need, dice) for caliber in AUTO_PASS for need in range(1, 30) for dice in range(5)]


def hand() -> Any:
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


def ours() -> Any:
    exact = Exact()
    return {cell: exact.best(check(*cell), int).dist[True] for cell in CELLS}


def icepool_() -> Any:
    from icepool import d

    d20, answer = d(20), {}
    for caliber, need, dice in CELLS:
        auto_pass, auto_fail = AUTO_PASS[caliber], AUTO_FAIL[caliber]
        best = d(6).highest(dice) if dice else None

        def passed(face: int) -> Any:
            if face >= auto_pass:  # noqa: B023 (called at once)
                return True
            if face <= auto_fail:  # noqa: B023
                return False
            short = need - face  # noqa: B023
            return best >= short if best is not None and 0 < short <= 6 else short <= 0  # noqa: B023

        answer[caliber, need, dice] = d20.map(passed).probability("==", True)
    return answer


def dyce_() -> Any:
    from dyce import H, P, expand

    d20, answer = H(20), {}
    for caliber, need, dice in CELLS:
        auto_pass, auto_fail = AUTO_PASS[caliber], AUTO_FAIL[caliber]
        best = (dice @ P(6)).at(-1) if dice else None

        def passed(result: Any) -> Any:
            face = result.outcome
            if face >= auto_pass:  # noqa: B023 (called at once)
                return True
            if face <= auto_fail:  # noqa: B023
                return False
            short = need - face  # noqa: B023
            return best.ge(short) if best is not None and 0 < short <= 6 else short <= 0  # noqa: B023

        h = expand(passed, d20)
        answer[caliber, need, dice] = Fraction(h.get(True, 0), h.total)
    return answer
