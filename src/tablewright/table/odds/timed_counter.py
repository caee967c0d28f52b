"""Odds within a time limit: counted to the end, to the headline, or sampled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from time import thread_time
from typing import Any

import msgspec

from tablewright.engine import as_names
from tablewright.engine.choices import BudgetedFold, IsOwnChoice, OptimalFold, play_mode
from tablewright.engine.exact import ActionResult, ExactCounter, Measures, RuleFactory, with_measure_changes
from tablewright.engine.sampling import RuleSampler
from tablewright.engine.trees import Distribution, Node
from tablewright.rules import Measure, TooLarge
from tablewright.rules.effects import Choose, Policy, first_free_option

from .summarize import result_of, summarize_odds
from .summary import CountMethod, OddsSummary

BRANCHES = 40_000  # branches of a tree, at most, while somebody waits
SECONDS = 0.6  # seconds for the odds of an action, or for all answers to a question together
#: share of the time for each method; the next one is used if it is not enough
TIME_SHARES: dict[CountMethod, float] = {"whole": 0.6, "headline": 0.2, "tried": 0.2}
#: Plays if nothing can be counted in time: at most, at least, and at least for each of many answers.
PLAYS, FEWEST, FEW = 300, 30, 8
#: Additional seconds for the fewest plays; if each is a whole fight, few have to do.
GRACE = 0.1
ASSUMED = 4  # assumed answers that are shown
AHEAD = 10**9  # weight of the headline against all other results of a choice


class Perspective(msgspec.Struct, frozen=True):
    """A perspective: own choices, opponents' choices, and the owner of each measure.

    `sign` is -1 if the headline is the other side's: the actor's best is the defender's worst.
    """

    whose: IsOwnChoice | None
    foes: IsOwnChoice | None
    mine: Callable[[str], int]
    """1 for names of the own side, -1 for the other side's, 0 for nobody's."""
    sign: int = 1

    @property
    def against(self) -> IsOwnChoice | None:
        """The own choices if there are opponents; otherwise None."""
        return self.whose if self.foes is not None else None


class TreeCache:
    """Trees grown so far, and answers assumed in them, for a later count of the same.

    A rule with the same arguments has the same tree, so trees are valid for another state with the same people in it.
    """

    def __init__(self) -> None:
        self.assumed: dict[str, str] = {}
        self.exact: ExactCounter | None = None
        self.against: IsOwnChoice | None = None

    def grown(self, by: Perspective, until: float) -> ExactCounter:
        """The trees so far, with a new time limit."""
        if self.exact is None:
            self.exact, self.against = ExactCounter(_others(by, self.assumed), BRANCHES, until), by.against
        self.exact.allow(until)
        return self.exact


class TimeLimit(msgspec.Struct, frozen=True):
    """A time limit for counting. To repeat a count alike, it holds the method, the number of plays and the trees."""

    seconds: float = SECONDS
    again: CountMethod | None = None
    plays: int = PLAYS
    trees: TreeCache = msgspec.field(default_factory=TreeCache)
    whole_only: bool = False
    """All the time is for counting to the end. `OddsTimeout` is raised where that is not enough."""


class OddsTimeout(Exception):
    """Odds that could not be counted to the end in time."""


class TimedCounter:
    """Odds of one action, or of each answer to one question, within a time limit.

    All of them use one method, so that they can be compared: to the end, to the headline, or sampled.
    """

    def __init__(
        self,
        title: str,
        measures: Measures,
        before: Iterable[Measure],
        by: Perspective,
        pace: TimeLimit | None = None,
    ) -> None:
        self.title, self.measures, self.by = title, measures, by
        self.known = {measure.key: measure for measure in before}
        self.pace = pace or TimeLimit()

    def each(self, makes: Mapping[str, RuleFactory]) -> dict[str, OddsSummary]:
        """Compute the odds of each of these rules."""
        again = self.pace.again
        ways: tuple[CountMethod, ...] = ("whole", "headline") if again is None else (again,)
        for counted in ways:
            if counted != "tried":
                try:
                    found = self._counted(makes, counted)
                except TooLarge:
                    if self.pace.whole_only:
                        raise OddsTimeout from None
                    continue
                if counted == "whole" or any(one.groups or one.quantity for one in found.values()):
                    return found  # an action without a headline needs another method
        return self._tried(makes)

    def _until(self, counted: CountMethod) -> float:
        undivided = self.pace.whole_only or self.pace.again is not None
        return thread_time() + self.pace.seconds * (1 if undivided else TIME_SHARES[counted])

    # counting

    def _counted(self, makes: Mapping[str, RuleFactory], counted: CountMethod) -> dict[str, OddsSummary]:
        """Count all branches of each rule; common parts are grown once."""
        exact = self.pace.trees.grown(self.by, self._until(counted))
        trees = {key: self._tree(exact, make, counted) for key, make in makes.items()}
        value = self._value(_group_ranks(tree.results for tree in trees.values()))
        free, best = BudgetedFold(value, 0, self.by.against), OptimalFold(value, self.by.against)
        said = tuple(self.pace.trees.assumed.values())[:ASSUMED]
        return {key: self._told(tree, free, best, counted, said) for key, tree in trees.items()}

    def _tree(self, exact: ExactCounter, make: RuleFactory, counted: CountMethod) -> Node:
        against = self.pace.trees.against
        if counted == "headline":
            return exact.grow(make, True, against)
        return exact.grow(self._to_the_end(make), False, against)

    def _to_the_end(self, make: RuleFactory) -> RuleFactory:
        return with_measure_changes(make, self.measures, self.known)

    def _told(
        self, tree: Node, free: BudgetedFold, best: OptimalFold, counted: CountMethod, said: tuple[str, ...]
    ) -> OddsSummary:
        plain, most = free.every(free.of(tree))[0], best.of(tree)
        return msgspec.structs.replace(
            summarize_odds(self.title, plain.dist, most.dist, self.known),
            how=play_mode((tree,), self.by.against),
            assumed=said,
            counted=counted,
            note="" if counted == "whole" else "What else it does is too much to count.",
            worth=float(Fraction(most.num, most.den)),
        )

    def _value(self, ranks: Mapping[str, float]) -> Callable[[Any], int]:
        """Value a result in thousandths: its headline first, then its changes."""
        by, known = self.by, self.known

        @cache
        def weight(key: str) -> float:
            measure = known[key]
            return measure.good * measure.worth * by.mine(measure.whose) * 1000

        def value(result: Any) -> int:
            come = result_of(result)
            head = come.headline
            rank = ranks[head.group] if head.group in ranks else head.worth()
            moved = sum(round(weight(key) * by_much) for key, by_much in come.changes if key in known)
            return round(rank * 1000) * by.sign * AHEAD + moved

        return value

    # trying

    def _tried(self, makes: Mapping[str, RuleFactory]) -> dict[str, OddsSummary]:
        """Sample plays that spend nothing, as many as there is time for, but never just a few.

        Every die is thrown, and each rule gets the same dice, so that equal rules have equal results.
        """
        assumed: dict[str, str] = {}
        tries = {key: _Trying(self._to_the_end(make), self._free(assumed)) for key, make in makes.items()}
        plays, until, again = 0, self._until("tried"), self.pace.again is not None
        fewest = max(FEW, FEWEST // len(makes))
        while plays < self.pace.plays and (
            plays < FEW or again or thread_time() < until + (GRACE if plays < fewest else 0.0)
        ):
            for trying in tries.values():
                trying.once_more()
            plays += 1
        said = tuple(assumed.values())[:ASSUMED]
        return {key: self._about(trying, said) for key, trying in tries.items()}

    def _free(self, assumed: dict[str, str]) -> Policy:
        """A policy that takes the first free option, and notes what it assumes for others."""
        whose = self.by.whose

        def free(ask: Choose[Any]) -> Any:
            picked = first_free_option(ask)
            if whose is not None and not whose(as_names(ask.by)):
                assumed.setdefault(ask.cites or ask.question, f"{ask.question} {ask.label(picked)}")
            return picked

        return free

    def _about(self, trying: _Trying, said: tuple[str, ...]) -> OddsSummary:
        dist, plays = Distribution(trying.falls), trying.falls.total()
        found = summarize_odds(self.title, dist, dist, self.known)
        note = f"Too much may happen to count: about so, from {plays} plays that spend nothing."
        return msgspec.structs.replace(found, counted="tried", plays=plays, assumed=said, note=note)


class _Trying:
    """A rule that is sampled repeatedly, with the same dice for every rule."""

    def __init__(self, make: RuleFactory, policy: Policy) -> None:
        self.make, self.bulk = make, RuleSampler(policy, seed=1, counts=False)
        self.falls: Counter[ActionResult] = Counter()

    def once_more(self) -> None:
        self.falls[self.bulk.through(self.make())] += 1


def _others(by: Perspective, assumed: dict[str, str]) -> Policy:
    """A policy for everybody outside the perspective, and for choices that do not matter: the first free option.

    It notes what it assumes, once for repeated questions of one rule.
    """

    def others(ask: Choose[Any]) -> Any:
        who = as_names(ask.by)
        if ask.matters and (by.whose is None or by.whose(who) or (by.foes is not None and by.foes(who))):
            return None
        picked = first_free_option(ask)
        assumed.setdefault(ask.question if ask.matters else ask.cites, f"{ask.question} {ask.label(picked)}")
        return picked

    return others


def _group_ranks(results: Iterable[Iterable[Any]]) -> dict[str, float]:
    """The rank of each group: that of its best outcome. Differences inside a group show in their changes."""
    ranks: dict[str, float] = {}
    for head in (result_of(result).headline for each in results for result in each):
        if head.group:
            ranks[head.group] = max(ranks.get(head.group, head.worth()), head.worth())
    return ranks
