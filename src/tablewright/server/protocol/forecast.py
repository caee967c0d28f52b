"""Forecasts: how it is likely to go on from here, counted off the loop, as far as whoever asks may know."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tablewright.lab.execution.forecast import ForecastRun
from tablewright.lab.results.run_result import RunResult
from tablewright.table import SeatView, Table

from .lab_types import ChanceFigure

SECONDS = (1.0, 3.0, 6.0)
"""What each round takes; the last, every round after it. No round is long, for another table may wait."""
ROUNDS = 8
"""After which nothing more is told, however little is known."""


class MeanFigure(msgspec.Struct, frozen=True):
    """How much of something there is on average, with half its 95 % interval; 0, where it is exact."""

    name: str
    mean: float
    wide: float = 0.0


class Forecast(msgspec.Struct, frozen=True):
    """How it may end, how long it takes and what is left on average. `plays` is 0 where it was solved exactly; there is
    `more` to be known by asking for the next round.
    """

    title: str
    policy: str
    endings: tuple[ChanceFigure, ...]
    steps: MeanFigure
    left: tuple[MeanFigure, ...]
    plays: int = 0
    more: bool = False


def forecast_for_seat(at: SeatView, name: str, policy: str, round: int) -> Forecast:
    """A forecast for a seat that may have it: soon, and better every round, for it goes on where it was."""
    outlook = _outlook(at.table, at.seat.id, name, policy)
    trial = outlook.better(SECONDS[min(round, len(SECONDS) - 1)])
    return forecast_from_result(trial, not outlook.known and round + 1 < ROUNDS)


@lru_cache(maxsize=4)
def _outlook(table: Table, seat: str, name: str, policy: str) -> ForecastRun:
    at = SeatView(table, seat)
    return ForecastRun(at.game, *at.forecast_start(name), policy or None)


def forecast_from_result(trial: RunResult, more: bool) -> Forecast:
    endings = sorted(trial.chances.items(), key=lambda ending: -ending[1])
    return Forecast(
        trial.title,
        trial.policy,
        tuple(ChanceFigure(name, chance, trial.wide.get(name, 0.0)) for name, chance in endings),
        MeanFigure("length in steps", trial.steps.mean, trial.steps.wide),
        tuple(MeanFigure(name, spread.mean, spread.wide) for name, spread in trial.resources.items()),
        0 if trial.by == "chain" else trial.size,
        more,
    )
