"""The exact reader: distributions in whole numbers, under a policy or with the best choices."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, TypeVar

from tablewright.engine.choices import BudgetedFold, IsOwnChoice, OptimalFold, OptimalPlay, PlayMode, Value, play_mode
from tablewright.engine.trees import ChoiceNode, Distribution, Node, SimultaneousNode, TreeFold
from tablewright.rules.effects import Call, Outcome, Policy

from .tree_builder import MAX_BRANCHES, RuleFactory, TreeBuilder

T = TypeVar("T")

#: What an action's odds answer when it ends without an Outcome.
NO_OUTCOME = Outcome("done", 0)


class ExactCounter:
    """Counts every way a rule can go.

    With a policy, choices follow it. Without one, or where it answers None, `best` picks what is worth most.
    """

    def __init__(self, policy: Policy | None = None, budget: int = MAX_BRANCHES, until: float = inf) -> None:
        self.policy, self.budget, self.until = policy, budget, until
        self.forest = TreeBuilder(policy, budget, None, until)
        self._sided: TreeBuilder | None = None
        self._best: OptimalFold | None = None
        self._allowance: BudgetedFold | None = None

    def dist(self, call: Call[T]) -> Distribution[Any]:
        """What a rule returns, under the policy."""
        return self.forest.tree(call).dist

    def best(self, call: Call[T], value: Value, whose: IsOwnChoice | None = None) -> OptimalPlay:
        """What a rule returns when everyone in `whose` (all, if left out) plays for the highest value, then cheaply.

        Whoever is not in `whose` plays against it, and `how` says what that makes of it. What has been weighed by the
        same `value` is not weighed again.
        """
        best = self._best
        if best is None or best.value is not value or best.whose is not whose:
            best = self._best = OptimalFold(value, whose)
        return best.of(self.trees(whose).tree(call))

    def how(self, call: Call[T], whose: IsOwnChoice | None = None) -> PlayMode:
        """What best play of a rule is: simply the best, minimax, or an equilibrium."""
        return play_mode((self.trees(whose).tree(call),), whose)

    def best_within(
        self, call: Call[T], value: Value, most: int, whose: IsOwnChoice | None = None
    ) -> tuple[OptimalPlay, ...]:
        """The same for every allowance: best play if nothing may be spent, if at most one may, and so on to `most`."""
        found = self._allowance
        if found is None or (found.value, found.most, found.whose) != (value, most, whose):
            found = self._allowance = BudgetedFold(value, most, whose)
        return found.every(found.of(self.trees(whose).tree(call)))

    def grow(self, make: RuleFactory, stop_at_outcome: bool = False, whose: IsOwnChoice | None = None) -> Node:
        return self.trees(whose).grow(make, stop_at_outcome)

    def allow(self, until: float) -> None:
        """From now on there is time until then; what has grown stays."""
        self.until = until
        for forest in (self.forest, self._sided):
            if forest is not None:
                forest.until = until

    def trees(self, whose: IsOwnChoice | None) -> TreeBuilder:
        """Where it matters who plays against whom, trees are grown for that."""
        if whose is None:
            return self.forest
        if self._sided is None or self._sided.whose is not whose:
            self._sided = TreeBuilder(self.policy, self.budget, whose, self.until)
        return self._sided


class SpendNothingFold(TreeFold[Distribution[Any]]):
    """What a tree comes to when nobody spends anything: at every choice the first option that costs nothing."""

    def end(self, dist: Distribution[Any]) -> Distribution[Any]:
        return dist

    def chance(self, total: int, parts: Sequence[tuple[int, Distribution[Any]]]) -> Distribution[Any]:
        return Distribution.mix(total, parts)

    def choice(self, node: ChoiceNode) -> Distribution[Any]:
        return self.of(next((inner for cost, inner in node.branches if not cost), node.branches[0][1]))

    def clash(self, node: SimultaneousNode) -> Distribution[Any]:
        return self.in_turn(node)
