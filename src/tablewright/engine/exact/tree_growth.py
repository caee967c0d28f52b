"""A tree while it grows, and the replay of the rule it grows from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Hashable, Iterable
from math import inf
from typing import Any, TypeAlias

from tablewright.engine.trees import Distribution, Leaf, Node
from tablewright.rules import GameError
from tablewright.rules.effects import Call, Reading, Rule, find_unhashable

from .tree_budget import TreeBudget

Plays: TypeAlias = Generator[Any, Any, None]
Looks: TypeAlias = tuple[tuple[Any, Reading[Any], Hashable], ...]
Follow: TypeAlias = Callable[[Iterable[Any], Looks], list[Node]]  # builds the node after each answer
Fall: TypeAlias = tuple[int, Collection[Any], Collection[int]]  # total weight, values, and weight of each

ENDED = object()


class TreeGrowth(TreeBudget):
    """A tree while it grows, with its leaves. A tree that is `cut` ends where its rule becomes another.

    `chose` is true if it contains a choice, even one that a policy answered. Without choices all policies share the
    tree.
    """

    __slots__ = ("chose", "cut", "ends", "node")
    node: Node

    def __init__(self, budget: float, ends: dict[Hashable, Leaf], until: float = inf, cut: bool = False) -> None:
        super().__init__(budget, until)
        self.ends, self.cut = ends, cut
        self.chose = False

    def call(self, other: TreeBudget) -> None:
        super().call(other)
        self.chose |= isinstance(other, TreeGrowth) and other.chose

    def over(self, dist: Distribution[Any]) -> Leaf:
        """The leaf with this distribution; equal ones are shared."""
        weights, ends = dist.weights, self.ends
        if len(weights) == 1:
            return self.sure(*weights)
        key = (*weights, *weights.values())
        known = ends.get(key)
        if known is None:
            known = ends[key] = Leaf(dist)
        return known

    def sure(self, result: Any) -> Leaf:
        """The leaf with this single result; equal ones are shared."""
        ends, key = self.ends, (type(result), result)
        try:
            known = ends.get(key)
        except TypeError:
            raise GameError(f"A rule must return a hashable value, and {find_unhashable('it', result)}") from None
        if known is None:
            known = ends[key] = Leaf(Distribution({result: 1}, 1))
        return known


class SharedTrees:
    """Trees without choices, shared by several builders."""

    def __init__(self) -> None:
        self.calls: dict[Call[Any], TreeGrowth] = {}
        # Leaves are kept by rule: equal results of different types, such as (True, 1) and (1, 1), must not mix.
        self.ends: dict[Hashable, dict[Hashable, Leaf]] = {}


def replayed_rule(make: Callable[[], Rule[Any]], ended: list[Any]) -> Plays:
    """Replay a rule forever: yields its effects, then `ENDED` with the result put into `ended`. Faster than
    StopIteration.
    """
    while True:
        ended[0] = yield from make()
        yield ENDED
