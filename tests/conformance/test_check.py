"""Every game found must pass the conformance suite; so must the folder that a new game begins from."""

from __future__ import annotations

import pytest

from tablewright.check import check
from tablewright.run.shelf import Boxed, shelf, unbox

PEERS = [unbox("tests.peers.blades"), unbox("tests.peers.lifeboat")]
BOXES = [unbox("tablewright.template"), *PEERS, *shelf().values()]


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.game.name)
def test_the_game_conforms(box: Boxed) -> None:
    """Declared, set up, played at random, replayed, counted, sampled, run in the lab, and golden."""
    wrong = [f"{finding.name}: {text}" for finding in check(box, steps=1_500) for text in finding.wrong]
    assert wrong == []
