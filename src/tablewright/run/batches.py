"""A chain's tables sampled in batches: many plays at once, for questions about the way and not only the end.

Each state's row becomes an alias table of the same width (Walker's method): one random number picks a column and
decides between the two states in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tablewright.kernel.errors import Refused

if TYPE_CHECKING:
    from .chain import Chain

BATCH = 1 << 15
"""Plays at a time: as many as stay in a core's cache."""
LONGEST = 100_000
WIDE = 1 << 64


class Plays:
    """What many plays came to, play by play."""

    def __init__(
        self, chain: Chain, last: NDArray[np.int32], steps: NDArray[np.int32], seen: NDArray[np.bool_]
    ) -> None:
        self.chain, self.last, self.steps, self.seen = chain, last, steps, seen

    def __len__(self) -> int:
        return len(self.last)

    def chances(self) -> dict[str, float]:
        """The share of plays with each ending."""
        names = np.array([e or "" for e in self.chain.endings])[self.last]
        return {name: float((names == name).mean()) for name in self.chain.names}

    def ever(self) -> float:
        """The share of plays that passed through what was looked for."""
        return float(self.seen.mean())


class Batches:
    """Samples a chain."""

    def __init__(self, chain: Chain, seed: int = 0) -> None:
        self.chain = chain
        self._random = np.random.SFC64(seed)
        self._alias()

    def _alias(self) -> None:
        rows = self.chain.rows
        widest = max(len(row) for row in rows)
        self._bits = max(1, (widest - 1).bit_length())
        width = 1 << self._bits
        # Two states a column, side by side: the one that stands there and the one that fills it up.
        pair = np.zeros((len(rows), width, 2), dtype=np.int64)
        limit = np.zeros((len(rows), width), dtype=np.uint64)
        for i, row in enumerate(rows):
            pair[i], limit[i] = _alias_row(row or {i: 1.0}, width)
        self._pair, self._limit = pair.reshape(-1), limit.reshape(-1)

    def play(self, plays: int, ever: Callable[[Any], bool] | None = None) -> Plays:
        """So many plays to the end. `ever` marks states to look for on the way."""
        mark = np.array([ever(s) for s in self.chain.states]) if ever else np.zeros(len(self.chain), dtype=bool)
        last = np.zeros(plays, dtype=np.int32)
        steps = np.zeros(plays, dtype=np.int32)
        seen = np.full(plays, mark[0])
        for first in range(0, plays, BATCH):
            part = slice(first, min(first + BATCH, plays))
            self._batch(last[part], steps[part], seen[part], mark if ever else None)
        return Plays(self.chain, last, steps, seen)

    def _batch(
        self,
        last: NDArray[np.int32],
        steps: NDArray[np.int32],
        seen: NDArray[np.bool_],
        mark: NDArray[np.bool_] | None,
    ) -> None:
        over, bits = self.chain.over, self._bits
        column = (1 << bits) - 1
        who, here = np.arange(len(last)), np.zeros(len(last), dtype=np.int64)
        if over[0]:
            return
        for step in range(1, LONGEST):
            raw = self._random.random_raw(len(here))
            at = raw.view(np.int64) & column
            at |= here << bits
            # The low bits chose the column; what they add to the comparison is far below any chance worth a name.
            fills = raw >= self._limit.take(at)
            at <<= 1
            at |= fills
            here = self._pair.take(at)
            if mark is not None:
                seen[who] |= mark[here]
            ended = np.flatnonzero(over.take(here))
            if len(ended):
                done = who.take(ended)
                last[done], steps[done] = here.take(ended), step
                who, here = np.delete(who, ended), np.delete(here, ended)
                if not len(who):
                    return
        raise Refused(f"It has not ended after {LONGEST:,} steps.")


def _alias_row(row: dict[int, float], width: int) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    states, share = list(row), [p * width for p in row.values()]
    states += [states[0]] * (width - len(states))
    share += [0.0] * (width - len(share))
    fill = list(range(width))
    limit = [1.0] * width
    small = [i for i, s in enumerate(share) if s < 1.0]
    large = [i for i, s in enumerate(share) if s >= 1.0]
    while small and large:
        lo, hi = small.pop(), large[-1]
        limit[lo], fill[lo] = share[lo], hi
        share[hi] -= 1.0 - share[lo]
        if share[hi] < 1.0:
            small.append(large.pop())
    pair = np.array([(states[i], states[fill[i]]) for i in range(width)], dtype=np.int64)
    return pair, np.array([min(int(part * WIDE), WIDE - 1) for part in limit], dtype=np.uint64)
