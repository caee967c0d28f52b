"""A tree while it grows, and the rule it grows from, played over and over."""

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
Follow: TypeAlias = Callable[[Iterable[Any], Looks], list[Node]]
"""Where each answer leads."""
Fall: TypeAlias = tuple[int, Collection[Any], Collection[int]]
"""A total, what can come up, and in how many ways each."""

ENDED = object()


class TreeGrowth(TreeBudget):
    """A tree as it grows, and the ends its rule can come to. One that is `cut` ends where its rule becomes another.

    `chose`: whether anybody had anything to choose, or a policy for them. Without that, all policies grow the same.
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
        """The end where this may have come of it; the same one each time."""
        weights, ends = dist.weights, self.ends
        if len(weights) == 1:
            return self.sure(*weights)
        key = (*weights, *weights.values())
        known = ends.get(key)
        if known is None:
            known = ends[key] = Leaf(dist)
        return known

    def sure(self, result: Any) -> Leaf:
        """The end where nothing else can have come of it."""
        ends, key = self.ends, (type(result), result)
        try:
            known = ends.get(key)
        except TypeError:
            raise GameError(f"What a rule returns must be hashable, and {find_unhashable('it', result)}") from None
        if known is None:
            known = ends[key] = Leaf(Distribution({result: 1}, 1))
        return known


class SharedTrees:
    """What several forests have in common: the rules in which nobody has anything to choose, grown once for all."""

    def __init__(self) -> None:
        self.calls: dict[Call[Any], TreeGrowth] = {}
        # One rule's results are of a kind; (True, 1) of another rule is not the (1, 1) of this one, if equal to it.
        self.ends: dict[Hashable, dict[Hashable, Leaf]] = {}


def replayed_rule(make: Callable[[], Rule[Any]], ended: list[Any]) -> Plays:
    """A rule played over and over: all it yields, then `ENDED`, its result put aside. Quicker than StopIteration."""
    while True:
        ended[0] = yield from make()
        yield ENDED
