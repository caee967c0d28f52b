"""Farewell: how a connection is closed to somebody who is not let in, for now or for good, and in which words."""

from __future__ import annotations

from tablewright.server.limits import CapacityReached, RateLimited
from tablewright.server.rooms.outbox import LATER, NOT_YOURS
from tablewright.table.stores.store import StoreUnavailable

MAX_REASON_BYTES = 120
"""Bytes of a reason: a frame that closes a connection holds no more than 123."""


def close_code_for(error: Exception) -> int:
    """Whoever finds no room, or nothing there, may come again after a while; anybody else need not."""
    return LATER if isinstance(error, StoreUnavailable | CapacityReached | RateLimited) else NOT_YOURS


def truncated_reason(why: str) -> str:
    """A reason as long as it may be."""
    return why.encode()[:MAX_REASON_BYTES].decode("utf-8", "ignore")
