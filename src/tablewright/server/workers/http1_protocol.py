"""Asking: whoever has connected asks something and reads the answer, or is let go.

Else a few hundred who only connect would take every place there is.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


class Http1Protocol(H11Protocol):
    """A connection before it becomes a live one. While it is our turn nobody is hurried."""

    def __init__(self, *given: Any, patience: float, **named: Any) -> None:
        super().__init__(*given, **named)
        self.patience = patience
        self.heard = False
        """Whether anything has come since the last look."""
        self.unread = 0
        """Bytes that nobody had read at the last look."""
        self.next_look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._look_later()

    def data_received(self, data: bytes) -> None:
        self.heard = True
        super().data_received(data)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._look_no_more()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._look_no_more()
        super().connection_lost(exc)

    def _look_later(self) -> None:
        self.next_look = self.loop.call_later(self.patience, self._look)

    def _look_no_more(self) -> None:
        if self.next_look is not None:
            self.next_look.cancel()

    def _look(self) -> None:
        """Whoever neither says nor reads what is expected of them is let go."""
        unread, before = self.transport.get_write_buffer_size(), self.unread
        says_nothing = self._their_turn() and not self.heard
        reads_nothing = 0 < before <= unread
        self.heard, self.unread = False, unread
        if says_nothing or reads_nothing:
            self.transport.abort()
        else:
            self._look_later()

    def _their_turn(self) -> bool:
        """Whether we wait for a question, or for the rest of one."""
        asked = self.cycle
        return asked is None or bool(asked.response_complete or asked.more_body)
