"""The bulk reader: many plays with seeded random numbers, choices by a policy.

A rule met often with the same arguments is counted out once and sampled from its table; the rest is played through.
The same seed gives the same plays, however many cores share them.
"""

from __future__ import annotations

import os
import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import accumulate
from math import sqrt
from multiprocessing import get_context
from typing import Any

from tablewright.kernel.effects import (
    Call,
    Choose,
    Draw,
    Look,
    Outcome,
    Roll,
    Rule,
    Tell,
    Throw,
    Thrown,
    Together,
    check_dice,
)
from tablewright.kernel.errors import Faulty, Refused, TooLarge
from tablewright.kernel.game import Policy, Scenario
from tablewright.kernel.reading import ways

from .exact import NO_OUTCOME, Exact, spend_nothing

CHUNK = 5_000
"""Plays that share one seed: the unit of work."""
WORTH_COUNTING = 12
"""How often a rule must be met with the same arguments before it is counted out."""
SMALL = 20_000
"""A rule with more branches than this is played through, not counted out."""
MOST_PLACES = 1_000_000
LONGEST = 100_000


class Sampler:
    """Values drawn by their weights."""

    __slots__ = ("upto", "values")

    def __init__(self, weights: Mapping[Any, int], total: int) -> None:
        self.values = list(weights)
        self.upto = [w / total for w in accumulate(weights.values())]
        self.upto[-1] = 1.0

    def draw(self, u: float) -> Any:
        return self.values[bisect(self.upto, u)]


class Bulk:
    """Plays rules at random. A policy that answers None leaves a choice at its first free option.

    With `counts=False` nothing is counted out: every die is thrown, which is slow and shares nothing with the exact
    reader.
    """

    def __init__(
        self, policy: Policy | None = None, seed: int | str = 0, exact: Exact | None = None, counts: bool = True
    ) -> None:
        self.random = random.Random(seed)
        self._policy, self._counts = policy, counts
        self.exact = exact or Exact(self.choose, SMALL)
        self._met: Counter[Hashable] = Counter()
        self._tables: dict[Hashable, Sampler | None] = {}

    def choose(self, ask: Choose[Any]) -> Any:
        picked = self._policy(ask) if self._policy is not None else None
        return spend_nothing(ask) if picked is None else picked

    def play(self, call: Call[Any]) -> Any:
        """One play of a rule."""
        table = self.table(call)
        return table.draw(self.random.random()) if table is not None else self._through(call.begin())

    def table(self, call: Call[Any]) -> Sampler | None:
        """The rule counted out, once it has been met often enough and if it is small enough."""
        if not self._counts:
            return None
        try:
            return self._tables[call]
        except KeyError:
            self._met[call] += 1
        if self._met[call] < WORTH_COUNTING or len(self._tables) >= MOST_PLACES:
            return None
        del self._met[call]
        try:
            dist = self.exact.dist(call)
        except TooLarge:
            self._tables[call] = None
        else:
            self._tables[call] = Sampler(dist.weights, dist.total)
        return self._tables[call]

    def outcome(self, rule: Rule[Any]) -> Any:
        """One play of an action, up to its Outcome: the headline's value."""
        thrown: list[tuple[int, ...]] = []
        answer: Any = None
        try:
            while type(effect := rule.send(answer)) is not Outcome:
                answer = self._answer(effect, thrown)
        except StopIteration:
            return NO_OUTCOME.value
        return effect.value

    def _through(self, rule: Rule[Any]) -> Any:
        thrown: list[tuple[int, ...]] = []
        answer: Any = None
        try:
            while True:
                answer = self._answer(rule.send(answer), thrown)
        except StopIteration as done:
            return done.value

    def _answer(self, effect: Any, thrown: list[tuple[int, ...]]) -> Any:
        kind = type(effect)
        if kind is Tell or kind is Outcome:
            return None
        if kind is Call:
            return self.play(effect)
        if kind is Choose:
            return self.choose(effect)
        if kind is Roll:
            check_dice(effect.n, effect.sides)
            if effect.read is None:
                return tuple(sorted(self._dice(effect)))
            return self._reading(effect) if self._counts else effect.read(self._dice(effect), effect.sides)
        if kind is Throw:
            check_dice(effect.n, effect.sides)
            thrown.append(self._dice(effect))
            return Thrown(len(thrown) - 1, effect.n, effect.sides)
        if kind is Look:
            return effect.read(thrown[effect.thrown.place], effect.thrown.sides)
        if kind is Draw:
            if not 0 <= effect.k <= len(effect.cards):
                raise Faulty(f"Cannot draw {effect.k} of {len(effect.cards)} cards.")
            picked = self.random.sample(range(len(effect.cards)), effect.k)
            return tuple(effect.cards[i] for i in (picked if effect.ordered else sorted(picked)))
        if kind is Together:
            return tuple(self._answer(ask, thrown) for ask in effect.asks)
        raise Faulty(f"A rule yielded {effect!r}, which is no effect.")

    def _dice(self, roll: Roll[Any] | Throw) -> tuple[int, ...]:
        below, sides = self.random.random, roll.sides
        return tuple(int(below() * sides) + 1 for _ in range(roll.n))

    def _reading(self, roll: Roll[Any]) -> Any:
        key = (roll.n, roll.sides, roll.read)
        table = self._tables.get(key)
        if table is None:
            assert roll.read is not None
            table = self._tables[key] = Sampler(ways(roll.n, roll.sides, roll.read), roll.sides**roll.n)
        return table.draw(self.random.random())


class Place:
    """A state of a scenario as the walk meets it: over, or with a way to the next places."""

    __slots__ = ("call", "ending", "places", "state", "upto")

    def __init__(self, state: Any, ending: str | None) -> None:
        self.state, self.ending = state, ending
        self.call: Call[Any] | None = None
        self.places: list[Place] | None = None
        self.upto: list[float] = []


class Walk:
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
            return self.place(self.bulk._through(here.call.begin()))
        here.upto, here.places = table.upto, [self.place(state) for state in table.values]
        return here.places[bisect(here.upto, self.bulk.random.random())]


class Tally:
    """What many plays came to."""

    def __init__(self) -> None:
        self.plays = 0
        self.endings: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.left: Counter[str] = Counter()

    def add(self, ending: str, steps: int, left: Mapping[str, float]) -> None:
        self.plays += 1
        self.endings[ending] += 1
        self.lengths[steps] += 1
        self.left.update(left)

    def merge(self, other: Tally) -> None:
        self.plays += other.plays
        self.endings += other.endings
        self.lengths += other.lengths
        self.left.update(other.left)

    def chance(self, ending: str) -> tuple[float, float]:
        """The share of plays that ended so, and half the width of Wilson's 95 % interval."""
        n, p, z = self.plays, self.endings[ending] / self.plays, 1.96
        wide = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return p, wide

    def mean_length(self) -> float:
        return sum(steps * n for steps, n in self.lengths.items()) / self.plays

    def mean_left(self) -> dict[str, float]:
        return {name: total / self.plays for name, total in self.left.items()}


def play(walk: Walk, start: Any, plays: int) -> Tally:
    """So many plays of one walk."""
    tally, first = Tally(), walk.place(start)
    count = walk.scenario.count
    for _ in range(plays):
        end, steps = walk.to_the_end(first)
        assert end.ending is not None
        tally.add(end.ending, steps, count(end.state) if count is not None else {})
    return tally


Find = Callable[[], tuple[Scenario, Policy | None, Any]]


class _Worker:
    """One process. Chunks share what has been counted out, and nothing that could change the numbers they get."""

    scenario: Scenario
    policy: Policy | None
    start: Any
    exact: Exact | None

    @classmethod
    def prepare(cls, find: Find) -> None:
        cls.scenario, cls.policy, cls.start = find()
        cls.exact = None

    @classmethod
    def chunk(cls, seed: int, chunk: int, plays: int) -> Tally:
        walk = Walk(cls.scenario, cls.policy, f"{seed}/{chunk}", cls.exact)
        cls.exact = walk.bulk.exact
        return play(walk, cls.start, plays)


def run(
    find: Find,
    plays: int,
    *,
    seed: int = 0,
    cores: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Many plays on all cores. `find` (picklable) makes scenario, policy and start in each process.

    `progress` is told how many plays are done.
    """
    if plays < 1:
        raise Refused(f"{plays} plays tell nothing: at least one is needed.")
    chunks = [(i, min(CHUNK, plays - i * CHUNK)) for i in range(-(-plays // CHUNK))]
    cores = min(cores or os.cpu_count() or 1, len(chunks))
    total = Tally()
    for tally in _chunks(find, chunks, seed, cores):
        total.merge(tally)
        if progress is not None:
            progress(total.plays)
    return total


def _chunks(find: Find, chunks: list[tuple[int, int]], seed: int, cores: int) -> Iterator[Tally]:
    if cores <= 1:
        _Worker.prepare(find)
        yield from (_Worker.chunk(seed, i, n) for i, n in chunks)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(cores, mp_context=context, initializer=_Worker.prepare, initargs=(find,)) as pool:
        numbers, sizes = zip(*chunks, strict=True)
        yield from pool.map(partial(_Worker.chunk, seed), numbers, sizes)
