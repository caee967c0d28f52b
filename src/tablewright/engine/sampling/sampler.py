"""The bulk reader: many plays with seeded random numbers, choices by a policy.

A rule met often with the same arguments is counted out once and sampled from its table; the rest is played through.
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

WORTH_COUNTING = 12
"""How often a rule must be met with the same arguments before it is counted out."""
SMALL = 20_000
"""A rule with more branches than this is played through, not counted out."""
MAX_MET = 100_000
"""Rules, each with its arguments, that are remembered; whatever is met often is met before there are so many."""
MAX_RULES = 100_000
"""A rule that has become as many others, one after the other, does not end."""


class WeightedSampler:
    """Values drawn by their weights."""

    __slots__ = ("upto", "values")

    def __init__(self, weights: Mapping[Any, int], total: int) -> None:
        self.values = list(weights)
        self.upto = [w / total for w in accumulate(weights.values())]
        self.upto[-1] = 1.0

    def draw(self, u: float) -> Any:
        return self.values[bisect(self.upto, u)]


class RuleSampler:
    """Plays rules at random. A policy that answers None leaves a choice at its first free option.

    It learns as it plays, so a play hangs on those before it; one that has `settled` learns no more, and plays by what
    it knows and its numbers alone. With `counts=False` nothing is counted out: every die is thrown, which is slow and
    shares nothing with the exact reader.
    """

    def __init__(
        self, policy: Policy | None = None, seed: int | str = 0, exact: ExactCounter | None = None, counts: bool = True
    ) -> None:
        self.random = random.Random(seed)
        self._policy, self._counts = policy, counts
        self.exact = exact or ExactCounter(self.choose, SMALL)
        self._met: dict[Call[Any], int | WeightedSampler | None] = {}
        """How often a rule was met; from when it was worth counting, its table, or None where it was too large."""
        self._settled: frozenset[Any] | None = None
        """Once it learns no more: of which rules there are tables."""
        self._readings: dict[Hashable, WeightedSampler] = {}

    def choose(self, ask: Choose[Any]) -> Any:
        picked = apply_policy(self._policy, ask)
        return first_free_option(ask) if picked is None else picked

    def play(self, call: Call[Any]) -> Any:
        """One play of a rule, and of whatever it becomes."""
        table = self.table(call)
        return self.played(call) if table is None else table.draw(self.random.random())

    def played(self, call: Call[Any]) -> Any:
        """One play of a rule that is not counted out itself."""
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
        """The rule counted out, once it has been met often enough and if it is small enough."""
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
        """One that knows what this one knows by now, and learns no more."""
        other = RuleSampler(self._policy, exact=self.exact, counts=self._counts)
        other._met = {call: table for call, table in self._met.items() if isinstance(table, WeightedSampler)}
        other._settled = frozenset(call.fn for call in other._met)
        return other

    def outcome(self, rule: Rule[Any]) -> Any:
        """One play of an action, up to its Outcome: the headline's value."""
        return self.headline(rule).value

    def headline(self, rule: Rule[Any]) -> Outcome:
        """One play of an action, up to its Outcome."""
        thrown: list[tuple[int, ...]] = []
        answer: Any = None
        try:
            while not isinstance(effect := rule.send(answer), Outcome):
                answer = self._answer(effect, thrown)
        except StopIteration:
            return NO_OUTCOME
        return effect

    def through(self, rule: Rule[Any]) -> Any:
        """One play of a rule, die by die as far as nothing in it is counted out."""
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
