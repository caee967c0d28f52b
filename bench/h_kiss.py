"""Venus Engine: the successes of a task when failed dice may be thrown once more.

Extent: 6 Bronze (5+) and 2 Gold (3+) dice, at most k failures KISSed, for every k from 0 to 8; most successes on
average, then the fewest dice thrown again.
"""

from __future__ import annotations

from math import comb
from operator import attrgetter
from typing import Any

from tablewright.engine.exact import ExactCounter
from tablewright.games.venus_engine.kissing import task_dice
from tablewright.games.venus_engine.means import Ally, Means

from .common import Answer, Question, chances
from .toys import task

QUESTION = Question("h", "6 bronze + 2 gold dice, reroll up to k failures", 20)
BRONZES, GOLDS = 6, 2
SUCCESSES = attrgetter("successes")
KISSES = range(BRONZES + GOLDS + 1)


def hand() -> Answer:
    """Gold first, as it succeeds twice as often; every die is counted in thirds."""
    bronze = [[comb(n, s) * 2 ** (n - s) for s in range(n + 1)] for n in range(BRONZES + 1)]
    gold = [[comb(n, s) * 2**s for s in range(n + 1)] for n in range(GOLDS + 1)]
    answer = {}
    for kisses in KISSES:
        ways = [0] * (BRONZES + GOLDS + 1)
        for b, wb in enumerate(bronze[BRONZES]):
            for g, wg in enumerate(gold[GOLDS]):
                again_g = min(kisses, GOLDS - g)
                again_b = min(kisses - again_g, BRONZES - b)
                whole = wb * wg * 3 ** (BRONZES + GOLDS - again_b - again_g)
                for more_b, wmb in enumerate(bronze[again_b]):
                    for more_g, wmg in enumerate(gold[again_g]):
                        ways[b + g + more_b + more_g] += whole * wmb * wmg
        answer[kisses] = chances(dict(enumerate(ways)))
    return answer


def ours() -> Answer:
    plays = ExactCounter().best_within(task(BRONZES, GOLDS, BRONZES + GOLDS), int, BRONZES + GOLDS)
    return {k: dict(plays[k].dist.items()) for k in KISSES}


def played() -> Answer:
    """From the game's own rule: the Gold dice are two allies', who have agreed beforehand; every KISS is a Lot."""
    most = BRONZES + GOLDS
    pool = (("me", "bronze", BRONZES), ("you", "gold", 1), ("they", "gold", 1))
    means = Means(lots=most, allies=(Ally(agreed=True),) * GOLDS)
    plays = ExactCounter().best_within(task_dice("me", pool, means), SUCCESSES, most)
    return {k: dict(plays[k].dist.map(SUCCESSES).items()) for k in KISSES}


def icepool_() -> Answer:
    from icepool import Die, map

    bronze, gold = Die({0: 2, 1: 1}), Die({0: 1, 1: 2})
    answer = {}
    for kisses in KISSES:

        def again(b: int, g: int, kisses: int = kisses) -> Any:
            again_g = min(kisses, GOLDS - g)
            again_b = min(kisses - again_g, BRONZES - b)
            return b + g + again_b @ bronze + again_g @ gold

        answer[kisses] = chances(map(again, BRONZES @ bronze, GOLDS @ gold))
    return answer


def dyce_() -> Answer:
    from dyce import H, expand

    bronze, gold = H({0: 2, 1: 1}), H({0: 1, 1: 2})
    nothing = H({0: 1})
    answer = {}
    for kisses in KISSES:

        def again(b: Any, g: Any, kisses: int = kisses) -> Any:
            again_g = min(kisses, GOLDS - g.outcome)
            again_b = min(kisses - again_g, BRONZES - b.outcome)
            total = nothing + (b.outcome + g.outcome)
            if again_b:
                total = total + again_b @ bronze
            return total + again_g @ gold if again_g else total

        answer[kisses] = chances(expand(again, BRONZES @ bronze, GOLDS @ gold))
    return answer
