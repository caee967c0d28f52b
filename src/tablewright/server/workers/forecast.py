"""Forecasts for a seat, computed off the event loop and refined round by round."""

from __future__ import annotations

from functools import lru_cache

from tablewright.lab.execution import ForecastRun
from tablewright.lab.results import RunResult
from tablewright.server.protocol import ChanceFigure, Forecast, MeanFigure
from tablewright.table import SeatView, Table

# Seconds of each round; the last holds for all later ones. Rounds are short because other tables wait.
SECONDS = (1.0, 3.0, 6.0)


ROUNDS = 8  # then a forecast stays as it is


def forecast_for_seat(at: SeatView, name: str, policy: str, round: int) -> Forecast:
    """Return the forecast of this round, continuing the one before. Raises `Refused` for a seat that may not."""
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
