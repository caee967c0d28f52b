"""The exact reader: distributions in whole numbers, under a policy or with the best choices."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

from tablewright.kernel.dist import Dist
from tablewright.kernel.effects import Call, Choose
from tablewright.kernel.game import Policy

from .tree import BUDGET, Chance, Choice, Forest, Leaf, Make, Node

T = TypeVar("T")

#: A result is worth its value first; among equals the cheaper way wins. Costs are counted far below any value.
CHEAPLY = 1 << 256

Value = Callable[[Any], Any]
Whose = Callable[[tuple[str, ...]], bool]


def spend_nothing(ask: Choose[Any]) -> Any:
    """The first option that costs nothing."""
    for option, cost in zip(ask.options, ask.costs, strict=False):
        if cost == 0:
            return option
    return ask.options[0]


class Play:
    """Best play from a point on: what it is worth (a fraction as two integers), its results and what it spends."""

    __slots__ = ("den", "dist", "num", "spent")

    def __init__(self, num: int, den: int, dist: Dist[Any], spent: Fraction) -> None:
        self.num, self.den, self.dist, self.spent = num, den, dist, spent

    def beats(self, other: Play) -> bool:
        return self.num * other.den > other.num * self.den


class Exact:
    """Counts every way a rule can go.

    With a policy, choices follow it. Without one, or where it answers None, `best` picks what is worth most.
    """

    def __init__(self, policy: Policy | None = None, budget: int = BUDGET) -> None:
        self.forest = Forest(policy, budget)

    def dist(self, call: Call[T]) -> Dist[Any]:
        """What a rule returns, under the policy."""
        return self.forest.dist(self.forest.tree(call))

    def best(self, call: Call[T], value: Value, whose: Whose | None = None) -> Play:
        """What a rule returns when everyone in `whose` (all, if left out) plays for the highest value, then cheaply.

        Whoever is not in `whose` plays against it.
        """
        return Solver(self.forest, value, whose).play(self.forest.tree(call))

    def grow(self, make: Make, stop_at_outcome: bool = False) -> Node:
        return self.forest.grow(make, stop_at_outcome)


class Solver:
    """Backward induction over a tree."""

    def __init__(self, forest: Forest, value: Value, whose: Whose | None = None) -> None:
        self.forest, self.value, self.whose = forest, value, whose
        self._plays: dict[int, Play] = {}

    def play(self, node: Node) -> Play:
        found = self._plays.get(id(node))
        if found is None:
            found = self._plays[id(node)] = self._solve(node)
        return found

    def _solve(self, node: Node) -> Play:
        if isinstance(node, Leaf):
            worth = self.value(node.result)
            if isinstance(worth, Play):
                return worth
            exact = Fraction(worth)
            return Play(exact.numerator * CHEAPLY, exact.denominator, Dist({node.result: 1}, 1), Fraction(0))
        if isinstance(node, Chance):
            return mixed(node.total, [(w, self.play(inner)) for w, inner in node.branches])
        if isinstance(node, Choice):
            against = self.whose is not None and not self.whose(node.by)
            options = [paid(self.play(inner), cost, against) for cost, inner in node.branches]
            best = options[0]
            for option in options[1:]:
                if best.beats(option) if against else option.beats(best):
                    best = option
            return best
        after = {result: self.play(inner) for result, inner in node.branches}
        return Solver(self.forest, after.__getitem__, self.whose).play(node.root)


def paid(play: Play, cost: int, against: bool = False) -> Play:
    """The same play after paying for it."""
    if not cost:
        return play
    num = play.num + cost * play.den if against else play.num - cost * play.den
    return Play(num, play.den, play.dist, play.spent + cost)


def mixed(total: int, parts: list[tuple[int, Play]]) -> Play:
    common = lcm(*(p.den for _, p in parts))
    num = sum(w * p.num * (common // p.den) for w, p in parts)
    spent = sum((w * p.spent for w, p in parts if p.spent), Fraction(0)) / total
    return Play(num, total * common, Dist.mix(total, [(w, p.dist) for w, p in parts]), spent)
