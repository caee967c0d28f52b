"""Limits: what is true of every state of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec


class Invariant(msgspec.Struct, frozen=True):
    """Something that is true of every state of the game. `broken` says in words how it is not, or None."""

    cites: str
    broken: Callable[[Any], str | None]
