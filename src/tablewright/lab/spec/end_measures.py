"""What the game's people care about, counted at the end beside what a scenario counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from tablewright.rules import Game, Measure, Refused, Scenario

TINY = 1e-12
"""What reckoning itself gets wrong of all plays."""


class EndMeasures:
    """What is left of a state: what the scenario counts, and the game's measures of all who are there."""

    def __init__(self, game: Game, scenario: Scenario, start: Any) -> None:
        self.game, self.title, self.own = game, scenario.title, scenario.count
        names = game.names(start) if isinstance(start, game.state) else {}
        shared = Counter(names.values())
        self._called = {id: f"{name} ({id})" if shared[name] > 1 else name for id, name in names.items()}
        """Those who begin, told apart where several have one name."""

    def __call__(self, state: Any) -> Mapping[str, float]:
        left = dict(self.own(state)) if self.own is not None else {}
        return left | {name: float(measure.value) for name, measure in self._named(state).items()}

    def gone(self, start: Any) -> dict[str, float]:
        """What the measures of all who begin come to once they are gone."""
        return {name: measure.gone for name, measure in self._named(start).items()}

    def _named(self, state: Any) -> dict[str, Measure]:
        if not isinstance(state, self.game.state):
            raise Refused(f"{self.title} keeps a state of its own, which the game's measures do not fit.")
        names = {**self.game.names(state), **self._called}
        return {_label(measure, names): measure for measure in self.game.measures(state)}


def with_measures(game: Game, scenario: Scenario, start: Any) -> Scenario:
    """The same scenario, which counts the game's measures too, of those who begin so."""
    return msgspec.structs.replace(scenario, count=EndMeasures(game, scenario, start))


def absent_at_end(scenario: Scenario, start: Any) -> dict[str, float]:
    """What is counted of those who begin and are gone at the end, by its name. No figure is only about survivors."""
    return scenario.count.gone(start) if isinstance(scenario.count, EndMeasures) else {}


def over_all_plays(
    left: Mapping[str, Mapping[float, float]], gone: Mapping[str, float], plays: float = 1.0
) -> dict[str, dict[float, float]]:
    """What is left, over all plays: also over those at whose end somebody was gone, or had none of it."""
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
