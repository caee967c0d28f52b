"""The last to be asked about a mutant: the golden plays."""

from __future__ import annotations

import os

import pytest

from tablewright.catalog import find_game, load_declared_game
from tablewright.check.collector import FaultCollector
from tablewright.check.play import check_golden

SMALL = ("tablewright.template", "tests.example_games.blades", "tests.example_games.lifeboat")
"""Small games, for what every game rests on."""


def asked() -> list[str]:
    game = os.environ.get("MUTATION_GAME", "")
    return [game] if game else list(SMALL)


@pytest.mark.parametrize("name", asked())
def test_golden_plays_come_out_as_they_did(name: str) -> None:
    """As `./table check` has it."""
    box = load_declared_game(name) if name in SMALL else find_game(name)
    assert check_golden(box, FaultCollector(box), set()).wrong == ()
