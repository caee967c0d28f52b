"""Best play of one step, given the values of the states after it; against opponents if there are any."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tablewright.engine.trees import ChoiceNode, Distribution, SimultaneousNode, TreeFold

from .sides import IsOwnChoice
from .strategies import Parts, payoff_table
from .zero_sum import solve_zero_sum, support_chances

TIE = 1e-9  # values this close are equal
#: Values are compared in units of 1 / FINE: finer than a tie, coarser than rounding errors.
FINE = 1 << 44


class StepValue:
    """A step from some point on: its value, and whether it may lead to a wanted state."""

    __slots__ = ("_spread", "leads", "parts", "worth")

    def __init__(
        self,
        worth: float,
        leads: bool,
        parts: Sequence[tuple[float, StepValue]],
        spread: dict[Any, float] | None = None,
    ) -> None:
        self.worth, self.leads, self.parts, self._spread = worth, leads, parts, spread

    def spread(self) -> dict[Any, float]:
        """The states it leads to, each with its chance."""
        if self._spread is None:
            out: dict[Any, float] = {}
            for p, part in self.parts:
                for state, q in part.spread().items():
                    out[state] = out.get(state, 0.0) + p * q
            self._spread = out
        return self._spread


class OneStepFold(TreeFold[StepValue]):
    """Picks the option of greatest value; players outside `whose` (default: nobody) pick the least.

    Of equal options it takes the first that may lead to a wanted state, or else the first.
    """

    def __init__(
        self,
        value: Callable[[Any], float],
        wanted: Callable[[Any], bool] | None = None,
        whose: IsOwnChoice | None = None,
    ) -> None:
        super().__init__()
        self.value, self.wanted, self.whose = value, wanted, whose

    def end(self, dist: Distribution[Any]) -> StepValue:
        total = dist.total
        worth = sum(w * self.value(state) for state, w in dist.weights.items()) / total
        leads = self.wanted is not None and any(self.wanted(state) for state in dist.weights)
        return StepValue(worth, leads, (), {state: w / total for state, w in dist.weights.items()})

    def chance(self, total: int, parts: Sequence[tuple[int, StepValue]]) -> StepValue:
        worth = sum(w * way.worth for w, way in parts) / total
        return StepValue(worth, any(way.leads for _, way in parts), [(w / total, way) for w, way in parts])

    def choice(self, node: ChoiceNode) -> StepValue:
        ways = [self.of(inner) for _, inner in node.branches]
        against = self.whose is not None and not self.whose(node.by)
        best = (min if against else max)([way.worth for way in ways])
        equal = [way for way in ways if (way.worth <= best + TIE if against else way.worth >= best - TIE)]
        return next((way for way in equal if way.leads), equal[0])

    def clash(self, node: SimultaneousNode) -> StepValue:
        ways = [[self._faced(parts) for parts in row] for row in payoff_table(node)]
        mix = solve_zero_sum([[round(way.worth * FINE) for way in row] for row in ways])
        met = [(p, ways[i][j]) for p, i, j in support_chances(mix)]
        return StepValue(sum(p * way.worth for p, way in met), any(way.leads for _, way in met), met)

    def _faced(self, parts: Parts) -> StepValue:
        return self.chance(sum([w for w, *_ in parts]), [(w, self.of(inner)) for w, _, _, inner in parts])
