"""A chain's tables sampled in batches: many plays at once, for questions about the way and not only the end.

Each state's row becomes an alias table of the same width (Walker's method): one random number picks a column and
decides between the two states in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablewright.kernel.errors import Refused

from .chain import Chain

SLOTS = 1 << 15
"""Plays at a time: as many as stay in a core's cache."""
CLEAR = 0.2
"""The share of slots whose play has ended at which they are cleared for new ones."""
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
        """States are numbered anew, those that go on before those where it is over: one comparison tells them apart."""
        rows, over = self.chain.rows, self.chain.over
        self._order = np.concatenate([np.flatnonzero(~over), np.flatnonzero(over)])
        self._going = int((~over).sum())
        place = np.empty_like(self._order)
        place[self._order] = np.arange(len(rows))
        self._start = int(place[0])
        widest = max(len(row) for row in rows)
        self._bits = max(1, (widest - 1).bit_length())
        width = 1 << self._bits
        self._column = width - 1
        # Two states a column, side by side: the one that stands there and the one that fills it up.
        pair = np.zeros((len(rows), width, 2), dtype=np.int64)
        limit = np.zeros((len(rows), width), dtype=np.uint64)
        for i, row in enumerate(rows):
            at = int(place[i])
            pair[at], limit[at] = _alias_row({int(place[j]): p for j, p in row.items()} or {at: 1.0}, width)
        self._pair, self._limit = pair.reshape(-1), limit.reshape(-1)

    def play(self, plays: int, ever: Callable[[Any], bool] | None = None) -> Plays:
        """So many plays to the end. `ever` marks states to look for on the way."""
        mark = np.array([bool(ever(s)) for s in self.chain.states])[self._order] if ever else None
        last = np.full(plays, self._start, dtype=np.int64)
        steps = np.zeros(plays, dtype=np.int32)
        seen = np.full(plays, mark is not None and bool(mark[self._start]))
        if self._start < self._going:
            self._walk(last, steps, seen, mark)
        return Plays(self.chain, self._order[last].astype(np.int32), steps, seen)

    def _walk(
        self,
        last: NDArray[np.int64],
        steps: NDArray[np.int32],
        seen: NDArray[np.bool_],
        mark: NDArray[np.bool_] | None,
    ) -> None:
        """Plays in slots: whoever has ended makes room for the next, until all have been played to their end."""
        begun = min(SLOTS, len(last))
        who = np.arange(begun)
        here = np.full(begun, self._start, dtype=np.int64)
        taken = np.zeros(begun, dtype=np.int32)
        for _ in range(LONGEST + len(last)):
            here = self._step(here)
            if mark is not None:
                seen[who] |= mark.take(here)
            on = here < self._going
            taken += on
            ended = len(here) - np.count_nonzero(on)
            if ended < CLEAR * len(here):
                continue
            done = np.flatnonzero(~on)
            last[who[done]], steps[who[done]] = here[done], taken[done] + 1
            more = min(len(done), len(last) - begun)
            fresh, spare = done[:more], done[more:]
            who[fresh], here[fresh], taken[fresh] = np.arange(begun, begun + more), self._start, 0
            begun += more
            if len(spare):
                who, here, taken = np.delete(who, spare), np.delete(here, spare), np.delete(taken, spare)
                if not len(who):
                    return
        raise Refused(f"It has not ended after {LONGEST:,} steps.")

    def _step(self, here: NDArray[np.int64]) -> NDArray[np.int64]:
        raw = self._random.random_raw(len(here))
        at = raw.view(np.int64) & self._column
        at |= here << self._bits
        # The low bits chose the column; what they add to the comparison is far below any chance worth a name.
        fills = raw >= self._limit.take(at)
        at <<= 1
        at |= fills
        return self._pair.take(at)


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
