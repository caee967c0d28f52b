"""Folds over trees: plain odds, best play, best play by allowance, the value of a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Generic, Self, TypeVar

from .distribution import Distribution
from .tree import ChanceNode, ChoiceNode, Leaf, Node, SimultaneousNode

X = TypeVar("X")


class TreeFold(Generic[X]):
    """Computes a value from a tree, from its leaves to its root. Every node is visited once.

    A called rule is folded with the values of its results, so a tree has different values for different callers. Inside
    it, a leaf is a chance node over those values.
    """

    def __init__(self) -> None:
        self.met: dict[Node, X] = {}
        self.after: Mapping[Any, X] | None = None

    def end(self, dist: Distribution[Any]) -> X:
        """The value of a leaf."""
        raise NotImplementedError

    def chance(self, total: int, parts: Sequence[tuple[int, X]]) -> X:
        """The value of a chance node: parts with weights out of `total`."""
        raise NotImplementedError

    def choice(self, node: ChoiceNode) -> X:
        """The value of a choice; `of` gives the value of each option's node."""
        raise NotImplementedError

    def clash(self, node: SimultaneousNode) -> X:
        """The value of a simultaneous choice."""
        raise NotImplementedError

    def of(self, node: Node) -> X:
        found = self.met.get(node)
        if found is None:
            found = self.met[node] = self._make(node)
        return found

    def _make(self, node: Node) -> X:
        if isinstance(node, Leaf):
            after, dist = self.after, node.dist
            if after is None:
                return self.end(dist)
            return self.chance(dist.total, [(w, after[r]) for r, w in dist.weights.items()])
        if isinstance(node, ChanceNode):
            return self.chance(node.total, [(w, self.of(inner)) for w, inner in node.branches])
        if isinstance(node, ChoiceNode):
            return self.choice(node)
        if isinstance(node, SimultaneousNode):
            return self.clash(node)
        return self._inside({result: self.of(inner) for result, inner in node.branches}).of(node.root)

    def in_turn(self, node: SimultaneousNode, known: tuple[Any, ...] = ()) -> X:
        """Fold a simultaneous choice as if it were asked in turn."""
        if len(known) == len(node.roots):
            return self.of(node.after[known])
        root = node.roots[len(known)]
        return self._inside({result: self.in_turn(node, (*known, result)) for result in root.results}).of(root)

    def _inside(self, after: Mapping[Any, X]) -> Self:
        """The same fold inside a called rule, given the values of its results."""
        inside = copy(self)
        inside.met, inside.after = {}, after
        return inside
