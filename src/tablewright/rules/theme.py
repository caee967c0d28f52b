"""A game's look: what makes its page its own. Hue and chroma, never lightness, so that everything can be read."""

from __future__ import annotations

import msgspec

from .measure import Tone


class EmblemPath(msgspec.Struct, frozen=True):
    """A path of an emblem, in a square of 48 by 48; `filled` ones are tinted as well as drawn."""

    d: str
    filled: bool = False


class Theme(msgspec.Struct, frozen=True):
    """`font` is a woff2 file in the game's folder, for titles; `texture` an SVG tile, drawn faintly behind everything.

    `about` is the game in two sentences; `facts` are what somebody choosing tonight's game wants to know: dice, how
    many, how long. `clocks` says how each kind of clock sounds.
    """

    about: str = ""
    facts: tuple[str, ...] = ()
    hue: float = 45
    chroma: float = 0.075
    font: str = ""
    weight: int = 600
    scale: float = 1.0
    track: float = 0.0
    emblem: tuple[EmblemPath, ...] = ()
    texture: str = ""
    clocks: dict[str, Tone] = {}
