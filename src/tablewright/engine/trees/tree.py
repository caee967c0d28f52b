"""The tree of a rule: chance, choices, simultaneous choices, calls and leaves.

Below the last choice a tree is just a distribution, so a tree without choices is a single leaf. Equal subtrees are one
shared node; `exact/tree_builder.py` builds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from tablewright.rules import GameError
from tablewright.rules.effects import Choose

from .distribution import Distribution


class Leaf:
    """The end of all choices: a distribution of results."""

    __slots__ = ("dist",)

    def __init__(self, dist: Distribution[Any]) -> None:
        self.dist = dist

    @property
    def results(self) -> tuple[Any, ...]:
        return tuple(self.dist.weights)

    @property
    def inside(self) -> tuple[Node, ...]:
        """The nodes it leads to."""
        return ()


class _InnerNode:
    """A node that leads to others, with choices left."""

    __slots__ = ("_results", "branches")

    def __init__(self, branches: tuple[tuple[Any, Node], ...]) -> None:
        self.branches = branches
        self._results: tuple[Any, ...] | None = None

    @property
    def results(self) -> tuple[Any, ...]:
        """Every result that can be reached by any choices."""
        if self._results is None:
            self._results = tuple(dict.fromkeys([r for _, node in self.branches for r in node.results]))
        return self._results

    @property
    def inside(self) -> tuple[Node, ...]:
        """The nodes it leads to."""
        return tuple([node for _, node in self.branches])

    @property
    def dist(self) -> Distribution[Any]:
        raise GameError("This tree still holds choices: give a policy, or ask for the best.")


class ChanceNode(_InnerNode):
    """Dice or cards: branches with weights, and their total."""

    __slots__ = ("total",)

    def __init__(self, total: int, branches: tuple[tuple[int, Node], ...]) -> None:
        super().__init__(branches)
        self.total = total


class ChoiceNode(_InnerNode):
    """A choice: the cost of each option and its node, in the order offered.

    `ask` is the effect; of equal choices in different words, the first one met.
    """

    __slots__ = ("ask", "by")

    def __init__(self, by: tuple[str, ...], branches: tuple[tuple[int, Node], ...], ask: Choose[Any]) -> None:
        super().__init__(branches)
        self.by, self.ask = by, ask


class CallNode(_InnerNode):
    """A called rule with choices in it, and the node after each of its results."""

    __slots__ = ("root",)

    def __init__(self, root: Node, branches: tuple[tuple[Any, Node], ...]) -> None:
        super().__init__(branches)
        self.root = root

    @property
    def inside(self) -> tuple[Node, ...]:
        return (self.root, *super().inside)


class SimultaneousNode(_InnerNode):
    """A choice of both sides at once, each in trees of its own, unaware of the other's.

    It holds the trees in the order asked, marks those of one's own side, and maps their results to the node after them.
    """

    __slots__ = ("after", "own", "plans", "roots")

    def __init__(self, roots: tuple[Node, ...], own: tuple[bool, ...], after: Mapping[tuple[Any, ...], Node]) -> None:
        super().__init__(tuple(after.items()))
        self.roots, self.own, self.after = roots, own, after
        self.plans: Any = None
        """Strategies of both sides, computed on demand."""

    @property
    def inside(self) -> tuple[Node, ...]:
        return (*self.roots, *super().inside)


Node: TypeAlias = Leaf | ChanceNode | ChoiceNode | CallNode | SimultaneousNode


def iter_nodes(root: Node) -> Iterator[Node]:
    """Yield every node of a tree once."""
    ahead, seen = [root], {root}
    while ahead:
        node = ahead.pop()
        yield node
        for inner in node.inside:
            if inner not in seen:
                seen.add(inner)
                ahead.append(inner)


def find_choosers(root: Node) -> set[tuple[str, ...]]:
    """The addressees of all choices in a tree."""
    return {node.by for node in iter_nodes(root) if isinstance(node, ChoiceNode)}
