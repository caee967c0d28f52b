"""What to expect of a place nobody has looked at: what those are worth that are known and most like it.

A place is all the plain values in its state, or in the arguments of its call. What each value counts for, and each two
together, is fitted to the places that are known, one reckoning for each rule. Nothing is proven by it: it says where to
look. No game is asked what matters in it.
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

RIDGE = 2.0
"""As many places as all values are taken to have been met in before that counted for nothing."""
TELLING = 16
"""Of so many things, those that tell most, each two are looked at together."""
ENOUGH = 20_000
"""So many known places of a rule are learned from."""
MORE = 1.2
"""With so many times as many known places as before it is learned anew."""
Codes = NDArray[np.int32]


class ValueRegression:
    """All places met so far, in the order they were."""

    def __init__(self) -> None:
        self._alike: dict[Any, RegressionGroup] = {}
        self._met = 0

    def meet(self, keys: list[Any]) -> None:
        """Those of these places that have not been met before."""
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
        """What every place is expected to be worth, from what the known ones are: 0 is the worst ending and 1 the best,
        and nothing is nearer to them than is `sure`.
        """
        out = np.empty(self._met)
        for alike in self._alike.values():
            out[alike.at] = alike.expected(known[alike.at], worth[alike.at], sure)
        return out


class RegressionGroup:
    """The places of one rule, or the states of one kind: a row of small numbers each, one for every path."""

    def __init__(self) -> None:
        self.at: list[int] = []
        self._parts: dict[tuple[Hashable, Any], tuple[int, ...]] = {}
        self._paths: dict[Hashable, int] = {}
        self._met: list[int] = []
        """How many values have been met at each path."""
        self._path_of: list[int] = []
        self._code_of: list[int] = []
        """Of every value at its path: which path, and which of its values."""
        self._fresh: list[tuple[int, ...]] = []
        self._codes: Codes = np.zeros((0, 0), np.int32)
        self._fitted: FittedWeights | None = None
        self._learned = 0
        self._expected = np.zeros(0)

    def meet(self, at: int, value: Any) -> None:
        self.at.append(at)
        self._fresh.append(self._flat((), value))

    def _flat(self, path: tuple[Any, ...], value: Any) -> tuple[int, ...]:
        """Every plain value in it, by its number. Parts are remembered: most places have most of them in common."""
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
        """All rows met so far as one table; 0 is where a place has nothing at a path."""
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
    """What values count for, learned from some places: on the scale of log odds, where what counts adds up."""

    def __init__(self, codes: Codes, worth: Floats, sure: float) -> None:
        clear = np.clip(worth, sure, 1 - sure)
        odds = np.log(clear / (1 - clear))
        self._usual = float(odds.mean())
        self._paths = _telling(codes, odds - self._usual)
        self._sizes = [int(codes[:, path].max()) + 1 for path in self._paths]
        few = range(min(TELLING, len(self._paths)))
        self._pairs = [(a, b) for a in few for b in range(a) if self._sizes[a] * self._sizes[b] <= len(codes)]
        columns, width = self._columns(codes)
        self._weights: Floats = load_sparse().ridge_fit(columns, width, odds - self._usual, RIDGE)

    def expected(self, codes: Codes) -> Floats:
        odds = np.full(len(codes), self._usual)
        for column in self._columns(codes)[0]:
            odds += self._weights[column]
        return np.asarray(1 / (1 + np.exp(-odds)))

    def _columns(self, codes: Codes) -> tuple[list[Slots], int]:
        """For each path and each two: which weight counts for each place. What was not met then counts as nothing
        there.
        """
        single = []
        for path, size in zip(self._paths, self._sizes, strict=True):
            met = codes[:, path] if path < codes.shape[1] else np.zeros(len(codes), np.int32)
            single.append(np.where(met < size, met, 0).astype(np.intp))
        wide = [*self._sizes, *(self._sizes[a] * self._sizes[b] for a, b in self._pairs)]
        columns = [*single, *(single[a] * self._sizes[b] + single[b] for a, b in self._pairs)]
        starts = np.cumsum([0, *wide])
        return [start + column for start, column in zip(starts, columns, strict=False)], int(starts[-1])


def _telling(codes: Codes, odds: Floats) -> list[int]:
    """The paths at which places differ, those first that tell most of what they are worth; of paths that always go
    together, one.
    """
    told: dict[bytes, tuple[float, int]] = {}
    for path in range(codes.shape[1]):
        met = np.ascontiguousarray(codes[:, path])
        if (met != met[0]).any():
            often, sums = np.bincount(met), np.bincount(met, odds)
            told.setdefault(met.tobytes(), (-float((sums**2 / np.maximum(often, 1)).sum()), path))
    return [path for _, path in sorted(told.values())]
