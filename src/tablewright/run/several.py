"""What several rules come to that know nothing of each other, from the distribution of each."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from inspect import unwrap
from typing import Any, TypeAlias

from tablewright.kernel.effects import Call
from tablewright.kernel.several import both, each

from .dist import Dist
from .fold import fold_values

Clock: TypeAlias = Callable[[], None]
"""Looked at now and then: it raises when there is no more time."""


def joined(call: Call[Any], one: Dist[Any], other: Dist[Any], clock: Clock) -> Dist[Any]:
    """Each value of the one with each of the other."""
    join = call.args[0]
    out: dict[Hashable, int] = {}
    for a, w in one.weights.items():
        clock()
        for b, v in other.weights.items():
            value = join(a, b)
            out[value] = out.get(value, 0) + w * v
    return Dist(out, one.total * other.total).lowest()


def folded(call: Call[Any], one: Dist[Any], clock: Clock) -> Dist[Any]:
    """How many of them come to each value, highest first: never which of them."""
    n, _, read = call.args
    out: dict[Hashable, int] = {}
    for state, ways in fold_values(n, one.weights, read, clock).items():
        value = read.finish(state, n)
        out[value] = out.get(value, 0) + ways
    return Dist(out, one.total**n).lowest()


SEVERAL: dict[Callable[..., Any], Callable[..., Dist[Any]]] = {unwrap(both): joined, unwrap(each): folded}
"""The rules that are counted from what those they call come to, where nobody has anything to choose in them."""
