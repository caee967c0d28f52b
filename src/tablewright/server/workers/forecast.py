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


class ForecastLab:
    """The lab as queries use it: `protocol.Lab`, in a process of the query pool."""

    def forecast(self, seat: SeatView, name: str, policy: str, round: int) -> Forecast:
        """Return the forecast of this round, continuing the one before. Raises `Refused` for a seat that may not."""
        run = _forecast_run(seat.table, seat.seat.id, name, policy)
        result = run.better(SECONDS[min(round, len(SECONDS) - 1)])
        return forecast_from_result(result, not run.known and round + 1 < ROUNDS)


@lru_cache(maxsize=4)
def _forecast_run(table: Table, seat: str, name: str, policy: str) -> ForecastRun:
    view = SeatView(table, seat)
    return ForecastRun(view.game, *view.forecast_start(name), policy or None)


def forecast_from_result(result: RunResult, more: bool) -> Forecast:
    """Return what a forecast shows of a run's result; `more`, if another round may refine it."""
    endings = sorted(result.chances.items(), key=lambda ending: -ending[1])
    return Forecast(
        result.title,
        result.policy,
        tuple(ChanceFigure(name, chance, result.wide.get(name, 0.0)) for name, chance in endings),
        MeanFigure("length in steps", result.steps.mean, result.steps.wide),
        tuple(MeanFigure(name, spread.mean, spread.wide) for name, spread in result.resources.items()),
        0 if result.by == "chain" else result.size,
        more,
    )
