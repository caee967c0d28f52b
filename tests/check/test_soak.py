"""The conformance suite at length: `./table soak`."""

from __future__ import annotations

import pytest

from tablewright.catalog.installed import InstalledGame
from tablewright.check import check_game

from .test_suite import BOXES


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, 3, 5])
@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.game.name)
def test_the_game_conforms_at_length(box: InstalledGame, seed: int) -> None:
    """Twenty thousand steps of random play with each of three seeds."""
    wrong = [f"{f.name}: {text}" for f in check_game(box, steps=20_000, seed=seed) for text in f.wrong]
    assert wrong == []
