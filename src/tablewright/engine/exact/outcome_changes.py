"""What an action does, counted to its end: its headline, and how the game's measures have changed."""

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
Changes: TypeAlias = tuple[tuple[str, float], ...]
"""By how much measures have changed, by their keys; those that have not are left out."""


class ActionResult(msgspec.Struct, frozen=True):
    """What an action came to."""

    headline: Outcome
    changes: Changes = ()


def with_measure_changes(make: RuleFactory, measures: Measures, before: Mapping[str, Measure]) -> RuleFactory:
    """The same rule, ending with what it came to instead of the state. Most ways end in a state met before."""

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
    """What is there now and was not so before; what is gone counts as nothing left."""
    now = {measure.key: measure.value for measure in after}
    keys = sorted({*before, *now})
    moved = ((key, now.get(key, 0.0) - (before[key].value if key in before else 0.0)) for key in keys)
    return tuple((key, by) for key, by in moved if by)
