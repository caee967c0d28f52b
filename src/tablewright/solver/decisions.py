"""Decisions on the trees grown for best play, with an option picked for each; at first the best one.

Picking other options shows how often each decision is then met, and the exact value of that play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tablewright.engine.trees import ChoiceNode

from .level_arrays import CalledProgram, Floats, LevelArray, Slots
from .policy_iteration import PolicyIteration
from .rounding import FINE, round_digits
from .values import FixedValues, initial_values, policy_flow, sweep_levels

RARE = 1e-4  # decisions met less often in a play are left as best play makes them, and not reported


class DecisionPoint(NamedTuple):
    """A decision: its frequency in a play, bounds of each option's value under best play, and the place of its pick."""

    node: ChoiceNode
    key: Any
    """The position at which it is met."""
    where: tuple[int, ...]
    """An id of the decision: its slot, or the slot of the caller and its own."""
    often: float
    worths: Floats
    most: Floats
    options: list[int]
    level: LevelArray
    picks: Slots
    at: tuple[int, ...]

    def take(self, option: int) -> None:
        """Pick this option from now on."""
        start = int(self.level.starts[self.at[0]])
        self.picks[self.at] = start + self.level.columns[start:].tolist().index(self.options[option])


class Decisions:
    """The option picked at every decision, and what such play is worth."""

    def __init__(self, found: PolicyIteration) -> None:
        assert found.below is not None
        assert found.above is not None
        self.places, self.least = found.places, found.places.limits[0]
        self.levels = self.places.program.ready()
        self.fixed = FixedValues(self.places, follows=not self.places.program.against)
        self.given = initial_values(self.places, self.fixed)
        self.worths, self.most = self._every(found.below.worth), self._every(found.above.worth)
        self.picked = sweep_levels(self.levels, self.worths - self.least)
        self._stands = locate_slot(self.levels)
        self._changed = True

    def _every(self, known: Floats) -> Floats:
        """Extend values to every slot; those added after solving get the least value."""
        worths = np.full(len(self.given), self.least)
        worths[: len(known)] = known
        return worths

    def worth(self) -> float:
        """The value of a play with the options picked now."""
        return float(self._flow().worth(self.given)[self.places.start]) + self.least

    def _flow(self) -> Any:
        return policy_flow(self.levels, self.fixed, self.picked, len(self.given))

    def met(self) -> Iterator[DecisionPoint]:
        """Yield each decision that is met with the options picked now and has two options or more."""
        visits, places = round_digits(self._flow().visits(self.places.start), FINE), self.places
        for node, out, options in places.choices:
            if visits[out] >= RARE and len(set(options)) > 1:
                n, i = self._stands[out]
                key, often = places.keys[places.met_at[out]], float(visits[out])
                worths, most = self.worths[options], self.most[options]
                yield DecisionPoint(
                    node, key, (out,), often, worths, most, options, self.levels[n], self.picked[n][0], (i,)
                )
        for level, (_, inside) in zip(self.levels, self.picked, strict=True):
            for (called, callers, columns), picks in zip(level.calls, inside, strict=True):
                yield from self._within(called, callers, columns, picks, visits[callers])

    def _within(
        self, called: CalledProgram, out: Slots, columns: Slots, picks: list[Slots | None], often: Floats
    ) -> Iterator[DecisionPoint]:
        """Yield the decisions inside a called rule, for each of its callers."""
        callers = np.flatnonzero(often >= RARE)
        if not len(callers) or not called.choices:
            return
        theirs = [None if first is None else first[:, callers] for first in picks]
        met = round_digits(called.visits(theirs, len(callers)) * often[callers], FINE)
        worths, most = (called.worths(known[columns[:, callers]])[0] for known in (self.worths, self.most))
        places, within = self.places, locate_slot(called.levels)
        for node, slot, options in called.choices:
            if len(set(options)) > 1:
                n, i = within[slot]
                first = picks[n]
                assert first is not None
                for k in np.flatnonzero(met[slot] >= RARE).tolist():
                    caller = int(callers[k])
                    key, where = places.keys[places.met_at[int(out[caller])]], (int(out[caller]), slot)
                    offered = worths[options, k], most[options, k]
                    yield DecisionPoint(
                        node, key, where, float(met[slot, k]), *offered, options, called.levels[n], first, (i, caller)
                    )


def locate_slot(levels: list[LevelArray]) -> dict[int, tuple[int, int]]:
    """Map the slot of each decision to its level and its index there."""
    return {out: (n, i) for n, level in enumerate(levels) for i, out in enumerate(level.picked.tolist())}
