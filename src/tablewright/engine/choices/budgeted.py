"""Best play for every allowance from nothing to the most, computed on one tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from tablewright.engine.trees import ChoiceNode, Distribution, SimultaneousNode, TreeFold

from .optimal import OptimalPlay, Value, solve_simultaneous, weighted_sum
from .sides import IsOwnChoice
from .strategies import Parts, payoff_table

PlaysByBudget: TypeAlias = tuple[OptimalPlay, ...]  # best play by allowance, or a single one that fits all


class BudgetedFold(TreeFold[PlaysByBudget]):
    """Best play by allowance. Costs add up along a path: two spent of five leave three for the rest.

    Opponents pay from allowances of their own.
    """

    def __init__(self, value: Value, most: int, whose: IsOwnChoice | None = None) -> None:
        super().__init__()
        self.value, self.most, self.whose = value, most, whose

    def every(self, plays: PlaysByBudget) -> PlaysByBudget:
        """Best play for each allowance, as many as there are."""
        return plays if len(plays) > 1 else plays * (self.most + 1)

    def end(self, dist: Distribution[Any]) -> PlaysByBudget:
        return (OptimalPlay.over(dist, self.value),)

    def chance(self, total: int, parts: Sequence[tuple[int, PlaysByBudget]]) -> PlaysByBudget:
        amounts = max([len(plays) for _, plays in parts])
        every = [(w, plays if len(plays) == amounts else plays * amounts) for w, plays in parts]
        return tuple([OptimalPlay.mix(total, [(w, plays[left]) for w, plays in every]) for left in range(amounts)])

    def choice(self, node: ChoiceNode) -> PlaysByBudget:
        options = [(cost, self.of(inner)) for cost, inner in node.branches]
        if self.whose is None or self.whose(node.by):
            return self._chosen(options)
        return tuple([self._against(options, left) for left in range(self.most + 1)])

    def clash(self, node: SimultaneousNode) -> PlaysByBudget:
        table = payoff_table(node)
        dearest = [max([paid for _, paid, _, _ in row[0]]) for row in table]
        return tuple([self._clashed(table, dearest, left) for left in range(self.most + 1)])

    def _clashed(self, table: list[list[Parts]], dearest: list[int], left: int) -> OptimalPlay:
        """Mix only the strategies that the allowance covers in every case; the opponents know which."""
        most = max(left, min(dearest))
        within = [row for row, cost in zip(table, dearest, strict=True) if cost <= most]
        return solve_simultaneous([[self._faced(parts, left) for parts in row] for row in within])

    def _faced(self, parts: Parts, left: int) -> OptimalPlay:
        met = []
        for w, paid, cost, inner in parts:
            plays = self.of(inner)
            met.append((w, plays[max(left - paid, 0) if len(plays) > 1 else 0].costing(paid - cost)))
        return weighted_sum(met)

    def _chosen(self, options: Sequence[tuple[int, PlaysByBudget]]) -> PlaysByBudget:
        """The best affordable option, by allowance. The cheapest option is always allowed."""
        least = min([cost for cost, _ in options])
        best: list[OptimalPlay | None] = [None] * (self.most + 1)
        for cost, plays in options:
            within = range(cost if cost > least else 0, self.most + 1)
            if len(plays) == 1:
                (play,) = plays
                paid = beaten = None
                for left in within:
                    known = best[left]
                    if known is not beaten and not (known is None or play.beats(known, cost)):
                        break  # it does not beat the best with a higher allowance either
                    beaten, paid = known, paid or play.costing(cost)
                    best[left] = paid
                continue
            for left in within:
                paid, known = plays[max(left - cost, 0)].costing(cost), best[left]
                if known is None or paid.beats(known):
                    best[left] = paid
        return tuple([play for play in best if play is not None])

    def _against(self, options: Sequence[tuple[int, PlaysByBudget]], left: int) -> OptimalPlay:
        plays = [plays[left if len(plays) > 1 else 0].costing(-cost) for cost, plays in options]
        worst = plays[0]
        for play in plays[1:]:
            if worst.beats(play):
                worst = play
        return worst
