"""Tablewright: a table that knows the rules. Play them, count them, test them."""

from __future__ import annotations

from typing import Any

from tablewright.kernel.game import Game
from tablewright.run.odds import Odds
from tablewright.run.odds import odds as _odds
from tablewright.run.shelf import find, shelf
from tablewright.table import At, Table, at

__version__ = "0.1.0"

__all__ = ["At", "Game", "Odds", "Table", "all_games", "at", "game", "odds"]


def all_games() -> list[str]:
    """The names of all games."""
    return list(shelf())


def game(name: str) -> Game:
    """A game by its name."""
    return find(name).game


def odds(name: str, action: str, /, state: Any = None, **params: Any) -> Odds:
    """The exact odds of an action: in a state, or at the start of the game."""
    found = game(name)
    return _odds(found, found.setup(found.rulings()) if state is None else state, action, params)
