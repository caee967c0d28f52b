"""The fights written by hand, which the lab is measured by, are the fights of the games."""

from __future__ import annotations

import random

import pytest
from bench.fights import FIGHTS, Fight, Played, by_hand, differences, other_ways, solved

fights = pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.title)


@fights
def test_the_same_dice_lead_to_the_same_end(fight: Fight) -> None:
    """By hand and by the rules a fight thrown with the same dice ends the same way after as many steps."""
    assert other_ways(fight, 60) == []


@pytest.mark.parametrize(
    "fight", [f for f in FIGHTS if f.game == "moonveil" and f.batches_plays], ids=lambda f: f.title
)
def test_a_fight_by_hand_has_the_chances_the_chain_has(fight: Fight) -> None:
    """Chances of every ending and the mean length agree within the interval of what was sampled."""
    random.seed(1)
    assert differences(by_hand(fight, 5_000), solved(fight)) == []


def test_another_fight_is_told_from_this_one() -> None:
    """Answers further apart than both intervals reach are said to differ, each by its name."""
    won = Played({"won": 900, "lost": 100}, {3: 1000})
    lost = Played({"won": 700, "lost": 300}, {3: 500, 5: 500})
    assert [words.partition(":")[0] for words in differences(won, lost)] == ["lost", "won", "mean length"]
    assert differences(won, won) == []
