"""Finds the best play of a scenario: solved if trees can be grown in time, else sampled from shipped policies."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import inf
from threading import current_thread, main_thread
from typing import Any, Literal

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.engine.exact import SharedTrees
from tablewright.engine.sampling import ScenarioPlayer
from tablewright.lab.results import BestPlay, DecisionRow, Provenance, ShippedPolicy, half_width, observed_range
from tablewright.lab.spec import BEST, RunOptions, RunSpec, StateFacts, game_of_spec, make_spec, prepare
from tablewright.rules import Game, Refused, Scenario
from tablewright.rules.effects import Policy
from tablewright.solver import CLOSE, Budget, PolicyIteration, SimultaneousChoice, load_chain, load_sparse

from .rules_of_thumb import SEEN, RulesOfThumb

SECONDS = 45.0
MEGABYTES = 2_000.0
GLANCE = 0.06  # share of the time for a first look at the shipped policies, to begin with the best
FOLLOWING = 0.4  # share of the time for following that policy to every end
WEIGHING = 0.15  # share of the time kept for evaluating all policies and for positions put aside
TELLING = 0.1  # share of the time kept for rules of thumb
SAMPLING = 0.6  # share of the remaining time for sampling policies, if none can be followed
FEWEST = 60  # plays sampled of a policy, at least
FIRST_OPTION = "first option"  # play without a policy: the first option at every choice
MAX_DECISIONS, MAX_PER_QUESTION = 8, 3  # decisions reported, and those of one question


def best(
    game: str | InstalledGame,
    name: str,
    settings: Mapping[str, Any] | None = None,
    *,
    rulings: Mapping[str, Any] | None = None,
    state: Any = None,
    seconds: float = SECONDS,
    megabytes: float = MEGABYTES,
    close: float = CLOSE,
    full: bool = False,
) -> BestPlay:
    """Find the best play of a scenario, as far as possible in so many seconds and megabytes.

    It starts as the scenario does, with fields, rulings or values by path set (`{"crew.ada.focus": 2}`), or from the
    `state` of a table. Bounds within `close` have met. `full` explores everything instead of the most promising parts:
    sometimes faster, but useless until it is done.
    """
    how = RunOptions(settings=settings or {}, rulings=rulings or {}, state=state, policy=BEST)
    box = game if isinstance(game, InstalledGame) else None
    return best_of(make_spec(game, name, how), seconds, megabytes, close=close, full=full, box=box)


def best_of(
    q: RunSpec,
    seconds: float = SECONDS,
    megabytes: float = MEGABYTES,
    *,
    close: float = CLOSE,
    full: bool = False,
    box: InstalledGame | None = None,
) -> BestPlay:
    """Find the best play for a question; its policy is ignored."""
    if not all(isinstance(much, int | float) and 0 < much < inf for much in (seconds, megabytes)):
        raise Refused("Best play takes some time and some memory: give it more than none, and not without end.")
    load_sparse()  # loading SciPy does not count
    box = box or game_of_spec(q.game)
    game, scenario = box.game, box.game.scenario(q.scenario)
    if scenario.value is None:
        raise Refused(f"{scenario.title} does not say what an ending is worth, so nothing can be best for it.")
    meter, begun = Budget(seconds, megabytes), prepare(q, box=box, watched=False)
    given, start = begun.fields | begun.placed, begun.start
    about = Provenance.of(q.replace(policy=BEST), begun)
    answer = BestPlay(
        game.name, game.version, q.scenario, scenario.title, given, begun.changed, 0.0, 0.0, 0.0, True, about=about
    )
    if scenario.ending(start) is not None:
        worth = float(scenario.value(start))
        return msgspec.structs.replace(answer, value=worth, lower=worth, upper=worth)
    try:
        with _until_interrupted(meter):
            return _BestSearch(game, scenario, start, meter, close).answer(answer, full)
    except SimultaneousChoice:
        return _solve_simultaneous(scenario, start, meter, answer)


@contextmanager
def _until_interrupted(meter: Budget) -> Iterator[None]:
    """Stop the search on the first Ctrl-C and keep its result; a second one interrupts.

    It does nothing in other threads, or if the program handles Ctrl-C by itself.
    """
    usual = signal.default_int_handler
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not usual:
        yield
        return

    def enough(*_: Any) -> None:
        meter.stop()
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, enough)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _solve_simultaneous(scenario: Scenario, start: Any, meter: Budget, answer: BestPlay) -> BestPlay:
    """Solve a scenario with simultaneous choices as a chain, if it is small enough: the result is an equilibrium."""
    value: Any = scenario.value
    solved = load_chain().build_chain(scenario, start, best=True)
    worth = solved.mean_left(lambda state: {"worth": float(value(state))})["worth"]
    return msgspec.structs.replace(
        answer,
        value=worth,
        lower=worth,
        upper=worth,
        how=solved.how,
        seconds=meter.taken,
        places=len(solved),
        note="Both sides choose at once: this is an equilibrium, and no policy is told.",
    )


def half_interval(worths: list[float], between: tuple[float, float] | None) -> float:
    """Half the 95 % interval of a mean value, within the scenario's range of values if it has one."""
    known = between or observed_range(min(worths), max(worths))
    return half_width(len(worths), sum(worths), sum(worth * worth for worth in worths), known)


class _BestSearch:
    """A search for the best play."""

    def __init__(self, game: Game, scenario: Scenario, start: Any, meter: Budget, close: float) -> None:
        self.game, self.scenario, self.start, self.meter, self.close = game, scenario, start, meter, close
        self.common = SharedTrees()
        self.ships: dict[str, Policy | None] = {FIRST_OPTION: None, **game.policies, **scenario.policies}

    def answer(self, answer: BestPlay, full: bool) -> BestPlay:
        shipped = self._glance()
        first = max(shipped.values(), key=lambda policy: policy.value, default=ShippedPolicy(FIRST_OPTION, 0.0)).name
        improver = self._improver(self.ships[first])
        explained: dict[str, Any] = {}
        if self._followed(improver):
            shipped[first] = ShippedPolicy(first, improver.base)
            improver.run("full" if full else "bounds", self.meter.share(1 - WEIGHING - TELLING))
            explained = self._explain(improver, self.meter.share(TELLING / (WEIGHING + TELLING)))
            self._weigh(shipped, first)
        else:
            improver.run("full" if full else "bounds", self.meter.share(1 - SAMPLING))
            self._sample(shipped)
        places, top = (
            improver.places,
            max(shipped.values(), key=lambda policy: policy.value - policy.wide, default=None),
        )
        answer = msgspec.structs.replace(
            answer,
            value=improver.lower,
            lower=improver.lower,
            upper=improver.upper,
            proven=improver.proven,
            how="minimax" if places.program.against else "best",
            shipped=tuple(sorted(shipped.values(), key=lambda policy: -policy.value)),
            seconds=self.meter.taken,
            places=len(places.keys),
            opened=len(places.opened),
            branches=places.branches,
            note=self._note(improver),
        )
        if top is not None and not improver.proven and top.value - top.wide > improver.lower:
            by: Literal["solved", "sampled"] = "sampled" if top.wide else "solved"
            lower = max(improver.lower, top.value if not top.wide else -inf)
            return msgspec.structs.replace(answer, value=top.value, lower=lower, wide=top.wide, by=by, policy=top.name)
        return msgspec.structs.replace(answer, **(explained or self._explain(improver, self.meter.until)))

    def _improver(self, policy: Policy | None) -> PolicyIteration:
        return PolicyIteration(self.scenario, self.start, policy, self.meter, close=self.close, common=self.common)

    def _followed(self, improver: PolicyIteration) -> bool:
        """Follow a policy to every end. False if there is no time, or ever more positions lie ahead."""
        if improver.follow(self.meter.share(FOLLOWING / 3)):
            return True
        return improver.places.ahead < len(improver.places.followed) and improver.follow(self.meter.share(FOLLOWING))

    def _glance(self) -> dict[str, ShippedPolicy]:
        """Estimate the value of every shipped policy; those that never end are left out."""
        each = GLANCE * self.meter.left() / len(self.ships)
        found = [self._sampled(name, policy, each) for name, policy in self.ships.items()]
        return {policy.name: policy for policy in found if policy is not None}

    def _weigh(self, shipped: dict[str, ShippedPolicy], known: str) -> None:
        """Evaluate every shipped policy exactly, if its share of the time allows, else by sampling."""
        names = [name for name in shipped if name != known or shipped[name].wide]
        for left, name in zip(range(len(names), 0, -1), names, strict=True):
            improver = self._improver(self.ships[name])
            if improver.follow(self.meter.share(0.5 / left**0.5)):
                shipped[name] = ShippedPolicy(name, improver.base)
            elif self.meter.left() > 0:
                shipped[name] = self._sampled(name, self.ships[name], self.meter.left() / 2 / left) or shipped[name]

    def _sample(self, shipped: dict[str, ShippedPolicy]) -> None:
        """Sample policies: half of the time goes to the best, half of the rest to the next, and so on."""
        for name in sorted(shipped, key=lambda name: -shipped[name].value):
            if self.meter.left() > 0:
                shipped[name] = self._sampled(name, self.ships[name], 0.5 * self.meter.left()) or shipped[name]

    def _sampled(self, name: str, policy: Policy | None, seconds: float) -> ShippedPolicy | None:
        """The value of a policy by sampling; None if it does not end."""
        value: Any = self.scenario.value
        player = ScenarioPlayer(self.scenario, policy, f"best/{name}")
        by, first, worths = self.meter.soon(seconds), player.place(self.start), list[float]()
        try:
            while len(worths) < FEWEST or self.meter.left(by) > 0:
                worths.append(float(value(player.to_the_end(first)[0].state)))
        except Refused:
            return None
        return ShippedPolicy(name, sum(worths) / len(worths), half_interval(worths, self.scenario.between))

    def _note(self, improver: PolicyIteration) -> str:
        if improver.proven:
            return ""
        if self.meter.full:
            return "There was no memory left to look further."
        if self.meter.stopped:
            return f"Stopped after {self.meter.taken:.0f} seconds."
        return f"There was no time to look further than {self.meter.taken:.0f} seconds."

    def _explain(self, improver: PolicyIteration, by: float) -> dict[str, Any]:
        """Important decisions and rules of thumb of the policy."""
        rules = RulesOfThumb(improver)
        facts = StateFacts(self.game, [met.state for met in rules.every[:SEEN]] + [self.start])
        rows: dict[Any, DecisionRow] = {}
        asked: Counter[str] = Counter()
        for met in rules.every:
            row = DecisionRow(met.question, facts.of(met.state), met.options, met.often, met.stake)
            same = row.question, row.where, tuple(option.words for option in row.options)
            if same not in rows and asked[met.cites] < MAX_PER_QUESTION:
                asked[met.cites] += 1
                rows[same] = row
            if len(rows) == MAX_DECISIONS:
                break
        habits, worth = rules.habits(facts, by)
        return {"habits": habits, "by_rules": worth, "situations": tuple(rows.values())}
