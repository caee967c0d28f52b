"""Tables over HTTP and WebSocket; `main` starts it.

Stands on the seat: what a person sees, may do, is asked and is told is made in `table.seat`, never here. This door
exports the limits alone, so that a client loads `protocol` without the server; `main` is the other entry from outside.
"""

from .limits import Limits, parse_limits

__all__ = ["Limits", "parse_limits"]
