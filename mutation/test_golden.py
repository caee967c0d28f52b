"""The last to be asked about a mutant: the golden plays."""

from __future__ import annotations

import os

import pytest

from tablewright.check.golden import golden_match
from tablewright.check.notes import Notes
from tablewright.run.shelf import find, unbox

SMALL = ("tablewright.template", "tests.peers.blades", "tests.peers.lifeboat")
"""Small games, for what every game rests on."""


def asked() -> list[str]:
    game = os.environ.get("MUTATION_GAME", "")
    return [game] if game else list(SMALL)


@pytest.mark.parametrize("name", asked())
def test_golden_plays_come_out_as_they_did(name: str) -> None:
    """As `./table check` has it."""
    box = unbox(name) if name in SMALL else find(name)
    assert golden_match(box, Notes(box), set()).wrong == ()
