"""The state's type is known to the type checker: a table opened with a game has that game's state."""

from __future__ import annotations

from typing import assert_type

from tablewright.games import moonveil, veil_runners, veil_runners_classic, venus_engine, veridia
from tablewright.games.moonveil.state import Veil
from tablewright.games.veil_runners.state import Member, Mission
from tablewright.games.veil_runners_classic.state import Run
from tablewright.games.venus_engine.state import Venus
from tablewright.games.veridia.state import Veridia
from tablewright.table import Table, view_from


def test_a_state_is_of_its_game() -> None:
    """The type checker reads `assert_type`, and the test confirms it at run time."""
    table = Table.open(veil_runners.GAME, seed="typed")
    assert_type(table.state, Mission)
    assert_type(table.state.crew, tuple[Member, ...])
    assert_type(view_from(table, "ann").state, Mission)
    assert isinstance(view_from(table, "ann").state, Mission)


def test_so_it_is_in_every_game() -> None:
    """Each game declares a state type."""
    assert isinstance(assert_type(Table.open(moonveil.GAME).state, Veil), Veil)
    assert isinstance(assert_type(Table.open(veil_runners_classic.GAME).state, Run), Run)
    assert isinstance(assert_type(Table.open(venus_engine.GAME).state, Venus), Venus)
    assert isinstance(assert_type(Table.open(veridia.GAME).state, Veridia), Veridia)
