"""Exact counting: distributions in whole numbers, under a policy or with best play."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, TypeVar

from tablewright.engine.choices import BudgetedFold, IsOwnChoice, OptimalFold, OptimalPlay, PlayMode, Value, play_mode
from tablewright.engine.trees import ChoiceNode, Distribution, Node, SimultaneousNode, TreeFold
from tablewright.rules.effects import Call, Outcome, Policy

from .tree_builder import MAX_BRANCHES, RuleFactory, TreeBuilder

T = TypeVar("T")

#: The outcome of an action that ends without one.
NO_OUTCOME = Outcome("done", 0)


class ExactCounter:
    """Counts all results of a rule.

    With a policy, choices follow it. Without one, or where it answers None, `best` picks the option worth most.
    """

    def __init__(self, policy: Policy | None = None, budget: int = MAX_BRANCHES, until: float = inf) -> None:
        self.policy, self.budget, self.until = policy, budget, until
        self.builder = TreeBuilder(policy, budget, None, until)
        self._sided: TreeBuilder | None = None
        self._best: OptimalFold | None = None
        self._allowance: BudgetedFold | None = None

    def dist(self, call: Call[T]) -> Distribution[Any]:
        """The distribution of a rule's results under the policy."""
        return self.builder.tree(call).dist

    def best(self, call: Call[T], value: Value, whose: IsOwnChoice | None = None) -> OptimalPlay:
        """Best play of a rule: everyone in `whose` (default: all) maximizes the value, then saves costs.

        Everybody else plays against it; `how` tells the mode that results. Trees folded with the same `value` are not
        folded again.
        """
        best = self._best
        if best is None or best.value is not value or best.whose is not whose:
            best = self._best = OptimalFold(value, whose)
        return best.of(self.trees(whose).tree(call))

    def how(self, call: Call[T], whose: IsOwnChoice | None = None) -> PlayMode:
        """The mode of best play of a rule: best, minimax or equilibrium."""
        return play_mode((self.trees(whose).tree(call),), whose)

    def best_within(
        self, call: Call[T], value: Value, most: int, whose: IsOwnChoice | None = None
    ) -> tuple[OptimalPlay, ...]:
        """Best play of a rule for every allowance: nothing, at most one, and so on to `most`."""
        found = self._allowance
        if found is None or (found.value, found.most, found.whose) != (value, most, whose):
            found = self._allowance = BudgetedFold(value, most, whose)
        return found.every(found.of(self.trees(whose).tree(call)))

    def grow(self, make: RuleFactory, stop_at_outcome: bool = False, whose: IsOwnChoice | None = None) -> Node:
        return self.trees(whose).grow(make, stop_at_outcome)

    def allow(self, until: float) -> None:
        """Set the time limit. Trees grown so far are kept."""
        self.until = until
        for builder in (self.builder, self._sided):
            if builder is not None:
                builder.until = until

    def trees(self, whose: IsOwnChoice | None) -> TreeBuilder:
        """The builder to use: trees with simultaneous choices depend on `whose`."""
        if whose is None:
            return self.builder
        if self._sided is None or self._sided.whose is not whose:
            self._sided = TreeBuilder(self.policy, self.budget, whose, self.until)
        return self._sided


class SpendNothingFold(TreeFold[Distribution[Any]]):
    """The result without spending: each choice takes the first option that costs nothing."""

    def end(self, dist: Distribution[Any]) -> Distribution[Any]:
        return dist

    def chance(self, total: int, parts: Sequence[tuple[int, Distribution[Any]]]) -> Distribution[Any]:
        return Distribution.mix(total, parts)

    def choice(self, node: ChoiceNode) -> Distribution[Any]:
        return self.of(next((inner for cost, inner in node.branches if not cost), node.branches[0][1]))

    def clash(self, node: SimultaneousNode) -> Distribution[Any]:
        return self.in_turn(node)
