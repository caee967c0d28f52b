"""A forecast of a table's fight or mission: available soon, and more exact with every call."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from time import monotonic
from typing import Any

from tablewright.engine.sampling import PlayStatistics, ScenarioPlayer, play_many
from tablewright.lab.results import RunResult
from tablewright.lab.spec import BEST, PreparedRun, RunSpec, find_policy
from tablewright.rules import Game, NonTerminating, Refused, Scenario, TooLarge

from .runner import ENDLESS_STEPS, exact_result, sampled_result

STATES = 20_000  # states that are solved while somebody waits; sampling is faster for more
SOLVING_SHARE = 0.5  # share of the time for solving, before the rest is sampled
ERROR = 0.005  # half-width of an interval that is exact enough for a table
MAX_SAMPLED = 100_000
CHUNK = 10  # plays between two checks of the time, so that long fights keep it, too
#: Plays after which the player learns no more: its tables would fill the memory of a server with many tables.
MAX_LEARNING_PLAYS = 400


class ForecastRun:
    """A scenario from a table's state on. Each call continues where the last one stopped, for the time given.

    If it can be solved in that time, the result is exact and final.
    """

    def __init__(self, game: Game, scenario: Scenario, state: Any, policy: str | None = None) -> None:
        if scenario.from_table is None:
            raise Refused(f"{scenario.title} cannot go on from a table.")
        how, start = find_policy(game, scenario, policy), scenario.from_table(state)
        self.q = RunSpec(game.name, scenario.name, policy=policy)
        self.begun = PreparedRun(None, scenario, how, start, {}, {}, game.rulings(), {}, set())
        self.tally = PlayStatistics()
        self.player: ScenarioPlayer | None = None
        self.exact: RunResult | None = None
        self.why_not = ""
        self.limit: int | None = None

    @property
    def known(self) -> bool:
        """True if another call would improve nothing."""
        tally = self.tally
        return self.exact is not None or (tally.plays > 0 and (tally.widest() <= ERROR or tally.plays >= MAX_SAMPLED))

    def better(self, seconds: float, clock: Callable[[], float] = monotonic) -> RunResult:
        """Return the result after so many more seconds of work."""
        begin = clock()
        if not self.known and not self.why_not:
            self._solve(lambda: clock() > begin + SOLVING_SHARE * seconds)
        if self.exact is not None:
            return self.exact
        self._sample(lambda: clock() > begin + seconds)
        return sampled_result(
            self.q, self.begun, self.tally, f"{self.why_not} So it was sampled." if self.why_not else ""
        )

    def _solve(self, late: Callable[[], bool]) -> None:
        chains = import_module("tablewright.engine.markov.chain")  # SciPy is imported for solving only
        scenario, best = self.begun.scenario, self.q.policy == BEST
        try:
            chain = chains.build_chain(
                scenario, self.begun.start, self.begun.policy, best=best, states=STATES, late=late
            )
            self.exact = exact_result(self.q, self.begun, chain)
        except TooLarge as large:
            if best:
                raise
            self.why_not = "" if late() else str(large)  # given more time, it may still be solved
        except NonTerminating as endless:
            self.why_not, self.limit = str(endless), ENDLESS_STEPS

    def _sample(self, late: Callable[[], bool]) -> None:
        """Sample at least one chunk of plays, unless there are enough."""
        if self.player is None:
            self.player = ScenarioPlayer(self.begun.scenario, self.begun.policy, limit=self.limit)
        while not self.known:
            self.tally.merge(play_many(self.player, self.begun.start, CHUNK))
            if self.tally.plays == MAX_LEARNING_PLAYS:
                self.player = self.player.settled()
            if late():
                return
