"""The last to be asked about a mutant: the golden plays, and everything a game must hold, by a short random play."""

from __future__ import annotations

import os

import pytest

from tablewright.check import check
from tablewright.run.shelf import find, unbox

SMALL = ("tablewright.template", "tests.peers.blades", "tests.peers.lifeboat")
"""Small games, for what every game rests on."""
STEPS = 120


def asked() -> list[str]:
    game = os.environ.get("MUTATION_GAME", "")
    return [game] if game else list(SMALL)


@pytest.mark.parametrize("name", asked())
def test_it_conforms(name: str) -> None:
    """As `./table check` has it."""
    box = unbox(name) if name in SMALL else find(name)
    assert [text for finding in check(box, steps=STEPS) for text in finding.wrong] == []
