"""Forecasts by rounds: each goes on where the last was, and there is a last one."""

from __future__ import annotations

import pytest

from tablewright.catalog.installed import find_game
from tablewright.rules.errors import Refused
from tablewright.server.workers import forecast
from tablewright.server.workers.forecast import ROUNDS, ForecastLab
from tablewright.table import SeatView, Table

LAB = ForecastLab()


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(forecast, "SECONDS", (0.0,))
    return Table.open(find_game("moonveil").game, seed="x")


def test_rounds_go_on_where_the_last_one_was(table: Table) -> None:
    """The same table, seat and policy; another begins anew."""
    at = SeatView(table, "guide")
    first, second = (LAB.forecast(at, "party", "bold", round) for round in range(2))
    assert (first.plays, second.plays) == (10, 20)
    assert LAB.forecast(at, "party", "careful", 0).plays == 10
    again = Table.open(table.game, seed="x")
    assert LAB.forecast(SeatView(again, "guide"), "party", "bold", 0).plays == 10


def test_there_is_more_until_the_last_round(table: Table) -> None:
    at = SeatView(table, "guide")
    assert LAB.forecast(at, "party", "", ROUNDS - 2).more
    assert not LAB.forecast(at, "party", "", ROUNDS - 1).more


def test_who_may_not_have_it_is_refused(table: Table) -> None:
    player = next(seat.id for seat in table.seats.values() if seat.role != "guide")
    with pytest.raises(Refused, match="no forecast"):
        LAB.forecast(SeatView(table, player), "party", "", 0)


def test_a_mean_says_how_sure_it_is(table: Table) -> None:
    """Steps and what is left, wherever plays differ."""
    found = LAB.forecast(SeatView(table, "guide"), "party", "bold", 0)
    assert found.steps.wide > 0
    assert any(one.wide > 0 for one in found.left)
