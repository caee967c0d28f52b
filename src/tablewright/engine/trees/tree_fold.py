"""One way through a tree, whatever is wanted of it: plain odds, best play, best play by allowance, worth of a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Generic, Self, TypeVar

from .distribution import Distribution
from .tree import ChanceNode, ChoiceNode, Leaf, Node, SimultaneousNode

X = TypeVar("X")


class TreeFold(Generic[X]):
    """Makes something of a tree, from its ends back to its root. Every node is met once.

    A rule called is met with what each of its results leads to, so the same tree means different things to different
    callers: inside, an end is a chance among those.
    """

    def __init__(self) -> None:
        self.met: dict[Node, X] = {}
        self.after: Mapping[Any, X] | None = None

    def end(self, dist: Distribution[Any]) -> X:
        """Nothing is left to choose."""
        raise NotImplementedError

    def chance(self, total: int, parts: Sequence[tuple[int, X]]) -> X:
        """Dice or cards: each part with its weight out of `total`."""
        raise NotImplementedError

    def choice(self, node: ChoiceNode) -> X:
        """Somebody chooses: `of` what each option leads to is there for the asking."""
        raise NotImplementedError

    def clash(self, node: SimultaneousNode) -> X:
        """Both sides choose at once."""
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
        """What is asked at once, asked one after the other."""
        if len(known) == len(node.roots):
            return self.of(node.after[known])
        root = node.roots[len(known)]
        return self._inside({result: self.in_turn(node, (*known, result)) for result in root.results}).of(root)

    def _inside(self, after: Mapping[Any, X]) -> Self:
        """The same walk inside a rule called, whose results lead to these."""
        inside = copy(self)
        inside.met, inside.after = {}, after
        return inside
