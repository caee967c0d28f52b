"""Values of unexplored positions, estimated by regression from explored ones.

A position is the plain values in its state, or in the arguments of its call. Each value, and each pair of values, has a
weight. Weights are fitted to explored positions, separately for each rule. The result proves nothing; it guides the
search. Games provide no features for it.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablewright.rules.effects import Call
from tablewright.rules.state import child_items

from .lazy_scipy import load_sparse
from .level_arrays import Floats, Slots
from .rounding import FINE, round_digits, round_parts

RIDGE = 2.0  # strength of the ridge penalty, in positions with each value that had no effect
TELLING = 16  # pairs are formed among this many of the most informative paths
ENOUGH = 20_000  # known positions of a rule that are learned from, at most
PARTS = 256  # log odds are learned in parts of this size: finer digits differ between processors
MORE = 1.2  # weights are fitted again when the known positions have grown by this factor
Codes = NDArray[np.int32]


class ValueRegression:
    """Regressions over all positions met so far, in that order."""

    def __init__(self) -> None:
        self._alike: dict[Any, RegressionGroup] = {}
        self._met = 0

    def meet(self, keys: list[Any]) -> None:
        """Add the positions not met before."""
        for at in range(self._met, len(keys)):
            key = keys[at]
            call = type(key) is Call
            kind = key.fn if call else type(key)
            alike = self._alike.get(kind)
            if alike is None:
                alike = self._alike[kind] = RegressionGroup()
            alike.meet(at, key.args if call else key)
        self._met = len(keys)

    def expected(self, known: NDArray[np.bool_], worth: Floats, sure: float) -> Floats:
        """Estimate every position from known ones, from 0 (worst ending) to 1 (best).

        No estimate is closer to 0 or 1 than `sure`.
        """
        out = np.empty(self._met)
        for alike in self._alike.values():
            out[alike.at] = alike.expected(known[alike.at], worth[alike.at], sure)
        return out


class RegressionGroup:
    """The positions of one rule, or the states of one type: a row of small numbers each, one for every path."""

    def __init__(self) -> None:
        self.at: list[int] = []
        self._parts: dict[tuple[Hashable, Any], tuple[int, ...]] = {}
        self._paths: dict[Hashable, int] = {}
        self._met: list[int] = []
        """Number of values at each path."""
        self._path_of: list[int] = []
        self._code_of: list[int] = []
        """Path of each value, and its number there."""
        self._fresh: list[tuple[int, ...]] = []
        self._codes: Codes = np.zeros((0, 0), np.int32)
        self._fitted: FittedWeights | None = None
        self._learned = 0
        self._expected = np.zeros(0)

    def meet(self, at: int, value: Any) -> None:
        self.at.append(at)
        self._fresh.append(self._flat((), value))

    def _flat(self, path: tuple[Any, ...], value: Any) -> tuple[int, ...]:
        """The numbers of all plain values inside a value. Parts are cached, since most positions share most of them."""
        inner = child_items(value)
        if not inner and value != ():
            return (self._number(path, value),)
        return tuple([number for word, part in inner for number in self._part((*path, word), part)])

    def _part(self, path: tuple[Any, ...], value: Any) -> tuple[int, ...]:
        found = self._parts.get((path, value))
        if found is None:
            found = self._parts[path, value] = self._flat(path, value)
        return found

    def _number(self, path: Hashable, value: Any) -> int:
        column = self._paths.setdefault(path, len(self._paths))
        if column == len(self._met):
            self._met.append(0)
        self._met[column] += 1
        self._path_of.append(column)
        self._code_of.append(self._met[column])
        return len(self._path_of) - 1

    def _coded(self) -> Codes:
        """All rows met so far as one table; 0 where a position has no value at a path."""
        done, wide = self._codes.shape
        if self._fresh:
            table = np.zeros((done + len(self._fresh), len(self._paths)), np.int32)
            table[:done, :wide] = self._codes
            values = np.fromiter(chain.from_iterable(self._fresh), np.intp)
            rows = np.repeat(np.arange(done, len(table)), [len(row) for row in self._fresh])
            table[rows, np.array(self._path_of)[values]] = np.array(self._code_of)[values]
            self._codes = table
            self._fresh.clear()
        return self._codes

    def expected(self, known: NDArray[np.bool_], worth: Floats, sure: float) -> Floats:
        many = int(known.sum())
        if not many:
            return np.full(len(self.at), 0.5)
        codes = self._coded()
        if self._fitted is None or not self._learned / MORE < many < self._learned * MORE:
            some = np.flatnonzero(known)[:: 1 + many // ENOUGH]
            self._fitted, self._learned = FittedWeights(codes[some], worth[some], sure), many
            self._expected = np.zeros(0)
        fresh = codes[len(self._expected) :]
        self._expected = np.concatenate([self._expected, self._fitted.expected(fresh)])
        return self._expected


class FittedWeights:
    """Weights of values, learned from some positions on the scale of log odds, where effects add up."""

    def __init__(self, codes: Codes, worth: Floats, sure: float) -> None:
        clear = np.clip(worth, sure, 1 - sure)
        odds = round_parts(np.log(clear / (1 - clear)), PARTS)
        self._usual = float(odds.mean())
        self._paths = _telling(codes, odds - self._usual)
        self._sizes = [int(codes[:, path].max()) + 1 for path in self._paths]
        few = range(min(TELLING, len(self._paths)))
        self._pairs = [(a, b) for a in few for b in range(a) if self._sizes[a] * self._sizes[b] <= len(codes)]
        columns, width = self._columns(codes)
        self._weights: Floats = load_sparse().ridge_fit(columns, width, odds - self._usual, RIDGE)

    def expected(self, codes: Codes) -> Floats:
        """Return what these places are expected to be worth."""
        odds = np.full(len(codes), self._usual)
        for column in self._columns(codes)[0]:
            odds += self._weights[column]
        rest = round_digits(np.exp(-np.abs(odds)), FINE)
        return np.asarray(np.where(odds > 0, 1.0, rest) / (1 + rest))

    def _columns(self, codes: Codes) -> tuple[list[Slots], int]:
        """Weight index of each position, for each path and each pair. Values not met in training get index 0."""
        single = []
        for path, size in zip(self._paths, self._sizes, strict=True):
            met = codes[:, path] if path < codes.shape[1] else np.zeros(len(codes), np.int32)
            single.append(np.where(met < size, met, 0).astype(np.intp))
        wide = [*self._sizes, *(self._sizes[a] * self._sizes[b] for a, b in self._pairs)]
        columns = [*single, *(single[a] * self._sizes[b] + single[b] for a, b in self._pairs)]
        starts = np.cumsum([0, *wide])
        return [start + column for start, column in zip(starts, columns, strict=False)], int(starts[-1])


def _telling(codes: Codes, odds: Floats) -> list[int]:
    """Paths at which positions differ, the most informative first; only one of paths that are equivalent."""
    told: dict[bytes, tuple[float, int]] = {}
    for path in range(codes.shape[1]):
        met = np.ascontiguousarray(codes[:, path])
        if (met != met[0]).any():
            often, sums = np.bincount(met), np.bincount(met, odds)
            told.setdefault(met.tobytes(), (-float((sums**2 / np.maximum(often, 1)).sum()), path))
    return [path for _, path in sorted(told.values())]
