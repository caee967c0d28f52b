"""What every look keeps to."""

from __future__ import annotations

from tablewright.rules.theme import Theme


def is_legible(look: Theme) -> bool:
    """Titles of about the size of a title, letters that stand beside each other, and a colour there is, not a glaring
    one."""
    sized = 0.75 <= look.scale <= 1.5 and abs(look.track) <= 0.05 and 100 <= look.weight <= 900
    return sized and 0 <= look.hue < 360 and 0 < look.chroma <= 0.15
