"""The exact reader: distributions in whole numbers, under a policy or with the best choices."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

from tablewright.kernel.dist import Dist
from tablewright.kernel.effects import Call, Choose, Outcome
from tablewright.kernel.game import Policy

from .tree import BUDGET, Chance, Choice, Forest, Leaf, Make, Node, Sub

T = TypeVar("T")

#: A result is worth its value first; among equals the cheaper way wins. Costs are counted far below any value.
CHEAPLY = 1 << 256

#: What an action's odds answer when it ends without an Outcome.
NO_OUTCOME = Outcome("done", 0)

Value = Callable[[Any], Any]
Whose = Callable[[tuple[str, ...]], bool]


def spend_nothing(ask: Choose[Any]) -> Any:
    """The first option that costs nothing."""
    for option, cost in zip(ask.options, ask.costs, strict=False):
        if cost == 0:
            return option
    return ask.options[0]


class Play:
    """Best play from a point on: what it is worth (a fraction as two integers), its results and what it spends.

    Most plays are weighed and dropped, so results are added up only when somebody asks.
    """

    __slots__ = ("_dist", "den", "num", "paid", "parts", "total")

    def __init__(self, num: int, den: int, paid: int, total: int, parts: tuple[tuple[int, Play], ...]) -> None:
        self.num, self.den, self.paid = num, den, paid
        self.total, self.parts = total, parts
        self._dist: Dist[Any] | None = None

    @staticmethod
    def sure(result: Any, worth: Any) -> Play:
        exact = Fraction(worth)
        play = Play(exact.numerator * CHEAPLY, exact.denominator, 0, 1, ())
        play._dist = Dist({result: 1}, 1)
        return play

    @staticmethod
    def mix(total: int, parts: tuple[tuple[int, Play], ...]) -> Play:
        """Each play with its weight out of `total`."""
        common = lcm(*[p.den for _, p in parts])
        num = paid = 0
        for w, p in parts:
            w *= common // p.den  # noqa: PLW2901 (the weight in the common measure)
            num += w * p.num
            paid += w * p.paid
        return Play(num, total * common, paid, total, parts)

    def costing(self, cost: int, against: bool = False) -> Play:
        """The same play after paying for it."""
        if not cost:
            return self
        due = cost * self.den
        return Play(self.num + due if against else self.num - due, self.den, self.paid + due, 1, ((1, self),))

    def beats(self, other: Play) -> bool:
        return self.num * other.den > other.num * self.den

    @property
    def dist(self) -> Dist[Any]:
        """What it comes to."""
        if self._dist is None:
            self._dist = Dist.mix(self.total, [(w, part.dist) for w, part in self.parts])
        return self._dist

    @property
    def spent(self) -> Fraction:
        """What it costs, on average."""
        return Fraction(self.paid, self.den)


class Exact:
    """Counts every way a rule can go.

    With a policy, choices follow it. Without one, or where it answers None, `best` picks what is worth most.
    """

    def __init__(self, policy: Policy | None = None, budget: int = BUDGET) -> None:
        self.forest = Forest(policy, budget)
        self._solver: Solver | None = None

    def dist(self, call: Call[T]) -> Dist[Any]:
        """What a rule returns, under the policy."""
        return self.forest.dist(self.forest.tree(call))

    def best(self, call: Call[T], value: Value, whose: Whose | None = None) -> Play:
        """What a rule returns when everyone in `whose` (all, if left out) plays for the highest value, then cheaply.

        Whoever is not in `whose` plays against it. What has been weighed by the same `value` is not weighed again.
        """
        solver = self._solver
        if solver is None or solver.value is not value or solver.whose is not whose:
            solver = self._solver = Solver(value, whose)
        return solver.play(self.forest.tree(call))

    def grow(self, make: Make, stop_at_outcome: bool = False) -> Node:
        return self.forest.grow(make, stop_at_outcome)


class Plain:
    """What a tree comes to when nobody spends anything: at every choice the first option that costs nothing."""

    def __init__(self, forest: Forest) -> None:
        self.forest = forest
        self._dists: dict[Node, Dist[Any]] = {}

    def dist(self, node: Node) -> Dist[Any]:
        if not self.forest.is_open(node):
            return self.forest.dist(node)
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


class Solver:
    """Backward induction over a tree."""

    def __init__(self, value: Value, whose: Whose | None = None) -> None:
        self.value, self.whose = value, whose
        self._plays: dict[Node, Play] = {}

    def play(self, node: Node) -> Play:
        found = self._plays.get(node)
        if found is None:
            found = self._plays[node] = self._solve(node)
        return found

    def _solve(self, node: Node) -> Play:
        if isinstance(node, Leaf):
            worth = self.value(node.result)
            return worth if isinstance(worth, Play) else Play.sure(node.result, worth)
        if isinstance(node, Chance):
            return Play.mix(node.total, tuple([(w, self.play(inner)) for w, inner in node.branches]))
        if isinstance(node, Choice):
            against = self.whose is not None and not self.whose(node.by)
            options = [self.play(inner).costing(cost, against) for cost, inner in node.branches]
            best = options[0]
            for option in options[1:]:
                if best.beats(option) if against else option.beats(best):
                    best = option
            return best
        after = {result: self.play(inner) for result, inner in node.branches}
        return Solver(after.__getitem__, self.whose).play(node.root)
