"""Measures: what a game's people care about in a state."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Tone: TypeAlias = Literal["great", "good", "mixed", "bad", "even", ""]
"""How something sounds to the people at the table; nothing, where it is neither here nor there."""


class Measure(msgspec.Struct, frozen=True):
    """One thing worth knowing before and after an action: Ada's Vitality, the hull, a bandit down.

    `key` tells measures apart and stays the same from state to state; `whose` is the character, seat or side it belongs
    to; `value` is a number, or 0 and 1 for what is so or not so (`yes`). `good` is 1 if more of it is good for whose it
    is, -1 if less, 0 if neither; `worth` weighs it against the others where a choice turns on several. A `spent`
    measure is a resource: what an action takes of it is its price, in the game's own word. `gone` is what it comes to
    at the end of a fight whose fallen are left behind: no Hit Points, but a fall.
    """

    key: str
    label: str
    value: float
    whose: str = ""
    good: Literal[-1, 0, 1] = 1
    yes: bool = False
    spent: bool = False
    worth: float = 1.0
    gone: float = 0.0
