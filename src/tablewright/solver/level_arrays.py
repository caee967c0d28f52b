"""Trees as arrays: the value of every node, computed level by level.

A slot holds a value. It is given (positions, results), or it is a mix of slots, the best of slots, or a called rule
whose results lead to slots. A rule with many callers is computed for all of them at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablewright.engine.choices import IsOwnChoice
from tablewright.engine.trees import ChanceNode, ChoiceNode, Leaf, Node, SimultaneousNode

from .lazy_scipy import load_sparse

# A tie is a part of the value: more than rounding leaves, less than a step costs (`ON`).
# Waiting never ties with acting.
TIE = 1e-12  # of options this close in value, relatively, the first is taken
SMALL = 1e-3  # a value smaller than this ties as if it were this large
Floats: TypeAlias = NDArray[np.float64]
Slots: TypeAlias = NDArray[np.intp]
Spread: TypeAlias = tuple[Slots, Slots, Floats]  # source slots, target slots, and weights


#: a choice, its slot, and the slots of its options in the order offered
Asked: TypeAlias = tuple[ChoiceNode, int, list[int]]


class SimultaneousChoice(Exception):
    """Raised where both sides choose at once, which arrays cannot solve."""


class ChanceArrays:
    """All chance nodes of one level."""

    def __init__(self) -> None:
        self.out: list[int] = []
        self.ends: list[int] = [0]
        self.columns: list[int] = []
        self.weights: list[float] = []

    def add(self, out: int, parts: Sequence[tuple[float, int]]) -> None:
        self.out.append(out)
        for weight, column in parts:
            self.columns.append(column)
            self.weights.append(weight)
        self.ends.append(len(self.columns))


class ChoiceArrays:
    """All choices of one level."""

    def __init__(self) -> None:
        self.out: list[int] = []
        self.starts: list[int] = []
        self.columns: list[int] = []
        self.signs: list[float] = []

    def add(self, out: int, columns: Sequence[int], sign: float) -> None:
        self.out.append(out)
        self.starts.append(len(self.columns))
        self.columns += columns
        self.signs.append(sign)


class LevelArray:
    """Arrays of one level of a program."""

    def __init__(
        self,
        mixes: ChanceArrays | None,
        picks: ChoiceArrays | None,
        calls: Mapping[CalledProgram, CallSites],
        slots: int,
    ) -> None:
        self.mixed = np.array(mixes.out if mixes else (), np.intp)
        self.mix = load_sparse().sparse_rows(mixes.weights, mixes.columns, mixes.ends, slots) if mixes else None
        self.picked = np.array(picks.out if picks else (), np.intp)
        if picks:
            self.starts, self.columns = np.array(picks.starts, np.intp), np.array(picks.columns, np.intp)
            self.whose = np.repeat(np.arange(len(picks.out)), np.diff([*picks.starts, len(picks.columns)]))
            self.signs = np.array(picks.signs)
        self.calls = [(called, np.array(c.out, np.intp), np.array(c.columns, np.intp).T) for called, c in calls.items()]

    def best(self, worth: Floats) -> tuple[Floats, Slots]:
        """The value of each choice, and the index in `columns` of its first best option."""
        wide = worth.ndim == 2
        signs = self.signs[:, None] if wide else self.signs
        places = np.arange(len(self.columns))
        offered = worth[self.columns] * signs[self.whose]
        top = np.maximum.reduceat(offered, self.starts, axis=0)
        near = top - TIE * np.maximum(np.abs(top), SMALL)
        tied = np.where(offered >= near[self.whose], places[:, None] if wide else places, len(places))
        return top * signs, np.minimum.reduceat(tied, self.starts, axis=0)


class CallSites:
    """The calls of one rule at one level, with the slots its results lead to for each caller."""

    def __init__(self) -> None:
        self.out: list[int] = []
        self.columns: list[list[int]] = []


class LevelArrays:
    """Slots and the levels at which they are computed. Players outside `whose` pick the option of least value."""

    def __init__(self, whose: IsOwnChoice | None = None) -> None:
        self.whose = whose
        self.against = False
        """True if there is a choice of somebody who plays against it."""
        self.levels: list[int] = []
        self.mixes: dict[int, ChanceArrays] = {}
        self.picks: dict[int, ChoiceArrays] = {}
        self.calls: dict[int, dict[CalledProgram, CallSites]] = {}
        self.size = 0
        """Count of all numbers held."""

    def slot(self, level: int = 0) -> int:
        self.levels.append(level)
        return len(self.levels) - 1

    def _above(self, columns: Sequence[int]) -> int:
        return 1 + max([self.levels[column] for column in columns])

    def mix(self, parts: Sequence[tuple[float, int]]) -> int:
        if len(parts) == 1:
            return parts[0][1]
        level = self._above([column for _, column in parts])
        out = self.slot(level)
        self.mixes.setdefault(level, ChanceArrays()).add(out, parts)
        self.size += len(parts)
        return out

    def pick(self, columns: Sequence[int], by: tuple[str, ...]) -> int:
        columns = list(dict.fromkeys(columns))
        if len(columns) == 1:
            return columns[0]
        level = self._above(columns)
        out = self.slot(level)
        own = self.whose is None or self.whose(by)
        self.against |= not own
        self.picks.setdefault(level, ChoiceArrays()).add(out, columns, 1.0 if own else -1.0)
        self.size += len(columns)
        return out

    def call(self, called: CalledProgram, columns: list[int]) -> int:
        level = self._above(columns)
        out = self.slot(level)
        self.against |= called.program.against
        callers = self.calls.setdefault(level, {}).setdefault(called, CallSites())
        callers.out.append(out)
        callers.columns.append(columns)
        self.size += len(columns) + called.program.size // 8
        return out

    def ready(self) -> list[LevelArray]:
        """Build the arrays of all levels, lowest first."""
        slots = len(self.levels)
        every = sorted({*self.mixes, *self.picks, *self.calls})
        return [LevelArray(self.mixes.get(n), self.picks.get(n), self.calls.get(n, {}), slots) for n in every]


class CalledProgram:
    """A called rule as a program over the values of its results, for many callers at once."""

    def __init__(self, root: Node, whose: IsOwnChoice | None) -> None:
        self.root, self.results = root, root.results
        self.program = LevelArrays(whose)
        self.choices: list[Asked] = []
        """All choices in it, with those of the rules it calls."""
        leaves = {result: self.program.slot() for result in self.results}
        self.out = self._put(root, leaves, {})
        self.levels = self.program.ready()

    def _put(self, node: Node, leaves: Mapping[Any, int], known: dict[Node, int]) -> int:
        found = known.get(node)
        if found is None:
            found = known[node] = self._make(node, leaves, known)
        return found

    def _make(self, node: Node, leaves: Mapping[Any, int], known: dict[Node, int]) -> int:
        if isinstance(node, Leaf):
            return self.program.mix([(w / node.dist.total, leaves[r]) for r, w in node.dist.weights.items()])
        if isinstance(node, ChanceNode):
            return self.program.mix([(w / node.total, self._put(inner, leaves, known)) for w, inner in node.branches])
        if isinstance(node, ChoiceNode):
            options = [self._put(inner, leaves, known) for _, inner in node.branches]
            out = self.program.pick(options, node.by)
            self.choices.append((node, out, options))
            return out
        if isinstance(node, SimultaneousNode):
            raise SimultaneousChoice
        after = {result: self._put(inner, leaves, known) for result, inner in node.branches}
        return self._put(node.root, after, {})

    def worths(self, given: Floats) -> tuple[Floats, list[Slots | None]]:
        """The value of every slot for each caller, and the picks of each level. `given` holds results by callers."""
        worth = np.zeros((len(self.program.levels), given.shape[1]))
        worth[: len(given)] = given
        picked: list[Slots | None] = []
        for level in self.levels:
            if level.mix is not None:
                worth[level.mixed] = level.mix @ worth
            first = None
            if len(level.picked):
                worth[level.picked], first = level.best(worth)
            picked.append(first)
        return worth, picked

    def visits(self, picked: list[Slots | None], callers: int) -> Floats:
        """Expected visits of each slot, for each caller."""
        met = np.zeros((len(self.program.levels), callers))
        met[self.out] = 1.0
        every = np.arange(callers)
        for level, first in zip(reversed(self.levels), reversed(picked), strict=True):
            if first is not None:
                np.add.at(met, (level.columns[first], every), met[level.picked])
            if level.mix is not None:
                met += level.mix.T @ met[level.mixed]
        return met
