"""Close codes of the WebSocket: why a connection ends, and whether a client should reconnect."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class CloseCode(IntEnum):
    """A reason for closing a connection. A client reconnects, unless the code is in `FINAL_CODES`."""

    MESSAGE_TOO_LARGE = 1009
    SERVER_RESTART = 1012
    TRY_AGAIN_LATER = 1013
    UNREADABLE = 4400
    NOT_YOURS = 4403
    TOO_SLOW = 4408
    GONE = 4410


FINAL_CODES: Final = frozenset((CloseCode.UNREADABLE, CloseCode.NOT_YOURS, CloseCode.GONE))
