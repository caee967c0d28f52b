"""The exact reader: distributions in whole numbers, under a policy or with the best choices."""

from __future__ import annotations

from typing import Any, TypeVar

from tablewright.kernel.dist import Dist
from tablewright.kernel.effects import Call, Choose, Outcome
from tablewright.kernel.game import Policy

from .best import Allowance, Play, Solver, Value, Whose
from .forest import BUDGET, Forest, Make
from .tree import Chance, Choice, End, Node, Sub

T = TypeVar("T")

#: What an action's odds answer when it ends without an Outcome.
NO_OUTCOME = Outcome("done", 0)


def spend_nothing(ask: Choose[Any]) -> Any:
    """The first option that costs nothing."""
    for option, cost in zip(ask.options, ask.costs, strict=False):
        if cost == 0:
            return option
    return ask.options[0]


class Exact:
    """Counts every way a rule can go.

    With a policy, choices follow it. Without one, or where it answers None, `best` picks what is worth most.
    """

    def __init__(self, policy: Policy | None = None, budget: int = BUDGET) -> None:
        self.forest = Forest(policy, budget)
        self._solver: Solver | None = None
        self._allowance: Allowance | None = None

    def dist(self, call: Call[T]) -> Dist[Any]:
        """What a rule returns, under the policy."""
        return self.forest.tree(call).dist

    def best(self, call: Call[T], value: Value, whose: Whose | None = None) -> Play:
        """What a rule returns when everyone in `whose` (all, if left out) plays for the highest value, then cheaply.

        Whoever is not in `whose` plays against it. What has been weighed by the same `value` is not weighed again.
        """
        solver = self._solver
        if solver is None or solver.value is not value or solver.whose is not whose:
            solver = self._solver = Solver(value, whose)
        return solver.play(self.forest.tree(call))

    def best_within(self, call: Call[T], value: Value, most: int, whose: Whose | None = None) -> tuple[Play, ...]:
        """The same for every allowance: best play if nothing may be spent, if at most one may, and so on to `most`."""
        found = self._allowance
        if found is None or (found.value, found.most, found.whose) != (value, most, whose):
            found = self._allowance = Allowance(value, most, whose)
        return found.each(self.forest.tree(call))

    def grow(self, make: Make, stop_at_outcome: bool = False) -> Node:
        return self.forest.grow(make, stop_at_outcome)


class Plain:
    """What a tree comes to when nobody spends anything: at every choice the first option that costs nothing."""

    def __init__(self) -> None:
        self._dists: dict[Node, Dist[Any]] = {}

    def dist(self, node: Node) -> Dist[Any]:
        if isinstance(node, End):
            return node.dist
        found = self._dists.get(node)
        if found is None:
            found = self._dists[node] = self._settle(node)
        return found

    def _settle(self, node: Node) -> Dist[Any]:
        if isinstance(node, Chance):
            return Dist.mix(node.total, [(w, self.dist(inner)) for w, inner in node.branches])
        if isinstance(node, Choice):
            return self.dist(next((inner for cost, inner in node.branches if not cost), node.branches[0][1]))
        assert isinstance(node, Sub)
        results, after = self.dist(node.root), dict(node.branches)
        return Dist.mix(results.total, [(w, self.dist(after[r])) for r, w in results.weights.items()])
