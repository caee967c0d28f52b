"""Best play: the highest value of a tree, then the least spending."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from tablewright.engine.trees import ChoiceNode, Distribution, SimultaneousNode, TreeFold

from .sides import IsOwnChoice
from .strategies import Parts, payoff_table
from .zero_sum import find_saddle_point, solve_zero_sum

Value = Callable[[Any], Any]


class OptimalPlay:
    """Best play from a point on: its value and its cost, both over `den`, and its results.

    Most plays are compared and dropped, so results are added up only on demand.
    """

    __slots__ = ("_dist", "cost", "den", "num", "parts", "total")

    def __init__(
        self,
        num: int,
        den: int,
        cost: int,
        total: int,
        parts: Sequence[tuple[int, OptimalPlay]],
        dist: Distribution[Any] | None = None,
    ) -> None:
        self.num, self.den, self.cost = num, den, cost
        self.total, self.parts, self._dist = total, parts, dist

    @staticmethod
    def over(dist: Distribution[Any], value: Value) -> OptimalPlay:
        """The play at an end, with no choice left."""
        total: int | Fraction = 0
        for result, w in dist.weights.items():
            worth = value(result)
            total += w * (worth if type(worth) is int else Fraction(worth))
        num, den = total.as_integer_ratio()
        return OptimalPlay(num, den * dist.total, 0, 1, (), dist)

    @staticmethod
    def mix(total: int, parts: Sequence[tuple[int, OptimalPlay]]) -> OptimalPlay:
        """Combine plays by their weights out of `total`."""
        common = lcm(*[p.den for _, p in parts])
        num = cost = 0
        for w, p in parts:
            w *= common // p.den  # noqa: PLW2901 (the weight over the common denominator)
            num += w * p.num
            cost += w * p.cost
        return OptimalPlay(num, total * common, cost, total, parts)

    def costing(self, cost: int) -> OptimalPlay:
        """Return the play with a cost added; negative for a cost that an opponent pays."""
        if not cost:
            return self
        return OptimalPlay(self.num, self.den, self.cost + cost * self.den, self.total, self.parts, self._dist)

    def beats(self, other: OptimalPlay, cost: int = 0) -> bool:
        """True if it is worth more, or as much at a lower cost, with `cost` added."""
        here, there = self.num * other.den, other.num * self.den
        return here > there or (here == there and (self.cost + cost * self.den) * other.den < other.cost * self.den)

    def measured(self, over: int) -> tuple[int, int]:
        """Value and savings over a common denominator, comparable as a pair."""
        return self.num * (over // self.den), -self.cost * (over // self.den)

    @property
    def dist(self) -> Distribution[Any]:
        """The distribution of its results."""
        if self._dist is None:
            self._dist = Distribution.mix(self.total, [(w, part.dist) for w, part in self.parts])
        return self._dist

    @property
    def spent(self) -> Fraction:
        """Average cost, minus the opponents' average cost."""
        return Fraction(self.cost, self.den)


class OptimalFold(TreeFold[OptimalPlay]):
    """Best play: everyone in `whose` (default: all) maximizes the value, the others minimize it.

    Later choosers know earlier choices: minimax. If both sides choose at once, the result is an equilibrium of mixed
    strategies. All sides outside `whose` play as one. Everyone knows all dice; knowledge of one side belongs in a rule
    of its own.
    """

    def __init__(self, value: Value, whose: IsOwnChoice | None = None) -> None:
        super().__init__()
        self.value, self.whose = value, whose

    def end(self, dist: Distribution[Any]) -> OptimalPlay:
        return OptimalPlay.over(dist, self.value)

    def chance(self, total: int, parts: Sequence[tuple[int, OptimalPlay]]) -> OptimalPlay:
        return OptimalPlay.mix(total, parts)

    def choice(self, node: ChoiceNode) -> OptimalPlay:
        against = self.whose is not None and not self.whose(node.by)
        plays = [self.of(inner).costing(-cost if against else cost) for cost, inner in node.branches]
        best = plays[0]
        for play in plays[1:]:
            if best.beats(play) if against else play.beats(best):
                best = play
        return best

    def clash(self, node: SimultaneousNode) -> OptimalPlay:
        return solve_simultaneous([[self._faced(parts) for parts in row] for row in payoff_table(node)])

    def _faced(self, parts: Parts) -> OptimalPlay:
        return weighted_sum([(w, self.of(inner).costing(paid - cost)) for w, paid, cost, inner in parts])


def weighted_sum(plays: Sequence[tuple[int, OptimalPlay]]) -> OptimalPlay:
    """Combine plays by their weights."""
    return plays[0][1] if len(plays) == 1 else OptimalPlay.mix(sum([w for w, _ in plays]), plays)


def solve_simultaneous(table: Sequence[Sequence[OptimalPlay]]) -> OptimalPlay:
    """Solve a simultaneous choice: rows are the strategies of one's own side, columns those of the others.

    Mixed strategies compare values only. If pure strategies solve it, costs count after values.
    """
    over = lcm(*[play.den for row in table for play in row])
    pure = find_saddle_point([[play.measured(over) for play in row] for row in table])
    if pure is not None:
        return table[pure[0]][pure[1]]
    rows, columns = solve_zero_sum([[play.measured(over)[0] for play in row] for row in table])
    met = [(x * y, table[i][j]) for i, x in enumerate(rows) for j, y in enumerate(columns) if x and y]
    return OptimalPlay.mix(sum(rows) * sum(columns), met)
