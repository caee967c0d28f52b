"""What stands beside a parameter's type in an action, a scenario's start or a game's house rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec


class Param(msgspec.Struct, frozen=True):
    """What stands beside a parameter's type: `Annotated[int, Param("Dice in the pool", min=0, max=6)]`.

    `min` and `max` bound a number; `max` is the longest a text may be. `among` gives the legal values in a state.
    `mine` marks the character who acts: only who plays them may. `examples` are what a form shows in an empty field,
    and what random play tries.
    """

    doc: str
    min: int | None = None
    max: int | None = None
    among: Callable[[Any], Iterable[Any]] | None = None
    mine: bool = False
    examples: tuple[str, ...] = ()


class Me(msgspec.Struct, frozen=True):
    """`me: Annotated[str, Me()]` is filled in with the seat that acts; nobody is asked for it."""
