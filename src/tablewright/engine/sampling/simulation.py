"""Plays of a scenario by the bulk reader: one after the other, or many at once on all cores.

The same seed gives the same plays, however many cores share them.
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

CHUNK = 250
"""Plays that share one seed: the unit of work."""
LONGEST = 100_000
PRACTICE, PRACTICE_STEPS = 200, 20
"""Plays before the first chunk, and how many steps of each are practised."""
PAYS = 0.05
"""More practice pays as long as so much more of all steps need not be played, because they have been counted out."""


class SampledState:
    """A state of a scenario as the walk meets it: over, or with a way on: the next places, and how likely each is in
    steps up to one. `standing` are those up, once somebody has looked; places where the same are up share it.
    """

    __slots__ = ("call", "counted", "ending", "standing", "state", "way")

    def __init__(self, state: Any, ending: str | None) -> None:
        self.state, self.ending = state, ending
        self.standing: tuple[str, ...] | None = None
        self.counted: tuple[Mapping[str, float], float | None] | None = None
        self.call: Call[Any] | None = None
        self.way: tuple[list[float], list[SampledState]] | None = None


class ScenarioPlayer:
    """Plays a scenario from its start to its end, again and again, remembering the places it passes.

    It learns as it plays, so a play hangs on those before it; one that has `settled` plays by what it knows and the
    numbers it began with alone.
    """

    def __init__(
        self, scenario: Scenario, policy: Policy | None, seed: int | str = 0, limit: int | None = None
    ) -> None:
        self.scenario, self.bulk, self.limit = scenario, RuleSampler(policy, seed), limit
        self.played = 0
        """Steps that had to be played, because nobody had counted out where they lead."""
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
        """From now on by the numbers of this seed."""
        self.bulk.random.seed(seed)

    def practise(self, start: Any, plays: int) -> float:
        """So many plays, or as many steps as that commonly takes; the share of steps that need not be played."""
        here, most, steps, played = self.place(start), plays * PRACTICE_STEPS, 0, self.played
        longest = most if self.limit is None else self.limit
        for _ in range(plays):
            steps += self.to_the_end(here, min(longest, most - steps))[1]
            if steps >= most:
                break
        return 1 - (self.played - played) / max(1, steps)

    def settled(self) -> ScenarioPlayer:
        """One that knows what this one knows by now, and learns no more."""
        other = ScenarioPlayer(self.scenario, None, limit=self.limit)
        other.bulk, other._learns = self.bulk.settled(), False
        return other

    def to_the_end(self, start: SampledState, most: int | None = None) -> tuple[SampledState, int, str]:
        """One play: where it ended, how many steps it took, and who fell first.

        One that goes on beyond the limit, or so many steps, stays where it is; without either it is refused.
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
        """Who is still up; looked at only while nobody has fallen, and once for each place."""
        if here.standing is None:
            up = tuple(self.scenario.standing(here.state)) if self.scenario.standing is not None else ()
            here.standing = self._standing.setdefault(up, up)
        return here.standing

    def counted(self, end: SampledState) -> tuple[Mapping[str, float], float | None]:
        """What is left at an end, and what it is worth; counted once for each."""
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
    """So many plays of one player."""
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
    """What a play that was given up is said to have come to."""
    return f"not over after {steps:,} steps"


class SimulationSetup(NamedTuple):
    """What is to be played: a scenario, a policy and a start; and a set that others fill with what they notice."""

    scenario: Scenario
    policy: Policy | None
    start: Any
    noticed: set[str] | frozenset[str] = frozenset()


Find = Callable[[], SimulationSetup | tuple[Scenario, Policy | None, Any]]


class ChunkWorker:
    """Plays chunks. Whoever plays a chunk plays the same plays: what a player knows by then hangs on its number alone.

    Before the first chunk it practises, and again whenever about as much has been played as it has practised, for as
    long as that pays. What is practised is dropped.
    """

    def __init__(self, find: Find, limit: int | None = None) -> None:
        self.scenario, self.policy, self.start, self.noticed = SimulationSetup(*find())
        self.limit = limit
        self._learner: ScenarioPlayer | None = ScenarioPlayer(self.scenario, self.policy, "practice", limit)
        self._shares: list[float] = []
        """After each round of practice, the share of its steps that needed not be played."""
        self._settled: list[ScenarioPlayer] = []
        """A player as good as that round has made it."""

    def chunk(self, seed: int, number: int, plays: int) -> PlayStatistics:
        player = self.player(number)
        player.begin(f"{seed}/{number}")
        tally = play_many(player, self.start, plays)
        tally.noticed |= self.noticed
        return tally

    def player(self, number: int) -> ScenarioPlayer:
        """Somebody with the practice for the chunk of this number."""
        rounds = 1 + number.bit_length()
        while len(self._settled) < rounds and self._learner is not None:
            self._practise(self._learner)
        return self._settled[:rounds][-1]

    def _practise(self, learner: ScenarioPlayer) -> None:
        """One round more: as many plays as all before it."""
        shares = self._shares
        shares.append(learner.practise(self.start, PRACTICE << max(0, len(shares) - 1)))
        self._settled.append(learner.settled())
        if len(shares) > 1 and shares[-1] - shares[-2] < PAYS:
            self._learner = None


@lru_cache(maxsize=8)
def _worker(find: bytes, limit: int | None, thread: int) -> ChunkWorker:
    """The worker of one thread: what it has practised is kept between the chunks of the same scenario."""
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
    """Many plays, on all cores or by the executor given. `find` (out of a module, not a script, unless all is done on
    one core here) makes scenario, policy and start wherever they are played. `progress` is told how many are done.

    `limit` ends a play after so many steps. `enough` is asked after every chunk, in their order, whoever was done
    first: it may end the plays early, always at the same one. Whoever interrupts gets what has been played by then.
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
    """The first of many plays: as many as there are seconds for, and at least one. For whoever waits no longer."""
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
