"""The game's measures, counted at the end beside what the scenario counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from tablewright.rules import Game, Measure, Refused, Scenario

TINY = 1e-12  # rounding error of a share of all plays


class EndMeasures:
    """Counts a state: the scenario's own amounts and the game's measures of everybody there."""

    def __init__(self, game: Game, scenario: Scenario, start: Any) -> None:
        self.game, self.title, self.own = game, scenario.title, scenario.count
        names = game.names(start) if isinstance(start, game.state) else {}
        shared = Counter(names.values())
        self._called = {id: f"{name} ({id})" if shared[name] > 1 else name for id, name in names.items()}
        """Names of those at the start, with the id where several have one name."""

    def __call__(self, state: Any) -> Mapping[str, float]:
        left = dict(self.own(state)) if self.own is not None else {}
        return left | {name: float(measure.value) for name, measure in self._named(state).items()}

    def gone(self, start: Any) -> dict[str, float]:
        """Measures of those at the start, with the values they take once they are gone."""
        return {name: measure.gone for name, measure in self._named(start).items()}

    def _named(self, state: Any) -> dict[str, Measure]:
        if not isinstance(state, self.game.state):
            raise Refused(f"{self.title} keeps a state of its own, which the game's measures do not fit.")
        names = {**self.game.names(state), **self._called}
        return {_label(measure, names): measure for measure in self.game.measures(state)}


def with_measures(game: Game, scenario: Scenario, start: Any) -> Scenario:
    """Return the scenario with the game's measures counted as well."""
    return msgspec.structs.replace(scenario, count=EndMeasures(game, scenario, start))


def absent_at_end(scenario: Scenario, start: Any) -> dict[str, float]:
    """Amounts of those who are gone at the end, by name, so that no figure covers survivors only."""
    return scenario.count.gone(start) if isinstance(scenario.count, EndMeasures) else {}


def over_all_plays(
    left: Mapping[str, Mapping[float, float]], gone: Mapping[str, float], plays: float = 1.0
) -> dict[str, dict[float, float]]:
    """Complete distributions of amounts to cover all plays, also those without the amount."""
    found = {name: dict(amounts) for name, amounts in left.items()}
    for name in dict.fromkeys((*left, *gone)) if gone else ():
        amounts, nothing = found.setdefault(name, {}), gone.get(name, 0.0)
        without = plays - sum(amounts.values())
        if without > TINY * plays:
            amounts[nothing] = amounts.get(nothing, 0) + without
    return found


def _label(measure: Measure, names: Mapping[str, str]) -> str:
    whose = names.get(measure.whose, measure.whose)
    return f"{whose}: {measure.label}" if whose else measure.label
