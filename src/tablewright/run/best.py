"""Best play: what a tree is worth to whoever plays for the highest value, and then spends as little as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from .dist import Dist
from .tree import Choice
from .walk import Walk

Value = Callable[[Any], Any]
Whose = Callable[[tuple[str, ...]], bool]
"""Whether a choice of these names is one's own; whoever else chooses plays against it."""


class Play:
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
        parts: Sequence[tuple[int, Play]],
        dist: Dist[Any] | None = None,
    ) -> None:
        self.num, self.den, self.cost = num, den, cost
        self.total, self.parts, self._dist = total, parts, dist

    @staticmethod
    def over(dist: Dist[Any], value: Value) -> Play:
        """Nothing left to choose."""
        total: int | Fraction = 0
        for result, w in dist.weights.items():
            worth = value(result)
            total += w * (worth if type(worth) is int else Fraction(worth))
        num, den = total.as_integer_ratio()
        return Play(num, den * dist.total, 0, 1, (), dist)

    @staticmethod
    def mix(total: int, parts: Sequence[tuple[int, Play]]) -> Play:
        """Each play with its weight out of `total`."""
        common = lcm(*[p.den for _, p in parts])
        num = cost = 0
        for w, p in parts:
            w *= common // p.den  # noqa: PLW2901 (the weight in the common measure)
            num += w * p.num
            cost += w * p.cost
        return Play(num, total * common, cost, total, parts)

    def costing(self, cost: int) -> Play:
        """The same play after paying for it; less than nothing, if somebody else pays who plays against it."""
        if not cost:
            return self
        return Play(self.num, self.den, self.cost + cost * self.den, self.total, self.parts, self._dist)

    def beats(self, other: Play, cost: int = 0) -> bool:
        """Worth more, or the same for less, after paying for it."""
        here, there = self.num * other.den, other.num * self.den
        return here > there or (here == there and (self.cost + cost * self.den) * other.den < other.cost * self.den)

    @property
    def dist(self) -> Dist[Any]:
        """What it comes to."""
        if self._dist is None:
            self._dist = Dist.mix(self.total, [(w, part.dist) for w, part in self.parts])
        return self._dist

    @property
    def spent(self) -> Fraction:
        """What it costs on average, less what it costs those who play against it."""
        return Fraction(self.cost, self.den)


class Best(Walk[Play]):
    """Best play: everyone in `whose` (all, if left out) plays for the highest value, the others for the lowest."""

    def __init__(self, value: Value, whose: Whose | None = None) -> None:
        super().__init__()
        self.value, self.whose = value, whose

    def end(self, dist: Dist[Any]) -> Play:
        return Play.over(dist, self.value)

    def chance(self, total: int, parts: Sequence[tuple[int, Play]]) -> Play:
        return Play.mix(total, parts)

    def choice(self, node: Choice) -> Play:
        against = self.whose is not None and not self.whose(node.by)
        plays = [self.of(inner).costing(-cost if against else cost) for cost, inner in node.branches]
        best = plays[0]
        for play in plays[1:]:
            if best.beats(play) if against else play.beats(best):
                best = play
        return best
