"""Laws of every theme."""

from __future__ import annotations

from tablewright.rules.theme import Theme


def is_legible(look: Theme) -> bool:
    """True for titles of about usual size, letters close together, and a real colour that does not glare."""
    sized = 0.75 <= look.scale <= 1.5 and abs(look.track) <= 0.05 and 100 <= look.weight <= 900
    return sized and 0 <= look.hue < 360 and 0 < look.chroma <= 0.15
