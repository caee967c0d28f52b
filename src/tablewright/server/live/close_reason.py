"""The close code and reason for a client that is not let in."""

from __future__ import annotations

from tablewright.server.limits import CapacityReached, RateLimited
from tablewright.server.protocol import CloseCode
from tablewright.table.stores import StoreUnavailable

MAX_REASON_BYTES = 120  # a close frame holds 123 bytes


def close_code_for(error: Exception) -> CloseCode:
    """Return TRY_AGAIN_LATER for what passes (no store, no room, too fast), else NOT_YOURS."""
    passes = isinstance(error, StoreUnavailable | CapacityReached | RateLimited)
    return CloseCode.TRY_AGAIN_LATER if passes else CloseCode.NOT_YOURS


def truncated_reason(why: str) -> str:
    """Return the reason, cut to what a close frame holds."""
    return why.encode()[:MAX_REASON_BYTES].decode("utf-8", "ignore")
