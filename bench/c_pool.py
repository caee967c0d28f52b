"""Veridia: what a pool gives, jointly: successes, size and face of the match, critical failure.

Extent: pools of 1 to 15 d12, no difficulty.
"""

from __future__ import annotations

from math import comb
from typing import Any

from tablewright.engine.exact import ExactCounter
from tablewright.games.veridia import rolling

from .common import Answer, Question, chances
from .toys import pool

QUESTION = Question("c", "1..15 d12: successes, match, critical failure", 1)
POOLS = range(1, 16)
DIFFICULTY = 0


def hand(difficulty: int = DIFFICULTY) -> Answer:
    """Every way the successes can fall on 12, 11, 10 and 9; the other dice are counted by formula."""
    answer = {}
    for n in POOLS:
        ways: dict[Any, int] = {}
        for a in range(n + 1):
            for b in range(n - a + 1):
                for c in range(n - a - b + 1):
                    for e in range(n - a - b - c + 1):
                        low = n - a - b - c - e
                        w = comb(n, a) * comb(n - a, b) * comb(n - a - b, c) * comb(low + e, e)
                        left, size, face = after(difficulty, a, b, c, e)
                        if left:
                            key = (left, size, face, False)
                            ways[key] = ways.get(key, 0) + w * 8**low
                        else:
                            plain = 7**low + low * 7 ** (low - 1) if low and n > 1 else 7**low
                            for critical, some in ((True, 8**low - plain), (False, plain)):
                                key = (0, 0, 0, critical)
                                ways[key] = ways.get(key, 0) + w * some
        answer[n] = chances(ways)
    return answer


def after(difficulty: int, a: int, b: int, c: int, e: int) -> tuple[int, int, int]:
    """Successes left, size and face of the match, once difficulty has voided the lowest."""
    if difficulty:
        gone = min(difficulty, e)
        e, difficulty = e - gone, difficulty - gone
        gone = min(difficulty, c)
        c, difficulty = c - gone, difficulty - gone
        gone = min(difficulty, b)
        b, difficulty = b - gone, difficulty - gone
        a -= min(difficulty, a)
    size, face = max((a, 12), (b, 11), (c, 10), (e, 9))
    return (a + b + c + e, size, face) if size > 1 else (a + b + c + e, 0, 0)


def ours(difficulty: int = DIFFICULTY) -> Answer:
    exact = ExactCounter()
    return {n: dict(exact.dist(pool(n, difficulty)).items()) for n in POOLS}


def played(difficulty: int = DIFFICULTY) -> Answer:
    """From the game's own rule."""
    exact = ExactCounter()
    return {n: dict(exact.dist(rolling.pool(n, difficulty)).map(tuple).items()) for n in POOLS}


def icepool_(difficulty: int = DIFFICULTY) -> Answer:
    from icepool import MultisetEvaluator, Order, UnsupportedOrder, d

    class Pool(MultisetEvaluator):  # type: ignore[type-arg]
        def initial_state(self, order: Any, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Any:
            if order != Order.Ascending:
                raise UnsupportedOrder
            return (difficulty, 0, 0, 0, 0)

        def next_state(self, state: Any, order: Any, face: int, /, *counts: int) -> Any:
            return folded(state, face, counts[0])

        def final_outcome(self, state: Any, order: Any, outcomes: Any, /, size: int, **kwargs: Any) -> Any:
            return settled(state, size)

    evaluator, d12 = Pool(), d(12)
    return {n: chances(evaluator(d12.pool(n))) for n in POOLS}


def dyce_(difficulty: int = DIFFICULTY) -> Answer:
    from dyce import P
    from dyce.p import survey_outcome_order_ascending

    return {
        n: chances(
            (n @ P(12)).survey(
                accumulate=folded,
                initial=(difficulty, 0, 0, 0, 0),
                order=survey_outcome_order_ascending,
                settle=lambda state, n=n: settled(state, n),
            )
        )
        for n in POOLS
    }


def folded(state: Any, face: int, k: int) -> Any:
    """The peers' fold, lowest face first: difficulty to eat, successes, match, ones."""
    if not k or 1 < face < 9:
        return state
    eat, left, size, match, ones = state
    if face == 1:
        return (eat, left, size, match, min(k, 2))
    gone = min(eat, k)
    k -= gone
    if k > 1 and k >= size:
        size, match = k, face
    left += k
    return (eat - gone, left, size, match, 0 if left else ones)


def settled(state: Any, n: int) -> Any:
    _, left, size, match, ones = state
    return (left, size, match, not left and (ones > 1 or (n == 1 and ones == 1)))
