"""The shorter way to a client: what goes to many is framed once and written as it is, and what it says is heard at
once.

The rest, from handshake to farewell, is uvicorn's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SCOPE_KEY = "tablewright.socket"
"""Where it is found among what the server can do beside ASGI."""
CLOSE_TIMEOUT = 5.0
"""Seconds in which whoever is let go may read the rest."""


class SocketListener(Protocol):
    """Whoever is at the other end of the shorter way."""

    def on_message(self, text: bytes) -> None:
        """A whole message; nothing that could be one, if it is empty."""
        ...

    def pause(self) -> None:
        """More than the line takes is waiting: no more for now."""
        ...

    def resume(self) -> None: ...


def frame_text(text: bytes) -> bytes:
    """A text as one WebSocket message of a server: a byte that says so, its length, itself."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


class DirectWebSocket(WebSocketsSansIOProtocol):
    """A connection that has both ways. The shorter one is open from `begin` on."""

    other: SocketListener | None = None

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope["extensions"])[SCOPE_KEY] = {"socket": self}

    def begin(self, other: SocketListener) -> None:
        """From now on all that is said is heard by this one, beginning with what has been said already."""
        self.other = other
        if not self.writable.is_set():
            other.pause()
        early = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        for event in early:
            if event["type"] == "websocket.receive":
                other.on_message((event.get("text") or "").encode())
            else:
                self.queue.put_nowait(event)
        self.listen(True)

    def write(self, frame: bytes) -> None:
        """Sends what has been framed, unless the connection has ended."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(frame)

    def let_go(self) -> None:
        """It ends soon, also for somebody who reads nothing: else they would keep the line for as long as they like."""
        if not self.disconnected:
            self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # who has not answered for so long reads no farewell either

    def listen(self, on: bool) -> None:
        """Whether more is read of what the client says."""
        if self.read_paused is on and not self.transport.is_closing():
            self.read_paused = not on
            (self.transport.resume_reading if on else self.transport.pause_reading)()

    def send_receive_event_to_app(self) -> None:
        if self.other is None:
            super().send_receive_event_to_app()
            return
        said = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.other.on_message(bytes(said) if self.curr_msg_data_type == "text" else b"")

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.other is not None:
            self.other.pause()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.other is not None:
            self.other.resume()


def direct_socket(scope: Mapping[str, Any]) -> DirectWebSocket:
    """The shorter way of a connection."""
    found = scope["extensions"][SCOPE_KEY]["socket"]
    assert isinstance(found, DirectWebSocket)
    return found
