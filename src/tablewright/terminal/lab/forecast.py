"""A forecast in the terminal: what is known is shown at once and gets better where it stands."""

from __future__ import annotations

from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from tablewright.lab.execution import ForecastRun
from tablewright.rules import Game, Scenario

from .results import show_trial, trial_shown

SECONDS = (1.0, 2.0)
"""What each round takes; the last, every round after it."""
ROUNDS = 16


def show_forecast(out: Console, game: Game, scenario: Scenario, state: Any, policy: str | None) -> None:
    """How it is likely to go on from a table's state, better every round. Ctrl-C says that it is enough."""
    outlook, more = ForecastRun(game, scenario, state, policy), Text("Playing on, to know it better … Ctrl-C: enough.")
    found = None
    try:
        with Live(console=out, transient=True, auto_refresh=False) as live:
            for round in range(ROUNDS if out.is_terminal else 1):
                found = outlook.better(SECONDS[min(round, len(SECONDS) - 1)])
                if outlook.known:
                    break
                live.update(Group(*trial_shown(found), more), refresh=True)
    except KeyboardInterrupt:
        if found is None:
            raise
    if found is not None:
        show_trial(out, found)
