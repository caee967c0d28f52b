"""Every game found must pass the conformance suite; so must the folder that a new game begins from."""

from __future__ import annotations

import pytest

from tablewright.catalog.installed import InstalledGame, installed_games, load_declared_game
from tablewright.check import check_game

PEERS = [load_declared_game("tests.example_games.blades"), load_declared_game("tests.example_games.lifeboat")]
BOXES = [load_declared_game("tablewright.template"), *PEERS, *installed_games().values()]


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.game.name)
def test_the_game_conforms(box: InstalledGame) -> None:
    """Declared, set up, played at random, replayed, counted, sampled, run in the lab, and golden."""
    wrong = [f"{finding.name}: {text}" for finding in check_game(box, steps=800) for text in finding.wrong]
    assert wrong == []
