"""Forecasts: how it is likely to go on from here, counted off the loop, as far as whoever asks may know."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tablewright.lab.outlook import Outlook
from tablewright.lab.trial import Trial
from tablewright.table import At, Table

from .experiments import Share

SECONDS = (1.0, 3.0, 6.0)
"""What each round takes; the last, every round after it. No round is long, for another table may wait."""
ROUNDS = 8
"""After which nothing more is told, however little is known."""


class Mean(msgspec.Struct, frozen=True):
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
    endings: tuple[Share, ...]
    steps: Mean
    left: tuple[Mean, ...]
    plays: int = 0
    more: bool = False


def foresee(at: At, name: str, policy: str, round: int) -> Forecast:
    """A forecast for a seat that may have it: soon, and better every round, for it goes on where it was."""
    outlook = _outlook(at.table, at.seat.id, name, policy)
    trial = outlook.better(SECONDS[min(round, len(SECONDS) - 1)])
    return forecast_of(trial, not outlook.known and round + 1 < ROUNDS)


@lru_cache(maxsize=4)
def _outlook(table: Table, seat: str, name: str, policy: str) -> Outlook:
    at = At(table, seat)
    return Outlook(at.game, *at.foreseen(name), policy or None)


def forecast_of(trial: Trial, more: bool) -> Forecast:
    endings = sorted(trial.chances.items(), key=lambda ending: -ending[1])
    return Forecast(
        trial.title,
        trial.policy,
        tuple(Share(name, chance, trial.wide.get(name, 0.0)) for name, chance in endings),
        Mean("length in steps", trial.steps.mean, trial.steps.wide),
        tuple(Mean(name, spread.mean, spread.wide) for name, spread in trial.resources.items()),
        0 if trial.by == "chain" else trial.size,
        more,
    )
