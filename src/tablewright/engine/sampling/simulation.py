"""Plays of a scenario at random, in this process or on all cores.

The same seed gives the same plays, on any number of cores.
"""

from __future__ import annotations

import os
import pickle
from bisect import bisect
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Executor
from contextlib import closing
from functools import lru_cache
from threading import get_ident
from time import monotonic
from typing import Any, NamedTuple

from tablewright.rules import Refused, Scenario
from tablewright.rules.effects import Call, Policy

from .process_pool import map_in_order, worker_pool
from .sampler import MAX_MET, RuleSampler
from .statistics import NOBODY, PlayStatistics, newly_fallen

CHUNK = 250  # plays that share one seed: the unit of work
LONGEST = 100_000
PRACTICE, PRACTICE_STEPS = 200, 20  # plays of practice before the first chunk, and steps of each
PAYS = 0.05  # practice goes on while it raises the share of counted steps by this much


class SampledState:
    """A state of a scenario as play meets it: over, or with the next states and their cumulative chances.

    `standing` are the characters still up, once determined; equal tuples are shared.
    """

    __slots__ = ("call", "counted", "ending", "standing", "state", "way")

    def __init__(self, state: Any, ending: str | None) -> None:
        self.state, self.ending = state, ending
        self.standing: tuple[str, ...] | None = None
        self.counted: tuple[Mapping[str, float], float | None] | None = None
        self.call: Call[Any] | None = None
        self.way: tuple[list[float], list[SampledState]] | None = None


class ScenarioPlayer:
    """Plays a scenario from its start to its end, again and again, and caches the states it meets.

    It learns as it plays, so a play depends on those before it. A `settled` one learns no more: its plays depend on its
    tables and its seed alone.
    """

    def __init__(
        self, scenario: Scenario, policy: Policy | None, seed: int | str = 0, limit: int | None = None
    ) -> None:
        self.scenario, self.bulk, self.limit = scenario, RuleSampler(policy, seed), limit
        self.played = 0
        """Steps that were played because no table had them."""
        self._learns = True
        self._places: dict[Any, SampledState] = {}
        self._standing: dict[tuple[str, ...], tuple[str, ...]] = {}

    def place(self, state: Any) -> SampledState:
        found = self._places.get(state)
        if found is None:
            found = SampledState(state, self.scenario.ending(state))
            if self._learns and len(self._places) < MAX_MET:
                self._places[state] = found
        return found

    def begin(self, seed: int | str) -> None:
        """Continue with the random numbers of this seed."""
        self.bulk.random.seed(seed)

    def practise(self, start: Any, plays: int) -> float:
        """Play for practice; returns the share of steps that came from tables."""
        here, most, steps, played = self.place(start), plays * PRACTICE_STEPS, 0, self.played
        longest = most if self.limit is None else self.limit
        for _ in range(plays):
            steps += self.to_the_end(here, min(longest, most - steps))[1]
            if steps >= most:
                break
        return 1 - (self.played - played) / max(1, steps)

    def settled(self) -> ScenarioPlayer:
        """A copy that keeps what was learned and learns no more."""
        other = ScenarioPlayer(self.scenario, None, limit=self.limit)
        other.bulk, other._learns = self.bulk.settled(), False
        return other

    def to_the_end(self, start: SampledState, most: int | None = None) -> tuple[SampledState, int, str]:
        """Play once: the last state, the number of steps, and the first to fall.

        At the limit, or after `most` steps, the play stays where it is. Without either, an endless play raises
        `Refused`.
        """
        here, below, up, fell = start, self.bulk.random.random, self.standing(start), NOBODY
        most = self.limit if most is None else most
        steps = 0
        while here.ending is None:
            if steps == most:
                break
            if steps >= LONGEST:
                raise Refused(f"{self.scenario.title} has not ended after {steps:,} steps. Give it a limit.")
            steps += 1
            way = here.way
            if way is None:
                here = self._step(here)
            else:
                upto, places = way
                here = places[bisect(upto, below())]
            if fell is NOBODY:
                now = here.standing
                if now is None:
                    now = self.standing(here)
                if now is not up:
                    fell = newly_fallen(up, now)
        return here, steps, fell

    def standing(self, here: SampledState) -> tuple[str, ...]:
        """The characters still up, cached by state."""
        if here.standing is None:
            up = tuple(self.scenario.standing(here.state)) if self.scenario.standing is not None else ()
            here.standing = self._standing.setdefault(up, up)
        return here.standing

    def counted(self, end: SampledState) -> tuple[Mapping[str, float], float | None]:
        """Amounts left at an end and its value, cached."""
        if end.counted is None:
            count, value = self.scenario.count, self.scenario.value
            left = count(end.state) if count is not None else {}
            worth = float(value(end.state)) if value is not None and end.ending is not None else None
            end.counted = left, worth
        return end.counted

    def _step(self, here: SampledState) -> SampledState:
        if here.call is None:
            here.call = self.scenario.step(here.state)
        table = self.bulk.table(here.call)
        if table is None:
            self.played += 1
            return self.place(self.bulk.played(here.call))
        places = [self.place(state) for state in table.values]
        here.way = table.upto, places
        if not self._learns:
            self._places[here.state] = here
        return places[bisect(table.upto, self.bulk.random.random())]


def play_many(player: ScenarioPlayer, start: Any, plays: int) -> PlayStatistics:
    """Play many times and add up the results."""
    tally, first = PlayStatistics(), player.place(start)
    falls = player.scenario.standing is not None
    alike: dict[tuple[SampledState, int, str], int] = {}
    for _ in range(plays):
        came_to = player.to_the_end(first)
        alike[came_to] = alike.get(came_to, 0) + 1
    for (end, steps, fell), times in alike.items():
        left, worth = player.counted(end)
        tally.add(end.ending or unfinished_ending(steps), steps, left, worth, fell if falls else None, times)
    return tally


def unfinished_ending(steps: int) -> str:
    """The ending of a play that reached its limit."""
    return f"not over after {steps:,} steps"


class SimulationSetup(NamedTuple):
    """The setup of a simulation: scenario, policy and start, and a set that other code adds notices to."""

    scenario: Scenario
    policy: Policy | None
    start: Any
    noticed: set[str] | frozenset[str] = frozenset()


Find = Callable[[], SimulationSetup | tuple[Scenario, Policy | None, Any]]


class ChunkWorker:
    """Plays chunks. Any worker plays the same chunk alike: what its player has learned depends on the chunk's number
    alone.

    It practises before the first chunk, and again each time as much has been played as practised, while that pays.
    Results of practice are dropped.
    """

    def __init__(self, find: Find, limit: int | None = None) -> None:
        self.scenario, self.policy, self.start, self.noticed = SimulationSetup(*find())
        self.limit = limit
        self._learner: ScenarioPlayer | None = ScenarioPlayer(self.scenario, self.policy, "practice", limit)
        self._shares: list[float] = []
        """The share of steps from tables, after each round of practice."""
        self._settled: list[ScenarioPlayer] = []
        """A settled player after each round of practice."""

    def chunk(self, seed: int, number: int, plays: int) -> PlayStatistics:
        player = self.player(number)
        player.begin(f"{seed}/{number}")
        tally = play_many(player, self.start, plays)
        tally.noticed |= self.noticed
        return tally

    def player(self, number: int) -> ScenarioPlayer:
        """The player with the practice that the chunk of this number gets."""
        rounds = 1 + number.bit_length()
        while len(self._settled) < rounds and self._learner is not None:
            self._practise(self._learner)
        return self._settled[:rounds][-1]

    def _practise(self, learner: ScenarioPlayer) -> None:
        """Practise one more round, as long as all before it."""
        shares = self._shares
        shares.append(learner.practise(self.start, PRACTICE << max(0, len(shares) - 1)))
        self._settled.append(learner.settled())
        if len(shares) > 1 and shares[-1] - shares[-2] < PAYS:
            self._learner = None


@lru_cache(maxsize=8)
def _worker(find: bytes, limit: int | None, thread: int) -> ChunkWorker:
    """The worker of a thread; its practice is kept for further chunks of the scenario."""
    return ChunkWorker(pickle.loads(find), limit)


def _chunk(find: bytes, limit: int | None, seed: int, number: int, plays: int) -> PlayStatistics:
    return _worker(find, limit, get_ident()).chunk(seed, number, plays)


def simulate(
    find: Find,
    plays: int,
    *,
    seed: int = 0,
    cores: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
    limit: int | None = None,
    enough: Callable[[PlayStatistics], bool] | None = None,
) -> PlayStatistics:
    """Play many times, on all cores or by the given executor.

    `find` makes scenario, policy and start in each process, so it must live in a module unless one core is used.
    `progress` is called with the number of plays done. `limit` ends a play after so many steps. `enough` is called
    after every chunk in order and may end the plays early, always at the same one. On Ctrl-C the plays so far are
    returned.
    """
    if plays < 1:
        raise Refused(f"{plays} plays tell nothing: at least one is needed.")
    chunks = [(i, min(CHUNK, plays - i * CHUNK)) for i in range(-(-plays // CHUNK))]
    total = PlayStatistics()
    tallies = _tallies(find, limit, chunks, seed, min(cores or os.cpu_count() or 1, len(chunks)), executor)
    with closing(tallies):
        try:
            for tally in tallies:
                total.merge(tally)
                if progress is not None:
                    progress(total.plays)
                if enough is not None and enough(total):
                    break
        except KeyboardInterrupt:
            if not total.plays:
                raise
    return total


def simulate_for(
    find: Find, seconds: float, *, most: int = CHUNK, seed: int = 0, limit: int | None = None
) -> PlayStatistics:
    """Play for some seconds, at least once; for callers that cannot wait for a whole chunk."""
    worker, total = ChunkWorker(find, limit), PlayStatistics()
    player, by = worker.player(0), monotonic() + seconds
    player.begin(f"{seed}/0")
    while not total.plays or (total.plays < min(most, CHUNK) and monotonic() < by):
        total.merge(play_many(player, worker.start, 1))
    total.noticed |= worker.noticed
    return total


def _tallies(
    find: Find, limit: int | None, chunks: list[tuple[int, int]], seed: int, cores: int, executor: Executor | None
) -> Generator[PlayStatistics, None, None]:
    if executor is None and cores <= 1:
        worker = ChunkWorker(find, limit)
        yield from (worker.chunk(seed, number, plays) for number, plays in chunks)
        return
    job = pickle.dumps(find)
    if executor is not None:
        yield from map_in_order(executor, _chunk, [(job, limit, seed, number, plays) for number, plays in chunks])
        return
    with worker_pool(cores) as pool:
        yield from map_in_order(
            pool, _chunk, [(job, limit, seed, number, plays) for number, plays in chunks], 2 * cores
        )
