"""Forecasts: how it is likely to go on from here, counted off the loop, as far as whoever asks may know."""

from __future__ import annotations

import time

import msgspec

from tablewright.lab.running import forecast
from tablewright.lab.trial import Trial
from tablewright.table import At

from .answers import Share

SECONDS = 8.0
"""As long as it is sampled for somebody who waits."""
STATES = 1_500
"""States solved exactly; more of them are sampled sooner than solved."""
PLAYS = 5_000


class Forecast(msgspec.Struct, frozen=True):
    """How it may end, how long it takes and what is left on average. `plays` is 0 where it was solved exactly."""

    title: str
    policy: str
    endings: tuple[Share, ...]
    steps: float
    left: tuple[tuple[str, float], ...]
    plays: int = 0


def foresee(at: At, name: str, policy: str) -> Forecast:
    """A forecast for a seat that may have it; it stops when its time is up, and says how many plays that was."""
    scenario, seen = at.foreseen(name)
    end = time.monotonic() + SECONDS
    trial = forecast(
        at.game, scenario, seen, policy or None, PLAYS, states=STATES, enough=lambda: time.monotonic() > end
    )
    return forecast_of(trial)


def forecast_of(trial: Trial) -> Forecast:
    endings = sorted(trial.chances.items(), key=lambda ending: -ending[1])
    return Forecast(
        trial.title,
        trial.policy,
        tuple(Share(name, chance, trial.wide.get(name, 0.0)) for name, chance in endings),
        trial.mean_length,
        tuple(trial.left.items()),
        0 if trial.by == "chain" else trial.size,
    )
