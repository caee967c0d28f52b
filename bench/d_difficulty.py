"""Veridia: the same pools when difficulty voids the lowest successes first.

Extent: pools of 1 to 15 d12 at difficulty +2. Everybody's solution is that of `c_pool`.
"""

from __future__ import annotations

from . import c_pool
from .common import Answer, Question

QUESTION = Question("d", "same at difficulty +2", 1)
DIFFICULTY = 2


def hand() -> Answer:
    return c_pool.hand(DIFFICULTY)


def ours() -> Answer:
    return c_pool.ours(DIFFICULTY)


def played() -> Answer:
    return c_pool.played(DIFFICULTY)


def icepool_() -> Answer:
    return c_pool.icepool_(DIFFICULTY)


def dyce_() -> Answer:
    return c_pool.dyce_(DIFFICULTY)
