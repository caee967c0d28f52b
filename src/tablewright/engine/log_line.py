"""Lines: what a rule tells, as plain data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablewright.rules import Tone
from tablewright.rules.effects import EVERYONE


class LogLine(msgspec.Struct, frozen=True):
    """One line of the log. `at` is the place of the ask it answers, or of the last one before it."""

    at: str
    kind: Literal["tell", "roll", "choice", "draw", "outcome"]
    text: str
    cites: str = ""
    audience: tuple[str, ...] = EVERYONE
    by: str = ""
    faces: tuple[int, ...] = ()
    sides: int = 0
    counted: tuple[bool, ...] = ()
    """Which of the dice counted, where their reading says."""
    against: str = ""
    reasons: tuple[str, ...] = ()
    tone: Tone = ""
    """How an outcome sounds, where the game says."""
