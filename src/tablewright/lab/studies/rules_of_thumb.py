"""Best play in lines that people can follow, with the exact value of following them on the grown trees.

Lines are fitted to the situations of best play, then to those that following the lines leads to. The two differ: a rule
that is nearly right may lead to where it is wrong.
"""

from __future__ import annotations

from heapq import nlargest
from typing import TypeAlias

import msgspec

from tablewright.lab.spec import StateFacts
from tablewright.solver import (
    DecisionHabit,
    DecisionPoint,
    Decisions,
    KeyDecision,
    PolicyIteration,
    by_question,
    describe_decision,
    most_important,
    summarize_question,
)

from .rule_of_thumb_text import FeatureSet, RuleOfThumb

QUESTIONS = 6  # questions with rules; all others are answered as in best play
#: Fits at most, and at least even if it is late: lines are fitted again where they led to wrong places.
FITS, FEWEST = 6, 3
ROUNDS = 12  # rounds of following the lines to new situations
GOOD = 1e-4  # a smaller loss is good enough
EQUAL = 1e-9  # of fits this close in value the first is reported
WEIGHTIEST = 1_500  # situations of a question that lines are fitted to
SEEN = 500  # situations from which the facts that differ are found
Where: TypeAlias = tuple[int, ...]
Weights: TypeAlias = dict[Where, float]
Rules: TypeAlias = dict[str, RuleOfThumb]


class RulesOfThumb:
    """All situations met by best play, or by following lines."""

    def __init__(self, found: PolicyIteration) -> None:
        self.found, self.choices = found, Decisions(found)
        self._known: dict[Where, KeyDecision] = {}
        self._sights: dict[Where, FeatureSet] = {}
        self.best = self._weights([*self.choices.met()])
        self.every = most_important(self._known.values())
        """Decisions of best play, the most important first."""

    def _weights(self, spots: list[DecisionPoint]) -> Weights:
        for spot in spots:
            if spot.where not in self._known:
                self._known[spot.where] = describe_decision(spot, self.choices.places)
        return {spot.where: spot.often for spot in spots}

    def habits(self, facts: StateFacts, by: float) -> tuple[tuple[DecisionHabit, ...], float | None]:
        """Summarize best play question by question, with rules of thumb, and the value of following them.

        Questions without rules are answered as in best play. With an opponent the value is None, and lines are fitted
        to best play only.
        """
        asked = by_question(self.every)[:QUESTIONS]
        against = self.choices.places.program.against
        weights, fitted = dict(self.best), list[tuple[float, Rules, Weights]]()
        for done in range(1, FITS + 1):
            rules = {those[0].asks: self._fit(those[0].asks, weights, facts) for those in asked}
            if against:
                return self._told(asked, rules, self.best, facts), None
            worth, met = self._going_by(rules, facts)
            fitted.append((worth, rules, met))
            if self.found.lower - worth < GOOD or (done >= FEWEST and self.found.meter.past(by)):
                break
            for where, often in met.items():
                weights[where] = weights.get(where, 0.0) + often
        top = max(worth for worth, *_ in fitted)
        worth, rules, met = next(one for one in fitted if one[0] >= top - EQUAL)
        return self._told(asked, rules, met, facts), worth

    def _fit(self, asks: str, weights: Weights, facts: StateFacts) -> RuleOfThumb:
        those = [(where, often) for where, often in weights.items() if self._known[where].asks == asks]
        those = nlargest(WEIGHTIEST, those, key=lambda one: one[1] * self._known[one[0]].stake)
        return RuleOfThumb({self._sight(where, facts): often for where, often in those}, facts)

    def _sight(self, where: Where, facts: StateFacts) -> FeatureSet:
        found = self._sights.get(where)
        if found is None:
            found = self._sights[where] = FeatureSet(self._known[where], facts)
        return found

    def _going_by(self, rules: Rules, facts: StateFacts) -> tuple[float, Weights]:
        """The value of following the rules, and the frequency of each situation then."""
        choices, answered, met = Decisions(self.found), set[Where](), Weights()
        for _ in range(ROUNDS):
            spots = [*choices.met()]
            met = self._weights(spots)
            new = [s for s in spots if s.where not in answered and self._known[s.where].asks in rules]
            for spot in new:
                spot.take(rules[self._known[spot.where].asks].option(self._sight(spot.where, facts)))
                answered.add(spot.where)
            if not new:
                break
        return choices.worth(), met

    def _told(
        self, asked: list[list[KeyDecision]], rules: Rules, met: Weights, facts: StateFacts
    ) -> tuple[DecisionHabit, ...]:
        out = []
        for those in asked:
            asks = those[0].asks
            here = {self._sight(where, facts): often for where, often in met.items() if self._known[where].asks == asks}
            lines = rules[asks].told(here) if here else ()
            out.append(
                msgspec.structs.replace(summarize_question(those), thumbs=lines, loses=sum(line.away for line in lines))
            )
        return tuple(out)
