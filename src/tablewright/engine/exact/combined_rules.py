"""Distributions of several independent rules, computed from the distribution of each."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from inspect import unwrap
from typing import Any, TypeAlias

from tablewright.engine.dice_fold import fold_values
from tablewright.engine.trees import Distribution
from tablewright.rules.effects import Call, combine_two, repeat_rule

CheckTime: TypeAlias = Callable[[], None]  # called now and then; raises when time is up


def combine_distributions(
    call: Call[Any], one: Distribution[Any], other: Distribution[Any], clock: CheckTime
) -> Distribution[Any]:
    """Combine each value of one with each value of the other."""
    join = call.args[0]
    out: dict[Hashable, int] = {}
    for a, w in one.weights.items():
        clock()
        for b, v in other.weights.items():
            value = join(a, b)
            out[value] = out.get(value, 0) + w * v
    return Distribution(out, one.total * other.total).lowest()


def fold_distribution(call: Call[Any], one: Distribution[Any], clock: CheckTime) -> Distribution[Any]:
    """Fold n independent results, highest first. Only how many there are of each value matters."""
    n, _, read = call.args
    out: dict[Hashable, int] = {}
    for state, ways in fold_values(n, one.weights, read, clock).items():
        value = read.finish(state, n)
        out[value] = out.get(value, 0) + ways
    return Distribution(out, one.total**n).lowest()


#: Rules counted from the distributions of the rules they call, unless those contain choices.
COMBINERS: dict[Callable[..., Any], Callable[..., Distribution[Any]]] = {
    unwrap(combine_two): combine_distributions,
    unwrap(repeat_rule): fold_distribution,
}
