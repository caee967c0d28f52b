"""The results of an action at its end: its headline, and the changes of the game's measures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

import msgspec

from tablewright.rules import Measure
from tablewright.rules.effects import Outcome, Rule

from .counter import NO_OUTCOME
from .tree_builder import RuleFactory

Measures: TypeAlias = Callable[[Any], Iterable[Measure]]
Changes: TypeAlias = tuple[tuple[str, float], ...]  # changes of measures by key, without those that have not changed


class ActionResult(msgspec.Struct, frozen=True):
    """The headline of an action and its changes."""

    headline: Outcome
    changes: Changes = ()


def with_measure_changes(make: RuleFactory, measures: Measures, before: Mapping[str, Measure]) -> RuleFactory:
    """Wrap a rule so that it returns an `ActionResult` instead of the state. Changes are cached by state."""

    @cache
    def changed(state: Any) -> Changes:
        return measure_changes(before, measures(state))

    def run() -> Rule[ActionResult]:
        rule = make()
        headline, answer = NO_OUTCOME, None
        try:
            while True:
                effect = rule.send(answer)
                if type(effect) is Outcome:
                    headline, answer = effect, None
                else:
                    answer = yield effect
        except StopIteration as done:
            return ActionResult(headline, changed(done.value))

    return run


def measure_changes(before: Mapping[str, Measure], after: Iterable[Measure]) -> Changes:
    """Changes of measures by key; a measure that is gone counts as 0."""
    now = {measure.key: measure.value for measure in after}
    keys = sorted({*before, *now})
    moved = ((key, now.get(key, 0.0) - (before[key].value if key in before else 0.0)) for key in keys)
    return tuple((key, by) for key, by in moved if by)
