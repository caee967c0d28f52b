"""Every way a rule can go, as a tree: chance, choices, choices of both sides at once, other rules, ends.

Below the last choice a tree is a distribution and nothing else, so a tree with nothing to choose is one single end.
Nodes are made once and shared wherever the same follows; `forest.py` grows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from tablewright.rules import GameError
from tablewright.rules.effects import Choose

from .distribution import Distribution


class Leaf:
    """Nothing is left to choose: what it comes to."""

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


class _Open:
    """A node that leads to others, with something left to choose."""

    __slots__ = ("_results", "branches")

    def __init__(self, branches: tuple[tuple[Any, Node], ...]) -> None:
        self.branches = branches
        self._results: tuple[Any, ...] | None = None

    @property
    def results(self) -> tuple[Any, ...]:
        """Every result within reach, whatever is chosen."""
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


class ChanceNode(_Open):
    """Dice or cards: weights, and their total."""

    __slots__ = ("total",)

    def __init__(self, total: int, branches: tuple[tuple[int, Node], ...]) -> None:
        super().__init__(branches)
        self.total = total


class ChoiceNode(_Open):
    """Somebody chooses: what each option costs and where it leads, in the order offered.

    `ask` is what was asked, in its words; of several questions that come to the same, the first that was met.
    """

    __slots__ = ("ask", "by")

    def __init__(self, by: tuple[str, ...], branches: tuple[tuple[int, Node], ...], ask: Choose[Any]) -> None:
        super().__init__(branches)
        self.by, self.ask = by, ask


class CallNode(_Open):
    """Another rule with choices in it, and where each of its results leads."""

    __slots__ = ("root",)

    def __init__(self, root: Node, branches: tuple[tuple[Any, Node], ...]) -> None:
        super().__init__(branches)
        self.root = root

    @property
    def inside(self) -> tuple[Node, ...]:
        return (self.root, *super().inside)


class SimultaneousNode(_Open):
    """Both sides choose at once, each in trees of its own, and neither knows what the other does.

    The trees in the order asked, which of them are one's own side's, and where their results lead together.
    """

    __slots__ = ("after", "own", "plans", "roots")

    def __init__(self, roots: tuple[Node, ...], own: tuple[bool, ...], after: Mapping[tuple[Any, ...], Node]) -> None:
        super().__init__(tuple(after.items()))
        self.roots, self.own, self.after = roots, own, after
        self.plans: Any = None
        """What both sides can plan, once somebody has asked for it."""

    @property
    def inside(self) -> tuple[Node, ...]:
        return (*self.roots, *super().inside)


Node: TypeAlias = Leaf | ChanceNode | ChoiceNode | CallNode | SimultaneousNode


def iter_nodes(root: Node) -> Iterator[Node]:
    """Every node of a tree, each once."""
    ahead, seen = [root], {root}
    while ahead:
        node = ahead.pop()
        yield node
        for inner in node.inside:
            if inner not in seen:
                seen.add(inner)
                ahead.append(inner)


def find_choosers(root: Node) -> set[tuple[str, ...]]:
    """All who have something to choose in a tree."""
    return {node.by for node in iter_nodes(root) if isinstance(node, ChoiceNode)}
