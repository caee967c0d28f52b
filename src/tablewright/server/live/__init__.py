"""WebSocket connections: reads requests, dispatches them, sends answers, closes with a reason."""

from .close_reason import (
    close_code_for,
    truncated_reason,
)
from .connection import (
    LiveConnection,
)

__all__ = ["LiveConnection", "close_code_for", "truncated_reason"]
