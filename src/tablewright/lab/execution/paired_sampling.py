"""Two questions played in pairs with the same random numbers, so that only their difference varies."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from functools import lru_cache
from threading import get_ident
from typing import Any

import msgspec

from tablewright.engine.sampling import (
    CHUNK,
    ChunkWorker,
    PlayStatistics,
    ScenarioPlayer,
    map_in_order,
    unfinished_ending,
)
from tablewright.lab.results import difference_half_width, fall_label, observed_range
from tablewright.lab.spec import RunSpec, absent_at_end, prepare_by_reference

from .runner import MAX_SAMPLED
from .work_options import WorkOptions

FEW = 50  # pairs to play after an interruption before the first chunk


class PairStatistics:
    """Results of many pairs: statistics of each side, and by figure the difference of the second to the first."""

    def __init__(self) -> None:
        self.tallies = (PlayStatistics(), PlayStatistics())
        self.sums: dict[str, float] = {}
        self.squares: dict[str, float] = {}
        self.farthest: dict[str, float] = {}
        """The largest difference of a pair, by figure."""

    @property
    def plays(self) -> int:
        return self.tallies[0].plays

    def add(self, one: Mapping[str, float], two: Mapping[str, float]) -> None:
        for name in dict.fromkeys((*one, *two)):
            by = two.get(name, 0.0) - one.get(name, 0.0)
            self.sums[name] = self.sums.get(name, 0.0) + by
            self.squares[name] = self.squares.get(name, 0.0) + by * by
            self.farthest[name] = max(self.farthest.get(name, 0.0), abs(by))

    def merge(self, other: PairStatistics) -> None:
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.merge(theirs)
        for name in other.sums:
            self.sums[name] = self.sums.get(name, 0.0) + other.sums[name]
            self.squares[name] = self.squares.get(name, 0.0) + other.squares[name]
            self.farthest[name] = max(self.farthest.get(name, 0.0), other.farthest[name])

    def difference(self, name: str) -> tuple[float, float]:
        """The mean difference of a figure and half the width of its 95 % interval, which is never 0."""
        n, total = self.plays, self.sums.get(name, 0.0)
        return total / n, difference_half_width(n, total, self.squares.get(name, 0.0), self._reach(name))

    def _reach(self, name: str) -> float:
        """The largest possible difference of a pair: the largest seen, or else the range of the figure."""
        counts = [tally.values(name) for tally in self.tallies]
        if not any(counts):
            return 1.0  # the figure is a chance
        least, most = observed_range(min(map(min, filter(None, counts))), max(map(max, filter(None, counts))))
        return self.farthest.get(name, 0.0) or most - least

    def widest(self) -> float:
        """Half the width of the widest interval of a difference between chances."""
        endings = {*self.tallies[0].endings, *self.tallies[1].endings}
        return max(self.difference(name)[1] for name in endings)


def sample_pairs(
    one: RunSpec, two: RunSpec, limits: tuple[int | None, int | None], work: WorkOptions
) -> PairStatistics:
    """Play pairs until all differences of chances are known within the error, or as many as asked for.

    On Ctrl-C the pairs so far are returned, or a few if there are none.
    """
    plays = MAX_SAMPLED if one.plays is None else one.plays
    jobs = [
        (msgspec.json.encode([one, two]), limits, one.seed, i, min(CHUNK, plays - i * CHUNK))
        for i in range(-(-plays // CHUNK))
    ]
    total = PairStatistics()
    try:
        if not work.stopped:
            _play(total, jobs, one, work)
    except KeyboardInterrupt:
        work.stopped = True
    if not total.plays:
        work.say("stopping: a few plays")
        total = sample_pair_chunk(*jobs[0][:4], min(plays, FEW))
    return total


def _play(total: PairStatistics, jobs: list[tuple[Any, ...]], one: RunSpec, work: WorkOptions) -> None:
    """Add pairs to the total until there are enough."""
    work.say("playing both")
    plays = MAX_SAMPLED if one.plays is None else one.plays
    with work.executor(len(jobs)) as executor:
        found = (
            map_in_order(executor, sample_pair_chunk, jobs)
            if executor is not None
            else (sample_pair_chunk(*job) for job in jobs)
        )
        with closing(found):
            for pairs in found:
                total.merge(pairs)
                expected = plays if one.plays is not None else total.plays * (total.widest() / one.error) ** 2
                work.tell(total.plays, max(total.plays, round(min(plays, expected))))
                if one.plays is None and total.widest() <= one.error:
                    break


@lru_cache(maxsize=8)
def _workers(both: bytes, limits: tuple[int | None, int | None], thread: int) -> tuple[ChunkWorker, ChunkWorker]:
    one, two = msgspec.json.decode(both, type=tuple[RunSpec, RunSpec])
    return ChunkWorker(lambda: prepare_by_reference(one), limits[0]), ChunkWorker(
        lambda: prepare_by_reference(two), limits[1]
    )


def sample_pair_chunk(
    both: bytes, limits: tuple[int | None, int | None], seed: int, number: int, plays: int
) -> PairStatistics:
    """Play pairs; both plays of a pair begin with the same seed."""
    workers = _workers(both, limits, get_ident())
    players = [worker.player(number) for worker in workers]
    without = [absent_at_end(player.scenario, worker.start) for player, worker in zip(players, workers, strict=True)]
    pairs = PairStatistics()
    for i in range(plays):
        one, two = (
            nothing | _one(player, worker.start, f"{seed}/{number}/{i}", tally)
            for player, worker, tally, nothing in zip(players, workers, pairs.tallies, without, strict=True)
        )
        pairs.add(one, two)
    for worker, tally in zip(workers, pairs.tallies, strict=True):
        tally.noticed |= worker.noticed
    return pairs


def _one(player: ScenarioPlayer, start: Any, seed: str, tally: PlayStatistics) -> dict[str, float]:
    """Play once and add it to the statistics. Returns its figures by name."""
    player.begin(seed)
    end, steps, fell = player.to_the_end(player.place(start))
    left, worth = player.counted(end)
    ending = end.ending or unfinished_ending(steps)
    may_fall = player.scenario.standing is not None
    tally.add(ending, steps, left, worth, fell if may_fall else None)
    out = {ending: 1.0, "length": float(steps)} | {name: float(v) for name, v in left.items() if name != ending}
    if worth is not None:
        out["worth"] = worth
    return out | ({fall_label(fell): 1.0} if may_fall else {})
