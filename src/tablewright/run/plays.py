"""Plays of a scenario by the bulk reader: one after the other, or many at once on all cores.

The same seed gives the same plays, however many cores share them.
"""

from __future__ import annotations

import os
import pickle
from bisect import bisect
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from threading import get_ident
from typing import Any

from tablewright.kernel.effects import Call
from tablewright.kernel.errors import Refused
from tablewright.kernel.policy import Policy
from tablewright.kernel.scenario import Scenario

from .bulk import MOST_PLACES, Bulk
from .exact import Exact
from .tally import Tally

CHUNK = 5_000
"""Plays that share one seed: the unit of work."""
LONGEST = 100_000


class Place:
    """A state of a scenario as the walk meets it: over, or with a way to the next places."""

    __slots__ = ("call", "ending", "places", "state", "upto")

    def __init__(self, state: Any, ending: str | None) -> None:
        self.state, self.ending = state, ending
        self.call: Call[Any] | None = None
        self.places: list[Place] | None = None
        self.upto: list[float] = []


class Player:
    """Plays a scenario from its start to its end, again and again, remembering the places it passes."""

    def __init__(
        self, scenario: Scenario, policy: Policy | None, seed: int | str = 0, exact: Exact | None = None
    ) -> None:
        self.scenario, self.bulk = scenario, Bulk(policy, seed, exact)
        self._places: dict[Any, Place] = {}

    def place(self, state: Any) -> Place:
        found = self._places.get(state)
        if found is None:
            found = Place(state, self.scenario.ending(state))
            if len(self._places) < MOST_PLACES:
                self._places[state] = found
        return found

    def to_the_end(self, start: Place) -> tuple[Place, int]:
        """One play: where it ended and how many steps it took."""
        here, steps, below = start, 0, self.bulk.random.random
        while here.ending is None:
            steps += 1
            here = here.places[bisect(here.upto, below())] if here.places is not None else self._step(here)
            if steps > LONGEST:
                raise Refused(f"{self.scenario.title} has not ended after {LONGEST:,} steps.")
        return here, steps

    def _step(self, here: Place) -> Place:
        if here.call is None:
            here.call = self.scenario.step(here.state)
        table = self.bulk.table(here.call)
        if table is None:
            return self.place(self.bulk.through(here.call.begin()))
        here.upto, here.places = table.upto, [self.place(state) for state in table.values]
        return here.places[bisect(here.upto, self.bulk.random.random())]


def play(player: Player, start: Any, plays: int) -> Tally:
    """So many plays of one player."""
    tally, first = Tally(), player.place(start)
    count = player.scenario.count
    for _ in range(plays):
        end, steps = player.to_the_end(first)
        assert end.ending is not None
        tally.add(end.ending, steps, count(end.state) if count is not None else {})
    return tally


Find = Callable[[], tuple[Scenario, Policy | None, Any]]


class Worker:
    """Plays chunks. They share what has been counted out, and nothing that could change the numbers they get."""

    def __init__(self, find: Find) -> None:
        self.scenario, self.policy, self.start = find()
        self.exact: Exact | None = None

    def chunk(self, seed: int, number: int, plays: int) -> Tally:
        player = Player(self.scenario, self.policy, f"{seed}/{number}", self.exact)
        self.exact = player.bulk.exact
        return play(player, self.start, plays)


@lru_cache(maxsize=8)
def _worker(find: bytes, thread: int) -> Worker:
    """The worker of one thread: what is counted out is kept between the chunks of the same scenario."""
    return Worker(pickle.loads(find))


def _chunk(find: bytes, seed: int, number: int, plays: int) -> Tally:
    return _worker(find, get_ident()).chunk(seed, number, plays)


def run(
    find: Find,
    plays: int,
    *,
    seed: int = 0,
    cores: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Many plays, on all cores or by the executor given. `find` (picklable, unless all is done on one core here) makes
    scenario, policy and start wherever they are played. `progress` is told how many plays are done.
    """
    if plays < 1:
        raise Refused(f"{plays} plays tell nothing: at least one is needed.")
    chunks = [(i, min(CHUNK, plays - i * CHUNK)) for i in range(-(-plays // CHUNK))]
    total = Tally()
    for tally in _tallies(find, chunks, seed, min(cores or os.cpu_count() or 1, len(chunks)), executor):
        total.merge(tally)
        if progress is not None:
            progress(total.plays)
    return total


def _tallies(
    find: Find, chunks: list[tuple[int, int]], seed: int, cores: int, executor: Executor | None
) -> Iterator[Tally]:
    if executor is None and cores <= 1:
        worker = Worker(find)
        yield from (worker.chunk(seed, number, plays) for number, plays in chunks)
        return
    job, (numbers, sizes) = pickle.dumps(find), zip(*chunks, strict=True)
    same = [job] * len(chunks), [seed] * len(chunks)
    if executor is not None:
        yield from executor.map(_chunk, *same, numbers, sizes)
        return
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_chunk, *same, numbers, sizes)
