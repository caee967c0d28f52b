"""A clock of the tests' own: what happens in a given time is the same on every machine."""

from __future__ import annotations

import pytest

from tablewright.lab.studies import best_search
from tablewright.solver.budget import Budget


class TickingClock:
    """A clock that moves on by a step whenever it is read."""

    def __init__(self, step: float = 1.0) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def search_by_ticks(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    """Give each search for best play a clock that ticks, so that load or a slow processor cannot stop it early."""

    def budget(seconds: float, megabytes: float) -> Budget:
        return Budget(seconds, megabytes, clock=TickingClock(step))

    monkeypatch.setattr(best_search, "Budget", budget)
