"""What the game's people care about, counted at the end beside what a scenario counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablewright.kernel.errors import Refused
from tablewright.kernel.game import Game
from tablewright.kernel.measure import Measure
from tablewright.kernel.scenario import Scenario


def measured(game: Game, scenario: Scenario) -> Scenario:
    """The same scenario, which counts the game's measures too."""
    own = scenario.count

    def count(state: Any) -> Mapping[str, float]:
        if not isinstance(state, game.state):
            raise Refused(f"{scenario.title} keeps a state of its own, which the game's measures do not fit.")
        names = game.names(state)
        left = dict(own(state)) if own is not None else {}
        return left | {_label(measure, names): float(measure.value) for measure in game.measures(state)}

    return msgspec.structs.replace(scenario, count=count)


def _label(measure: Measure, names: Mapping[str, str]) -> str:
    whose = names.get(measure.whose, measure.whose)
    return f"{whose}: {measure.label}" if whose else measure.label
