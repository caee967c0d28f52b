"""Defaults of the lab's scenarios, and their fighters."""

from __future__ import annotations

from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.scenarios import day, party
from tablewright.games.moonveil.seeker_creation import starting_hp
from tablewright.games.moonveil.starting_list import SPREADS

RULINGS = MoonveilRulings()


def test_a_party_is_two_against_three_a_move_away() -> None:
    """Enemies are all different, and the sides stand at their starts."""
    s = party(RULINGS)
    assert [seeker.at for seeker in s.seekers] == [0, 0]
    assert [foe.at for foe in s.enemies] == [1, 1, 1]
    assert len({foe.name for foe in s.enemies}) == 3


def test_a_day_is_two_encounters_with_two_enemies_each() -> None:
    """For two Seekers. The same enemies come again."""
    s = day(RULINGS)
    assert (len(s.seekers), s.left, len(s.enemies)) == (2, 2, 2)
    assert s.waiting == s.enemies


def test_the_fourth_of_a_party_could_have_been_rolled() -> None:
    """A legal spread, Hit Points within reach of it, and bare hands."""
    otto = party(RULINGS, seekers=4).seekers[-1]
    assert otto.stats in SPREADS
    assert otto.hp == otto.full
    assert otto.hp in ExactCounter().dist(starting_hp("otto", otto.stats.strength))
    assert otto.items == ()
