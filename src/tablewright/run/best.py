"""Best play: what a tree is worth to whoever plays for the highest value, and then spends as little as possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from tablewright.kernel.dist import Dist

from .tree import Chance, Choice, End, Node

Value = Callable[[Any], Any]
Whose = Callable[[tuple[str, ...]], bool]


class Play:
    """Best play from a point on: what it is worth and what it costs, both over `den`, and its results.

    Most plays are weighed and dropped, so results are added up only when somebody asks.
    """

    __slots__ = ("_dist", "cost", "den", "num", "parts", "total")

    def __init__(self, num: int, den: int, cost: int, total: int, parts: tuple[tuple[int, Play], ...]) -> None:
        self.num, self.den, self.cost = num, den, cost
        self.total, self.parts = total, parts
        self._dist: Dist[Any] | None = None

    @staticmethod
    def over(dist: Dist[Any], value: Value) -> Play:
        """Nothing left to choose."""
        total: int | Fraction = 0
        for result, w in dist.weights.items():
            worth = value(result)
            total += w * (worth if type(worth) is int else Fraction(worth))
        num, den = total.as_integer_ratio()
        play = Play(num, den * dist.total, 0, 1, ())
        play._dist = dist
        return play

    @staticmethod
    def mix(total: int, parts: tuple[tuple[int, Play], ...]) -> Play:
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
        play = Play(self.num, self.den, self.cost + cost * self.den, self.total, self.parts)
        play._dist = self._dist
        return play

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
        if isinstance(node, End):
            return self.over(node.dist)
        if isinstance(node, Chance):
            return Play.mix(node.total, tuple([(w, self.play(inner)) for w, inner in node.branches]))
        if isinstance(node, Choice):
            against = self.whose is not None and not self.whose(node.by)
            options = [self.play(inner).costing(-cost if against else cost) for cost, inner in node.branches]
            best = options[0]
            for option in options[1:]:
                if best.beats(option) if against else option.beats(best):
                    best = option
            return best
        after = {result: self.play(inner) for result, inner in node.branches}
        return _Inside(after, self.whose).play(node.root)

    def over(self, dist: Dist[Any]) -> Play:
        return Play.over(dist, self.value)


class _Inside(Solver):
    """Best play of a rule called: its results are worth what they lead to."""

    def __init__(self, after: Mapping[Any, Play], whose: Whose | None) -> None:
        super().__init__(lambda result: 0, whose)
        self.after = after

    def over(self, dist: Dist[Any]) -> Play:
        return Play.mix(dist.total, tuple([(w, self.after[r]) for r, w in dist.weights.items()]))


class Allowance:
    """Backward induction for every amount that may be spent, from nothing to `most`, over one and the same tree.

    Costs are counted along the way: who has spent two of five has three left for what follows. Others spend their own.
    """

    def __init__(self, value: Value, most: int, whose: Whose | None = None) -> None:
        self.value, self.most, self.whose = value, most, whose
        self._plays: dict[Node, tuple[Play, ...]] = {}

    def each(self, node: Node) -> tuple[Play, ...]:
        """Best play by allowance."""
        plays = self.plays(node)
        return plays if len(plays) > 1 else plays * (self.most + 1)

    def plays(self, node: Node) -> tuple[Play, ...]:
        """Best play by allowance, or the only one where the allowance makes no difference."""
        found = self._plays.get(node)
        if found is None:
            found = self._plays[node] = self._solve(node)
        return found

    def _solve(self, node: Node) -> tuple[Play, ...]:
        if isinstance(node, End):
            return self.over(node.dist)
        if isinstance(node, Chance):
            return self._mixed(node.total, [(w, self.plays(inner)) for w, inner in node.branches])
        if isinstance(node, Choice):
            options = [(cost, self.plays(inner)) for cost, inner in node.branches]
            if self.whose is None or self.whose(node.by):
                return self._chosen(options)
            return tuple([self._against(options, left) for left in range(self.most + 1)])
        after = {result: self.plays(inner) for result, inner in node.branches}
        return _AllowedInside(after, self.most, self.whose).plays(node.root)

    def over(self, dist: Dist[Any]) -> tuple[Play, ...]:
        return (Play.over(dist, self.value),)

    def _mixed(self, total: int, parts: list[tuple[int, tuple[Play, ...]]]) -> tuple[Play, ...]:
        amounts = max([len(plays) for _, plays in parts])
        every = [(w, plays if len(plays) == amounts else plays * amounts) for w, plays in parts]
        return tuple([Play.mix(total, tuple([(w, plays[left]) for w, plays in every])) for left in range(amounts)])

    def _chosen(self, options: list[tuple[int, tuple[Play, ...]]]) -> tuple[Play, ...]:
        """The best option that can be paid, by allowance. What must be paid is paid, whatever is allowed."""
        least = min([cost for cost, _ in options])
        best: list[Play | None] = [None] * (self.most + 1)
        for cost, plays in options:
            within = range(cost if cost > least else 0, self.most + 1)
            if len(plays) == 1:
                (play,) = plays
                paid = beaten = None
                for left in within:
                    known = best[left]
                    if known is not beaten and not (known is None or play.beats(known, cost)):
                        break  # nor does it beat what is best with more
                    beaten, paid = known, paid or play.costing(cost)
                    best[left] = paid
                continue
            for left in within:
                paid, known = plays[max(left - cost, 0)].costing(cost), best[left]
                if known is None or paid.beats(known):
                    best[left] = paid
        return tuple([play for play in best if play is not None])

    def _against(self, options: list[tuple[int, tuple[Play, ...]]], left: int) -> Play:
        plays = [plays[left if len(plays) > 1 else 0].costing(-cost) for cost, plays in options]
        worst = plays[0]
        for play in plays[1:]:
            if worst.beats(play):
                worst = play
        return worst


class _AllowedInside(Allowance):
    """The same inside a rule called: its results are worth what they lead to with what is left."""

    def __init__(self, after: Mapping[Any, tuple[Play, ...]], most: int, whose: Whose | None) -> None:
        super().__init__(lambda result: 0, most, whose)
        self.after = after

    def over(self, dist: Dist[Any]) -> tuple[Play, ...]:
        return self._mixed(dist.total, [(w, self.after[r]) for r, w in dist.weights.items()])
