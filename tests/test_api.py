"""What `import tablewright` gives, for a notebook or another program."""

from __future__ import annotations

from importlib import import_module

import tablewright


def test_games_are_found_by_name() -> None:
    names = tablewright.all_games()
    assert len(names) >= 5
    assert [tablewright.game(name).name for name in names] == names


def test_a_game_s_own_modules_can_be_imported_as_any_other() -> None:
    """Nothing in the package hides the folder the games live in."""
    folder = import_module("tablewright.games")
    assert tablewright.games is folder
