"""Counting what may come of an action, for those who weigh it: to its end, to its headline, or by trying."""

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

BRANCHES = 40_000
"""As large as a tree may grow while somebody waits."""
SECONDS = 0.6
"""As long as somebody waits for the odds of an action, all answers to a question taken together."""
TIME_SHARES: dict[CountMethod, float] = {"whole": 0.6, "headline": 0.2, "tried": 0.2}
"""What each way to count may take of it; the next is taken where that is not enough."""
PLAYS, FEWEST, FEW = 300, 30, 8
"""Plays where nothing can be counted in time: so many, or fewer where each takes long; of each of many answers, few."""
GRACE = 0.1
"""Seconds more that are waited for the fewest plays; where each is a whole fight of many, few have to do."""
ASSUMED = 4
"""As many of the things taken for granted as are read."""
AHEAD = 10**9
"""How far the headline comes before everything else a choice may do."""


class Perspective(msgspec.Struct, frozen=True):
    """Who weighs: whose choices are made the best way, who plays against them, and whose good is theirs.

    `sign` is -1 where the headline is the other side's: what is best for the actor is worst for whoever defends.
    """

    whose: IsOwnChoice | None
    foes: IsOwnChoice | None
    mine: Callable[[str], int]
    """1 for what belongs to those who weigh, -1 for what belongs to the other side, 0 for what is nobody's."""
    sign: int = 1

    @property
    def against(self) -> IsOwnChoice | None:
        """Whose choices are weighed against somebody's, if anybody plays against them."""
        return self.whose if self.foes is not None else None


class TreeCache:
    """What has grown while somebody counted, and what was taken for granted: who counts on need not grow it again.

    A rule with the same arguments comes to the same, so trees hold for another state with the same people in it.
    """

    def __init__(self) -> None:
        self.assumed: dict[str, str] = {}
        self.exact: ExactCounter | None = None
        self.against: IsOwnChoice | None = None

    def grown(self, by: Perspective, until: float) -> ExactCounter:
        """The trees so far, with more time."""
        if self.exact is None:
            self.exact, self.against = ExactCounter(_others(by, self.assumed), BRANCHES, until), by.against
        self.exact.allow(until)
        return self.exact


class TimeLimit(msgspec.Struct, frozen=True):
    """How long counting may take. Whoever counts the same again does it the same way, with as many plays tried, and
    from what has grown before.
    """

    seconds: float = SECONDS
    again: CountMethod | None = None
    plays: int = PLAYS
    trees: TreeCache = msgspec.field(default_factory=TreeCache)


class TimedCounter:
    """What may come of one action, or of each answer to one question, while somebody waits.

    Either all of it is counted to the end, or all to the headline, or all is tried: what is compared is counted alike.
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
        """What each of these rules may come to."""
        again = self.pace.again
        ways: tuple[CountMethod, ...] = ("whole", "headline") if again is None else (again,)
        for counted in ways:
            if counted != "tried":
                try:
                    found = self._counted(makes, counted)
                except TooLarge:
                    continue
                if counted == "whole" or any(one.groups or one.quantity for one in found.values()):
                    return found  # an action without a headline is not told by it
        return self._tried(makes)

    def _until(self, counted: CountMethod) -> float:
        return thread_time() + self.pace.seconds * (1 if self.pace.again is not None else TIME_SHARES[counted])

    # counting

    def _counted(self, makes: Mapping[str, RuleFactory], counted: CountMethod) -> dict[str, OddsSummary]:
        """Every way each can go. What is alike in several is grown once."""
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
        """What a result is worth, in thousandths: its headline first, then what it does."""
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
        """About so, from plays that spend nothing: as many as there is time for, and never only a few.

        Every die is thrown, each rule by the same dice, so that the same rule comes to the same.
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
        """Everybody does what costs nothing; what those do who do not weigh is said."""
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
    """One rule, played again and again, by dice that fall the same for every rule."""

    def __init__(self, make: RuleFactory, policy: Policy) -> None:
        self.make, self.bulk = make, RuleSampler(policy, seed=1, counts=False)
        self.falls: Counter[ActionResult] = Counter()

    def once_more(self) -> None:
        self.falls[self.bulk.through(self.make())] += 1


def _others(by: Perspective, assumed: dict[str, str]) -> Policy:
    """Whoever neither weighs nor plays against it does what costs nothing, and so does everybody where it does not
    matter; that is said, once for what one rule asks again and again.
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
    """What a group is worth: as much as the best in it. What is better inside a group shows in what it does."""
    ranks: dict[str, float] = {}
    for head in (result_of(result).headline for each in results for result in each):
        if head.group:
            ranks[head.group] = max(ranks.get(head.group, head.worth()), head.worth())
    return ranks
