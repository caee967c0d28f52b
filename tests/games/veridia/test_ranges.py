"""Ranges of a character: the lowest and the highest of everything on a sheet."""

from __future__ import annotations

import pytest

from tablewright.games.veridia import GAME
from tablewright.games.veridia.attributes import out_of_bounds
from tablewright.games.veridia.state import Attribute, Character, Specialty

from .people import person, table

AT_THE_ENDS = [True, False, False, True]


def outside(c: Character) -> bool:
    """True if a character breaks a limit."""
    return any(limit.broken(table(c)) for limit in GAME.limits)


@pytest.mark.exercises("virtue.courage.range", "virtue.integrity.range")
def test_virtues_keep_their_range() -> None:
    """Courage goes from 1 to 5, integrity from 0 to 7."""
    assert [outside(person().but(courage=n)) for n in (0, 1, 5, 6)] == AT_THE_ENDS
    assert [outside(person().but(integrity=n)) for n in (-1, 0, 7, 8)] == AT_THE_ENDS


@pytest.mark.exercises("skill.range", "spec.range")
def test_what_is_learned_keeps_its_range() -> None:
    """Skills go from 0 to 7, specialties from 1 to 5."""
    assert [outside(person(skills={"law": n})) for n in (-1, 0, 7, 8)] == AT_THE_ENDS
    magic = [person().but(specialties=(Specialty("grey", n),)) for n in (0, 1, 5, 6)]
    assert [outside(c) for c in magic] == AT_THE_ENDS


@pytest.mark.exercises("attr.range")
def test_attributes_keep_their_range() -> None:
    """A player's human has up to 5, the master's characters up to 20. A denominator of 0 is refused."""
    assert [outside(person(player="ann", strength=n)) for n in (1, 5, 6)] == [False, False, True]
    assert [outside(person(strength=n)) for n in (0, 1, 20, 21)] == AT_THE_ENDS
    parts = [person().but(attributes=(Attribute("wits", 1, n),)) for n in (0, 1, 3)]
    assert [out_of_bounds(c) is not None for c in parts] == [True, False, False]
