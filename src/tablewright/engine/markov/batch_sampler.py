"""Samples a chain in batches of many plays at once, for questions about the course of a play.

Each state's row becomes an alias table of fixed width (Walker's method): one random number picks a column and decides
between its two states. If tables stay small, one covers several steps: a leap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablewright.rules import Refused

from .chain import MarkovChain

SLOTS = 1 << 15  # plays at a time, to fit into a core's cache
CLEAR = 0.2  # share of ended plays at which their slots are reused
LONGEST = 100_000
WIDE = 1 << 64
SMALL = 1 << 16  # columns of all tables together, to fit into a core's cache
FARTHEST = 8  # most steps in a leap


class BatchPlays:
    """Results of many plays, play by play."""

    def __init__(
        self, chain: MarkovChain, last: NDArray[Any], steps: NDArray[np.int32], seen: NDArray[np.bool_]
    ) -> None:
        self.chain, self.last, self.steps, self.seen = chain, last, steps, seen

    def __len__(self) -> int:
        return len(self.last)

    def chances(self) -> dict[str, float]:
        """The share of plays with each ending."""
        found = np.bincount(self.last, minlength=len(self.chain.endings)) / len(self)
        ends = np.array([end or "" for end in self.chain.endings])
        return {name: float(found[ends == name].sum()) for name in self.chain.names}

    def ever(self) -> float:
        """The share of plays that passed through a marked state."""
        return float(self.seen.mean())


class AliasTables:
    """Alias tables of a chain for several steps at a time, doubled while they stay small.

    States are renumbered with the ends last, so that one comparison tells them apart. An end has a number for each step
    of the leap at which it may come, and stays where it is.
    """

    def __init__(self, chain: MarkovChain, far: bool) -> None:
        self.order = np.concatenate([np.flatnonzero(~chain.over), np.flatnonzero(chain.over)])
        self.going = int((~chain.over).sum())
        self.ends = len(self.order) - self.going
        place = np.empty_like(self.order)
        place[self.order] = np.arange(len(self.order))
        self.start = int(place[0])
        self.steps = 1
        places = place.tolist()
        rows = [{places[j]: p for j, p in chain.rows[i].items()} for i in self.order[: self.going]]
        while far and 2 * self.steps <= FARTHEST:
            twice = self._twice(rows)
            if twice is None:
                break
            rows, self.steps = twice, 2 * self.steps
        self._end = np.tile(self.order[self.going :], self.steps)
        self._came = np.repeat(np.arange(1, self.steps + 1), self.ends)
        self._build(rows)

    def _twice(self, rows: list[dict[int, float]]) -> list[dict[int, float]] | None:
        """Rows for twice as many steps; None if they get too large."""
        out: list[dict[int, float]] = []
        most = SMALL // (self.going + 2 * self.steps * self.ends)
        later = self.steps * self.ends
        for row in rows:
            further: dict[int, float] = {}
            for j, p in row.items():
                if j >= self.going:
                    further[j] = further.get(j, 0.0) + p
                    continue
                for m, q in rows[j].items():
                    to = m if m < self.going else m + later
                    further[to] = further.get(to, 0.0) + p * q
            if len(further) > most:
                return None
            out.append(further)
        return out

    def _build(self, rows: list[dict[int, float]]) -> None:
        widest = max(map(len, rows), default=1)
        self._bits = max(1, (widest - 1).bit_length())
        width = 1 << self._bits
        self._column = width - 1
        many = self.going + self.steps * self.ends
        # Two states a column, side by side: its own, and the one that fills it up.
        pair = np.repeat(np.arange(many, dtype=np.int64), 2 * width).reshape(many, width, 2)
        limit = np.zeros((many, width), dtype=np.uint64)
        for i, row in enumerate(rows):
            pair[i], limit[i] = _alias_row(row, width)
        self._pair, self._limit = pair.reshape(-1), limit.reshape(-1)

    def leap(self, here: NDArray[np.int64], raw: NDArray[np.uint64]) -> NDArray[np.int64]:
        """The next state of each play, by its random number."""
        at = raw.view(np.int64) & self._column
        at |= here << self._bits
        # The low bits chose the column; their effect on the comparison is negligible.
        fills = raw >= self._limit.take(at)
        at <<= 1
        at |= fills
        return self._pair.take(at)

    def ended(self, here: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The original state of each end, and the step of the leap at which it came."""
        at = here - self.going
        return self._end.take(at), self._came.take(at)


class BatchSampler:
    """Samples a chain."""

    def __init__(self, chain: MarkovChain, seed: int = 0) -> None:
        self.chain = chain
        self._random = np.random.SFC64(seed)
        self._leaps: dict[bool, AliasTables] = {}

    def play(self, plays: int, ever: Callable[[Any], bool] | None = None) -> BatchPlays:
        """Play to the end many times. `ever` marks states to look for, which takes single steps."""
        far = ever is None
        if far not in self._leaps:
            self._leaps[far] = AliasTables(self.chain, far)
        leaps = self._leaps[far]
        mark = np.array([bool(ever(s)) for s in self.chain.states])[leaps.order] if ever else None
        last = np.zeros(plays, dtype=np.min_scalar_type(len(leaps.order)))  # a small type is fast
        steps = np.zeros(plays, dtype=np.int32)
        seen = np.zeros(plays, dtype=np.bool_)
        if mark is not None and mark[leaps.start]:
            seen[:] = True
        if leaps.start < leaps.going:
            self._walk(leaps, last, steps, seen, mark)
        return BatchPlays(self.chain, last, steps, seen)

    def _walk(
        self,
        leaps: AliasTables,
        last: NDArray[Any],
        steps: NDArray[np.int32],
        seen: NDArray[np.bool_],
        mark: NDArray[np.bool_] | None,
    ) -> None:
        """Run plays in slots; slots of ended plays are reused, until all plays have ended."""
        begun = min(SLOTS, len(last))
        who = np.arange(begun)
        here = np.full(begun, leaps.start, dtype=np.int64)
        taken = np.zeros(begun, dtype=np.int32)
        for _ in range(LONGEST + len(last)):
            here = leaps.leap(here, self._random.random_raw(len(here)))
            if mark is not None:
                seen[who] |= mark.take(here)
            on = here < leaps.going
            taken += on
            ended = len(here) - np.count_nonzero(on)
            if ended < CLEAR * len(here):
                continue
            done = np.flatnonzero(~on)
            whose = who.take(done)
            last[whose], at_step = leaps.ended(here.take(done))
            steps[whose] = taken.take(done) * leaps.steps + at_step
            more = min(len(done), len(last) - begun)
            fresh, spare = done[:more], done[more:]
            who[fresh], here[fresh], taken[fresh] = np.arange(begun, begun + more), leaps.start, 0
            begun += more
            if len(spare):
                who, here, taken = np.delete(who, spare), np.delete(here, spare), np.delete(taken, spare)
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
