"""Log lines as plain data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablewright.rules import Tone
from tablewright.rules.effects import EVERYONE


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log. `at` is the place of the prompt it answers, or of the last one before it."""

    at: str
    kind: Literal["tell", "roll", "choice", "draw", "outcome"]
    text: str
    cites: str = ""
    audience: tuple[str, ...] = EVERYONE
    by: str = ""
    faces: tuple[int, ...] = ()
    sides: int = 0
    counted: tuple[bool, ...] = ()
    """Marks the dice that counted, if their reading tells."""
    against: str = ""
    reasons: tuple[str, ...] = ()
    tone: Tone = ""
    """The tone of an outcome, if the game gives one."""
