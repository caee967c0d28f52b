"""A WebSocket connection: messages to a listener as they come, frames to the client as they are.

The handshake and the end go through ASGI, and so may messages. A listener takes a shorter way: each message is a call,
and a frame that was encoded once is written to every client as it is. So no message costs a task, a queue or a copy.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Protocol, cast

from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from .asgi import Message, RawHeaders, Scope
from .endpoint import Endpoint

log = logging.getLogger("tablewright")
EXTENSION = "tablewright.websocket"
"""The name of the connection among the extensions of its ASGI scope."""
CLOSE_TIMEOUT = 5.0
"""Seconds a client has to read the rest and to answer the close frame."""
NORMAL, NO_CODE, FAULT, RESTART = 1000, 1005, 1011, 1012


class MessageListener(Protocol):
    """The receiver of a connection's messages."""

    def on_message(self, text: bytes) -> None:
        """Take a whole text message; empty in place of a binary one."""
        ...

    def pause(self) -> None:
        """Stop writing: more than the client reads is waiting already."""
        ...

    def resume(self) -> None:
        """Go on writing."""
        ...


class WebSocketConnection(asyncio.Protocol):
    """A client that has asked for a WebSocket."""

    def __init__(self, endpoint: Endpoint, scope: Scope, early: bytes) -> None:
        self.endpoint, self.scope = endpoint, scope
        scope["extensions"][EXTENSION] = {"connection": self}
        self.transport: asyncio.Transport
        self.listener: MessageListener | None = None
        self.lost = asyncio.Event()
        self._handshake = ServerProtocol()
        self._response = self._handshake.accept(_handshake_request(scope))
        self._frames: ServerProtocol | None = None
        """The parser of frames, once the connection is accepted."""
        self._early = early
        """Bytes that came before that."""
        self._parts: list[bytes] = []
        """The message that is coming, as far as it has come."""
        self._is_text = False
        self._events: asyncio.Queue[Message] = asyncio.Queue()
        self._writable = asyncio.Event()
        self._writable.set()
        self._was_heard = True
        """False if nothing has come since the last ping."""
        self._is_ending = False
        self._timer: asyncio.TimerHandle | None = None
        """The next ping; when the connection is ending, its deadline."""

    # called by the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.set_write_buffer_limits()
        self.pause_reading()
        self.endpoint.open.add(self)
        self.endpoint.spawn(self._run())

    def data_received(self, data: bytes) -> None:
        self._was_heard = True
        if self._frames is None:
            self._early += data
            return
        self._frames.receive_data(data)
        for frame in self._frames.events_received():
            if isinstance(frame, Frame):
                self._on_frame(frame)
        self._flush(self._frames)

    def pause_writing(self) -> None:
        self._writable.clear()
        if self.listener is not None:
            self.listener.pause()

    def resume_writing(self) -> None:
        self._writable.set()
        if self.listener is not None:
            self.listener.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        if self._timer is not None:
            self._timer.cancel()
        self.endpoint.open.discard(self)
        self._writable.set()
        self.lost.set()

    # called by the listener

    def deliver_to(self, listener: MessageListener) -> None:
        """Give every message to a listener from now on, beginning with those that nobody has received yet."""
        self.listener = listener
        if not self._writable.is_set():
            listener.pause()
        for event in [self._events.get_nowait() for _ in range(self._events.qsize())]:
            if event["type"] == "websocket.receive":
                listener.on_message(event.get("text", "").encode())
            else:
                self._events.put_nowait(event)
        self.resume_reading()

    def write(self, frame: bytes) -> None:
        """Send a frame as it is, unless the connection is ending."""
        if not (self._is_ending or self.transport.is_closing()):
            self.transport.write(frame)

    def pause_reading(self) -> None:
        """Leave what the client says in its buffers and ours, until it stops saying more."""
        if self.transport.is_reading():
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if not (self.transport.is_reading() or self.transport.is_closing()):
            self._was_heard = True
            self.transport.resume_reading()

    # called by the server

    def stop(self) -> None:
        self.close(RESTART, "The server is stopping.")

    def abort(self) -> None:
        self.transport.abort()

    def close(self, code: int, reason: str = "") -> None:
        """Begin to close. The client has a while to read what was written before, and to answer."""
        if self._is_ending:
            return
        if self._frames is None:
            self._refuse(self._handshake.reject(403, ""))
        else:
            self._frames.send_close(code, reason)
            self._flush(self._frames)

    # the application's side, as ASGI

    async def _run(self) -> None:
        if self._response.status_code == 101:
            self._events.put_nowait({"type": "websocket.connect"})
            try:
                await self.endpoint.app(self.scope, self._receive, self._send)
                self.close(NORMAL)
            except Exception:
                log.exception("a connection failed")
                self.close(FAULT)
        else:
            self._refuse(self._response)
        await self.lost.wait()

    async def _receive(self) -> Message:
        event = await self._events.get()
        if self._frames is not None and self._events.empty():
            self.resume_reading()
        return event

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.close":
            self.close(message.get("code", NORMAL), message.get("reason") or "")
        elif message["type"] == "websocket.accept":
            self._accept(message.get("headers", ()))
        else:
            await self._writable.wait()
            text = message.get("text")
            data = message["bytes"] if text is None else text.encode()
            self.write(Frame(Opcode.BINARY if text is None else Opcode.TEXT, data).serialize(mask=False))

    def _accept(self, headers: RawHeaders) -> None:
        if self._is_ending:
            return
        for name, value in headers:
            self._response.headers[name.decode("ascii")] = value.decode("latin-1")
        self._handshake.send_response(self._response)
        self.transport.write(b"".join(self._handshake.data_to_send()))
        self._frames = ServerProtocol(state=State.OPEN, max_size=self.endpoint.options.message_bytes)
        self.resume_reading()
        if self._early:
            self.data_received(self._early)
        self._ping()

    def _refuse(self, response: Response) -> None:
        self._handshake.send_response(response)
        self.transport.write(b"".join(self._handshake.data_to_send()))
        self._end()
        self.transport.close()

    # frames

    def _on_frame(self, frame: Frame) -> None:
        """Collect a message; pings and the close frame are answered by the parser."""
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            self._parts, self._is_text = [], frame.opcode is Opcode.TEXT
        elif frame.opcode is not Opcode.CONT:
            return
        self._parts.append(bytes(frame.data))
        if frame.fin and not self._is_ending:
            self._on_message(self._parts[0] if len(self._parts) == 1 else b"".join(self._parts))

    def _on_message(self, data: bytes) -> None:
        if self.listener is not None:
            self.listener.on_message(data if self._is_text else b"")
            return
        content = {"text": data.decode(errors="replace")} if self._is_text else {"bytes": data}
        self._events.put_nowait({"type": "websocket.receive", **content})
        self.pause_reading()  # until the application has received it

    def _flush(self, frames: ServerProtocol) -> None:
        """Send what the parser has to say: pongs, and the close frame with the end of the stream."""
        for data in frames.data_to_send():
            if self.transport.is_closing():
                break
            if data:
                self.transport.write(data)
            elif self.transport.can_write_eof():
                self.transport.write_eof()
            else:
                self.transport.close()
        if frames.close_expected():
            self._end()

    def _ping(self) -> None:
        """Ping, and lose a client that has said nothing since the last time, unless we did not listen."""
        if self._is_ending or self._frames is None:
            return
        if not self._was_heard and self.transport.is_reading():
            self.transport.abort()  # it would not read a close frame either
            return
        self._was_heard = False
        self._frames.send_ping(b"")
        self._flush(self._frames)
        self._timer = asyncio.get_running_loop().call_later(self.endpoint.options.silence, self._ping)

    def _end(self) -> None:
        """Tell the application; from now on the connection has a deadline."""
        if self._is_ending:
            return
        self._is_ending = True
        self._events.put_nowait({"type": "websocket.disconnect", "code": NO_CODE, "reason": ""})
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self.transport.abort)
        self.resume_reading()


def _handshake_request(scope: Scope) -> Request:
    """Return what the handshake is decided by. Extensions, subprotocols and origins are not the server's business."""
    wanted = {b"connection", b"upgrade", b"sec-websocket-key", b"sec-websocket-version"}
    headers = [(name.decode("ascii"), value.decode("latin-1")) for name, value in scope["headers"] if name in wanted]
    return Request("/", Headers(headers))


def find_websocket(scope: Mapping[str, Any]) -> WebSocketConnection:
    """Return the connection that an ASGI scope is about."""
    found = scope["extensions"][EXTENSION]["connection"]
    assert isinstance(found, WebSocketConnection)
    return found
