"""Numbered slots and the die that finds one."""

from __future__ import annotations

import pytest

from tablewright.rules import State, UnknownName
from tablewright.rules.kit import destroy_slot, find_slot


class Part(State, frozen=True):
    id: str
    destroyed: bool = False


PARTS = (Part("1"), Part("2", destroyed=True))


def test_a_die_names_a_slot_or_nothing() -> None:
    """Of four slots, a 5 and a 6 find none."""
    assert [find_slot(die, 4) for die in range(7)] == ["", "1", "2", "3", "4", "", ""]


def test_a_whole_part_is_destroyed() -> None:
    """It was whole, and is not any more; the others are as they were."""
    parts, struck, gone = destroy_slot(PARTS, "1")
    assert parts == (Part("1", destroyed=True), PARTS[1])
    assert struck == PARTS[0]
    assert not gone


def test_a_destroyed_part_is_found_gone() -> None:
    """Nothing changes, and whoever asks is told."""
    parts, _, gone = destroy_slot(PARTS, "2")
    assert parts == PARTS
    assert gone


def test_a_slot_that_is_not_there_is_refused() -> None:
    """With the slots there are."""
    with pytest.raises(UnknownName, match="There is: 1, 2"):
        destroy_slot(PARTS, "9")
