"""A character with experience to spend."""

from __future__ import annotations

from typing import Any

from tablewright.games.veridia.creation import newborn
from tablewright.games.veridia.state import Character

from .people import act, table

RICH = 1000


def learner(**changes: Any) -> Character:
    """A human in creation with more than enough experience."""
    return newborn("ada", "Ada", experience=RICH).but(**changes)


def spent(c: Character) -> int:
    return RICH - c.experience


def buy(c: Character, point: str, steps: int = 1) -> Character:
    return act(table(c), "advance", who="ada", point=point, steps=steps).c("ada")
