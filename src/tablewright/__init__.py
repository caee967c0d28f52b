"""Tablewright: a table that knows the rules. Play them, count them, test them."""

from __future__ import annotations

from typing import Any

from tablewright.catalog.installed import find_game, installed_games
from tablewright.engine.exact.action_odds import Odds
from tablewright.engine.exact.action_odds import action_odds_of as _odds
from tablewright.rules.game import Game
from tablewright.table import SeatView, Table, view_from

__version__ = "0.1.0"

__all__ = ["Game", "Odds", "SeatView", "Table", "all_games", "game", "odds", "view_from"]


def all_games() -> list[str]:
    """The names of all games."""
    return list(installed_games())


def game(name: str) -> Game:
    """A game by its name."""
    return find_game(name).game


def odds(name: str, action: str, /, state: Any = None, **params: Any) -> Odds:
    """The exact odds of an action: in a state, or at the start of the game."""
    found = game(name)
    return _odds(found, found.setup(found.rulings()) if state is None else state, action, params)
