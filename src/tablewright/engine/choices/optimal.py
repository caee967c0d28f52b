"""Best play: what a tree is worth to whoever plays for the highest value, and then spends as little as possible."""

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
    """Best play from a point on: what it is worth and what it costs, both over `den`, and its results.

    Most plays are weighed and dropped, so results are added up only when somebody asks.
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
        """Nothing left to choose."""
        total: int | Fraction = 0
        for result, w in dist.weights.items():
            worth = value(result)
            total += w * (worth if type(worth) is int else Fraction(worth))
        num, den = total.as_integer_ratio()
        return OptimalPlay(num, den * dist.total, 0, 1, (), dist)

    @staticmethod
    def mix(total: int, parts: Sequence[tuple[int, OptimalPlay]]) -> OptimalPlay:
        """Each play with its weight out of `total`."""
        common = lcm(*[p.den for _, p in parts])
        num = cost = 0
        for w, p in parts:
            w *= common // p.den  # noqa: PLW2901 (the weight in the common measure)
            num += w * p.num
            cost += w * p.cost
        return OptimalPlay(num, total * common, cost, total, parts)

    def costing(self, cost: int) -> OptimalPlay:
        """The same play after paying for it; less than nothing, if somebody else pays who plays against it."""
        if not cost:
            return self
        return OptimalPlay(self.num, self.den, self.cost + cost * self.den, self.total, self.parts, self._dist)

    def beats(self, other: OptimalPlay, cost: int = 0) -> bool:
        """Worth more, or the same for less, after paying for it."""
        here, there = self.num * other.den, other.num * self.den
        return here > there or (here == there and (self.cost + cost * self.den) * other.den < other.cost * self.den)

    def measured(self, over: int) -> tuple[int, int]:
        """What it is worth and what it saves, in parts of this measure: more is better, worth before savings."""
        return self.num * (over // self.den), -self.cost * (over // self.den)

    @property
    def dist(self) -> Distribution[Any]:
        """What it comes to."""
        if self._dist is None:
            self._dist = Distribution.mix(self.total, [(w, part.dist) for w, part in self.parts])
        return self._dist

    @property
    def spent(self) -> Fraction:
        """What it costs on average, less what it costs those who play against it."""
        return Fraction(self.cost, self.den)


class OptimalFold(TreeFold[OptimalPlay]):
    """Best play: everyone in `whose` (all, if left out) plays for the highest value, the others for the lowest.

    Who is asked after the other knows what the other chose: minimax. Where both choose at once, an equilibrium: how
    each side mixes its plans so that the other cannot make it worse. Of three sides, all that are not in `whose` play
    together. Everyone knows what has fallen, whoever saw it fall; what a side alone knows stands in a rule of its own.
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
    """Plays with their weights, as one."""
    return plays[0][1] if len(plays) == 1 else OptimalPlay.mix(sum([w for w, _ in plays]), plays)


def solve_simultaneous(table: Sequence[Sequence[OptimalPlay]]) -> OptimalPlay:
    """What comes of plans of one's own, a row each, against those of others, if nobody knows the other's.

    Worth alone is weighed where plans are mixed; where none need be, the price is weighed after it.
    """
    over = lcm(*[play.den for row in table for play in row])
    pure = find_saddle_point([[play.measured(over) for play in row] for row in table])
    if pure is not None:
        return table[pure[0]][pure[1]]
    rows, columns = solve_zero_sum([[play.measured(over)[0] for play in row] for row in table])
    met = [(x * y, table[i][j]) for i, x in enumerate(rows) for j, y in enumerate(columns) if x and y]
    return OptimalPlay.mix(sum(rows) * sum(columns), met)
