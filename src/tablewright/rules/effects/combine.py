"""Rules that know nothing of each other, and what they come to together: readers need not play each with each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .decorators import rule
from .dice_reading import Reading
from .effect import Call, Rule

A = TypeVar("A")
B = TypeVar("B")
T = TypeVar("T")


@rule()
def combine_two(join: Callable[[A, B], T], one: Call[A], other: Call[B]) -> Rule[T]:
    """Two rules, one after the other, joined: added up, or the higher of them."""
    first = yield from one
    return join(first, (yield from other))


@rule()
def repeat_rule(n: int, of: Call[int], read: Reading[A]) -> Rule[A]:
    """The same rule so many times, one after the other, and what comes of all of them read as dice are.

    Nothing may hang on the reading's steps for a count of 0: not every reader takes them.
    """
    came = []
    for _ in range(n):
        came.append((yield from of))  # noqa: PERF401 (nothing yields within a comprehension)
    return read.of(came)
