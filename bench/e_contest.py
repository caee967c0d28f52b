"""Veridia: a contest, both sides cancelling each other's lowest successes first.

Extent: 8d12 against 7d12; the margin (whose, and how many successes are left) with the match among what is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

from tablewright.engine.exact import ExactCounter
from tablewright.games.veridia import contests

from .common import Answer, Question, chances
from .toys import contest

QUESTION = Question("e", "8d12 against 7d12, cancelling lowest first", 3)
ONE, OTHER = 8, 7


def match_among(most: int, counts: tuple[int, ...]) -> tuple[int, int]:
    """Size and face of the match among the highest so many successes, counted on 12, 11, 10, 9."""
    size = face = 0
    for place, k in enumerate(counts):
        k = min(k, most)  # noqa: PLW2901 (what is left of it)
        most -= k
        if k > 1 and k > size:
            size, face = k, 12 - place
    return size, face


def fallen(n: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way the successes of n dice can fall on 12, 11, 10 and 9."""
    for a in range(n + 1):
        for b in range(n - a + 1):
            for c in range(n - a - b + 1):
                w = comb(n, a) * comb(n - a, b) * comb(n - a - b, c)
                for e in range(n - a - b - c + 1):
                    left = n - a - b - c
                    yield (a, b, c, e), w * comb(left, e) * 8 ** (left - e)


def hand() -> Answer:
    """Each side's successes face by face against the other's number of them."""
    ways: dict[Any, int] = {}
    for n, m, sign in ((ONE, OTHER, 1), (OTHER, ONE, -1)):
        against = [comb(m, s) * 4**s * 8 ** (m - s) for s in range(m + 1)]
        for counts, w in fallen(n):
            good = sum(counts)
            for s in range(min(good, m + 1)):
                key = (sign * (good - s), *match_among(good - s, counts))
                ways[key] = ways.get(key, 0) + w * against[s]
    ways[0,] = sum(
        comb(ONE, s) * 4**s * 8 ** (ONE - s) * comb(OTHER, s) * 4**s * 8 ** (OTHER - s) for s in range(OTHER + 1)
    )
    return {"contest": chances(ways)}


def ours() -> Answer:
    return {"contest": dict(ExactCounter().dist(contest(ONE, OTHER)).items())}


def played() -> Answer:
    """From the game's own rule."""
    dist = ExactCounter().dist(contests.contest(ONE, OTHER))
    return {"contest": dict(dist.map(lambda end: (end[0], end[1], end[2]) if end[0] else (0,)).items())}


def icepool_() -> Answer:
    """The clever way: the loser only as a number of successes, each side's dice folded on their own."""
    from icepool import Die, MultisetEvaluator, Order, UnsupportedOrder, map

    class Side(MultisetEvaluator):  # type: ignore[type-arg]
        def initial_state(self, order: Any, outcomes: Any, /, *sizes: Any, **kwargs: Any) -> Any:
            if order != Order.Descending:
                raise UnsupportedOrder
            return ()

        def next_state(self, state: Any, order: Any, face: int, /, *counts: int) -> Any:
            return (*state, counts[0]) if face > 8 else state

    def left(good: int, faces: Any, s: int, sign: int) -> Any:
        return (sign * (good - s), *match_among(good - s, faces)) if good > s else (0,) if good == s else (-sign,)

    lumped = Die({8: 8, 9: 1, 10: 1, 11: 1, 12: 1})
    success = lumped.map(lambda face: int(face > 8))
    ways: dict[Any, int] = {}
    for n, m, sign in ((ONE, OTHER, 1), (OTHER, ONE, -1)):
        side = Side()(lumped.pool(n)).map(lambda faces: (sum(faces), faces))
        found = map(lambda a, s: left(*a, s, sign), side, m @ success)
        ways |= {key: w for key, w in found.items() if len(key) == 3 or (key == (0,) and sign > 0)}
    return {"contest": chances(ways)}


def dyce_() -> Answer:
    """The clever way, as above."""
    from dyce import H, P
    from dyce.p import survey_outcome_order_descending

    def step(state: Any, face: int, k: int) -> Any:
        if face < 9:
            return state
        return (*state[: 12 - face], k, *state[13 - face :])

    lumped = H({8: 8, 9: 1, 10: 1, 11: 1, 12: 1})
    ways: dict[Any, int] = {}
    for n, m, sign in ((ONE, OTHER, 1), (OTHER, ONE, -1)):
        side = (n @ P(lumped)).survey(accumulate=step, initial=(0, 0, 0, 0), order=survey_outcome_order_descending)
        against = m @ H({0: 8, 1: 4})
        for counts, w in side.items():
            good = sum(counts)
            for s, w2 in against.items():
                if good > s or (good == s and sign > 0):
                    key = (sign * (good - s), *match_among(good - s, counts)) if good > s else (0,)
                    ways[key] = ways.get(key, 0) + w * w2
    return {"contest": chances(ways)}
