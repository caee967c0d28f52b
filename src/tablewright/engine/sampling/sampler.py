"""Samples rules with seeded random numbers, with choices by a policy.

A rule met often with the same arguments is counted exactly once and then sampled from its table. Others are played
through.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Hashable, Mapping
from itertools import accumulate
from typing import Any

from tablewright.engine.effect_handlers import handler_for
from tablewright.engine.exact import NO_OUTCOME, ExactCounter
from tablewright.rules import GameError, TooLarge
from tablewright.rules.effects import (
    Call,
    Choose,
    Gather,
    Outcome,
    Policy,
    ReadDice,
    Roll,
    Rule,
    Tell,
    ThrowDice,
    ThrownDice,
    apply_policy,
    first_free_option,
    non_terminating_error,
    unhashable_argument_error,
)

WORTH_COUNTING = 12  # calls with the same arguments before a rule is counted exactly
SMALL = 20_000  # branches up to which a rule is counted exactly; larger ones are played through
#: Calls remembered at most; frequent ones are met before there are so many.
MAX_MET = 100_000
MAX_RULES = 100_000  # a rule that became another rule this often does not end


class WeightedSampler:
    """Draws values by their weights."""

    __slots__ = ("upto", "values")

    def __init__(self, weights: Mapping[Any, int], total: int) -> None:
        self.values = list(weights)
        self.upto = [w / total for w in accumulate(weights.values())]
        self.upto[-1] = 1.0

    def draw(self, u: float) -> Any:
        return self.values[bisect(self.upto, u)]


class RuleSampler:
    """Plays rules at random. Choices that the policy does not answer take their first free option.

    It learns as it plays, so a play depends on those before it. A `settled` one learns no more: its plays depend on its
    tables and its seed alone. With `counts=False` every die is thrown, which is slow and shares no code with exact
    counting.
    """

    def __init__(
        self, policy: Policy | None = None, seed: int | str = 0, exact: ExactCounter | None = None, counts: bool = True
    ) -> None:
        self.random = random.Random(seed)
        self._policy, self._counts = policy, counts
        self.exact = exact or ExactCounter(self.choose, SMALL)
        self._met: dict[Call[Any], int | WeightedSampler | None] = {}
        """Calls met so far: their number or, once counted, a table, or None if it was too large."""
        self._settled: frozenset[Any] | None = None
        """When it learns no more: the rules with tables."""
        self._readings: dict[Hashable, WeightedSampler] = {}

    def choose(self, ask: Choose[Any]) -> Any:
        picked = apply_policy(self._policy, ask)
        return first_free_option(ask) if picked is None else picked

    def play(self, call: Call[Any]) -> Any:
        """Play a rule once, with the rules it becomes."""
        table = self.table(call)
        return self.played(call) if table is None else table.draw(self.random.random())

    def played(self, call: Call[Any]) -> Any:
        """Play a rule once that has no table of its own."""
        try:
            for _ in range(MAX_RULES):
                ended = self.through(call.fn(*call.args))
                if type(ended) is not Call:
                    return ended
                call = ended
                table = self.table(call)
                if table is not None:
                    return table.draw(self.random.random())
        except RecursionError:
            pass
        raise non_terminating_error(call)

    def table(self, call: Call[Any]) -> WeightedSampler | None:
        """The table of a call, once it was met often enough and if it is small enough."""
        settled = self._settled
        if not self._counts or (settled is not None and call.fn not in settled):
            return None
        try:
            met = self._met.get(call, 0)
        except TypeError:
            raise GameError(unhashable_argument_error(call)) from None
        if not isinstance(met, int):
            return met
        if settled is not None:
            return None
        if met + 1 < WORTH_COUNTING:
            if met or len(self._met) < MAX_MET:
                self._met[call] = met + 1
            return None
        try:
            dist = self.exact.dist(call)
        except TooLarge:
            table = None
        else:
            table = WeightedSampler(dist.weights, dist.total)
        self._met[call] = table
        return table

    def settled(self) -> RuleSampler:
        """A copy that keeps what was learned and learns no more."""
        other = RuleSampler(self._policy, exact=self.exact, counts=self._counts)
        other._met = {call: table for call, table in self._met.items() if isinstance(table, WeightedSampler)}
        other._settled = frozenset(call.fn for call in other._met)
        return other

    def outcome(self, rule: Rule[Any]) -> Any:
        """Play an action up to its Outcome and return the headline's value."""
        return self.headline(rule).value

    def headline(self, rule: Rule[Any]) -> Outcome:
        """Play an action up to its Outcome."""
        thrown: list[tuple[int, ...]] = []
        answer: Any = None
        try:
            while not isinstance(effect := rule.send(answer), Outcome):
                answer = self._answer(effect, thrown)
        except StopIteration:
            return NO_OUTCOME
        return effect

    def through(self, rule: Rule[Any]) -> Any:
        """Play a rule die by die, except for rules inside it that have tables."""
        thrown: list[tuple[int, ...]] = []
        send, answer = rule.send, None
        try:
            while True:
                effect = send(answer)
                answer = None if type(effect) is Tell else self._answer(effect, thrown)
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
        if kind is ReadDice:
            return effect.read(thrown[effect.thrown.place], effect.thrown.sides)
        if kind is Gather:
            return self._together(effect, thrown)
        if kind is Roll and effect.read is not None and self._counts:
            return self._reading(effect)
        how = handler_for(effect)
        value = how.decode_answer(effect, how.sample(effect, self.random))
        if kind is ThrowDice:
            thrown.append(value)
            return ThrownDice(len(thrown) - 1, effect.n, effect.sides)
        return value

    def _together(self, effect: Gather, thrown: list[tuple[int, ...]]) -> tuple[Any, ...]:
        got: list[Any] = []
        for ask in effect.asks:
            got.append(self._answer(ask, thrown))
            if effect.settles is not None and effect.settles(got[-1]):
                got += [None] * (len(effect.asks) - len(got))
                break
        return tuple(got)

    def _reading(self, roll: Roll[Any]) -> Any:
        key = (roll.n, roll.sides, roll.read)
        table = self._readings.get(key)
        if table is None:
            total, spread = handler_for(roll).distribution(roll)
            table = self._readings[key] = WeightedSampler(spread, total)
        return table.draw(self.random.random())
