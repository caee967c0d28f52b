"""Forecasts by rounds: each goes on where the last was, and there is a last one."""

from __future__ import annotations

import pytest

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import find
from tablewright.table import At, Table
from tablewright.web import forecasts
from tablewright.web.forecasts import ROUNDS, foresee


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(forecasts, "SECONDS", (0.0,))
    return Table.open(find("moonveil").game, seed="x")


def test_rounds_go_on_where_the_last_one_was(table: Table) -> None:
    """The same table, seat and policy; another begins anew."""
    at = At(table, "guide")
    first, second = (foresee(at, "party", "bold", round) for round in range(2))
    assert (first.plays, second.plays) == (10, 20)
    assert foresee(at, "party", "careful", 0).plays == 10
    again = Table.open(table.game, seed="x")
    assert foresee(At(again, "guide"), "party", "bold", 0).plays == 10


def test_there_is_more_until_the_last_round(table: Table) -> None:
    at = At(table, "guide")
    assert foresee(at, "party", "", ROUNDS - 2).more
    assert not foresee(at, "party", "", ROUNDS - 1).more


def test_who_may_not_have_it_is_refused(table: Table) -> None:
    player = next(seat.id for seat in table.seats.values() if seat.role != "guide")
    with pytest.raises(Refused, match="no forecast"):
        foresee(At(table, player), "party", "", 0)


def test_a_mean_says_how_sure_it_is(table: Table) -> None:
    """Steps and what is left, wherever plays differ."""
    found = foresee(At(table, "guide"), "party", "bold", 0)
    assert found.steps.wide > 0
    assert any(one.wide > 0 for one in found.left)
