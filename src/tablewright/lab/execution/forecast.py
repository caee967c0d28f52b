"""How a table's fight or mission is likely to go on from here: known soon, and better the longer it is played out."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from time import monotonic
from typing import Any

from tablewright.engine.sampling import PlayStatistics, ScenarioPlayer, play_many
from tablewright.lab.results import RunResult
from tablewright.lab.spec import BEST, PreparedRun, RunSpec, find_policy
from tablewright.rules import Game, NonTerminating, Refused, Scenario, TooLarge

from .runner import ENDLESS, exact_result, sampled_result

STATES = 20_000
"""States that are solved while somebody waits; more of them are sampled sooner."""
SOLVING = 0.5
"""The part of the time that solving may take before the rest is sampled."""
ERROR = 0.005
"""Half the width of an interval that is narrow enough for a table."""
MOST = 100_000
CHUNK = 10
"""Plays between two looks at the clock, so that a long fight is known in time too."""
LEARNING = 400
"""Plays after which its player learns no more: it would remember ever more of a server's many tables."""


class ForecastRun:
    """A scenario from a table's state on. Each time it is asked it goes on where it was, for as long as it is given.

    What can be solved in that time is solved: then it is exact, and nothing is left to do.
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
        """Whether asking again would tell nothing more."""
        tally = self.tally
        return self.exact is not None or (tally.plays > 0 and (tally.widest() <= ERROR or tally.plays >= MOST))

    def better(self, seconds: float, clock: Callable[[], float] = monotonic) -> RunResult:
        """What is known when so many seconds more have been spent on it."""
        begin = clock()
        if not self.known and not self.why_not:
            self._solve(lambda: clock() > begin + SOLVING * seconds)
        if self.exact is not None:
            return self.exact
        self._sample(lambda: clock() > begin + seconds)
        return sampled_result(
            self.q, self.begun, self.tally, f"{self.why_not} So it was sampled." if self.why_not else ""
        )

    def _solve(self, late: Callable[[], bool]) -> None:
        chains = import_module("tablewright.engine.markov.chain")  # it loads SciPy, which is for solving only
        scenario, best = self.begun.scenario, self.q.policy == BEST
        try:
            chain = chains.build_chain(
                scenario, self.begun.start, self.begun.policy, best=best, states=STATES, late=late
            )
            self.exact = exact_result(self.q, self.begun, chain)
        except TooLarge as large:
            if best:
                raise
            self.why_not = "" if late() else str(large)  # with more time it may be solved yet
        except NonTerminating as endless:
            self.why_not, self.limit = str(endless), ENDLESS

    def _sample(self, late: Callable[[], bool]) -> None:
        """At least one chunk of plays, unless enough are there already."""
        if self.player is None:
            self.player = ScenarioPlayer(self.begun.scenario, self.begun.policy, limit=self.limit)
        while not self.known:
            self.tally.merge(play_many(self.player, self.begun.start, CHUNK))
            if self.tally.plays == LEARNING:
                self.player = self.player.settled()
            if late():
                return
