"""Farewell: how a connection is closed to somebody who is not let in, for now or for good, and in which words."""

from __future__ import annotations

from tablewright.table.store import Away

from .limits import Full, Slow
from .outbox import LATER, NOT_YOURS

MOST = 120
"""Bytes of a reason: a frame that closes a connection holds no more than 123."""


def code_of(error: Exception) -> int:
    """Whoever finds no room, or nothing there, may come again after a while; anybody else need not."""
    return LATER if isinstance(error, Away | Full | Slow) else NOT_YOURS


def in_a_frame(why: str) -> str:
    """A reason as long as it may be."""
    return why.encode()[:MOST].decode("utf-8", "ignore")
