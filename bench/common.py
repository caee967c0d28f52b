"""What every question shares: answers in one form, caches emptied for everybody, the best of many timings."""

from __future__ import annotations

import functools
import gc
import time
import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

#: Whose remembered results are forgotten before every timing. The bench's own readings are part of ours.
FORGET = ("tablewright", "icepool", "dyce", "bench")

Chances: TypeAlias = dict[Any, Fraction]
#: By pool, Pocket, kisses and so on. Exact fractions are what everybody has to hand in.
Answer: TypeAlias = dict[Any, Chances]


class Question(NamedTuple):
    """What is asked, and how many times the hand-written solution's time ours may take."""

    letter: str
    title: str
    bar: float


def chances(weights: Mapping[Any, int]) -> Chances:
    """Fractions of whole numbers of ways: plain counts, an icepool die or a dyce histogram."""
    total = sum(weights.values())
    return {value: Fraction(w, total) for value, w in weights.items()}


def compared(answer: Answer | Chances) -> dict[Any, Any]:
    """The same without what cannot happen; every distribution has to total exactly one."""
    out: dict[Any, Any] = {}
    for key, found in answer.items():
        if isinstance(found, dict):
            assert sum(found.values()) == 1, f"the chances for {key} do not total one"
            out[key] = {value: p for value, p in found.items() if p}
        else:
            out[key] = found
    return out


class Clean:
    """Empties every `functools` cache of ours, of icepool and of dyce, and icepool's table of binomials.

    What they remember inside objects (icepool's evaluators and dice, dyce's histograms, our forests) goes with the
    objects: every solution makes its own each time it is asked.
    """

    def __init__(self) -> None:
        kind = type(functools.lru_cache(lambda: None))
        self.caches = [o for o in gc.get_objects() if isinstance(o, kind) and (o.__module__ or "").startswith(FORGET)]
        try:
            from icepool.math import comb_row_cache
        except ImportError:
            comb_row_cache = {}
        self.binomials: dict[Any, Any] = comb_row_cache

    def __call__(self) -> None:
        for cache in self.caches:
            cache.cache_clear()
        self.binomials.clear()


def race(solutions: Mapping[str, Callable[[], Any]], seconds: float) -> dict[str, float]:
    """The best time of each, in turns, so that a busy moment of the machine hurts nobody in particular."""
    clean = Clean()
    best = dict.fromkeys(solutions, float("inf"))
    spent = dict.fromkeys(solutions, 0.0)
    turns = 0
    gc.collect()
    gc.disable()
    try:
        while running := [name for name in solutions if turns < 5 or spent[name] < seconds]:
            for name in running:
                clean()
                start = time.perf_counter()
                solutions[name]()
                took = time.perf_counter() - start
                best[name], spent[name] = min(best[name], took), spent[name] + took
            turns += 1
            if turns % 20 == 0:
                gc.collect()
    finally:
        gc.enable()
    return best


def quiet() -> None:
    """dyce calls the very functions meant for such questions experimental, on every use."""
    warnings.filterwarnings("ignore", module="bench")
    warnings.filterwarnings("ignore", module="dyce")
