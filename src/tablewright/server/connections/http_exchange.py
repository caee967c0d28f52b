"""One HTTP request and its response, as an ASGI application sees them."""

from __future__ import annotations

import logging
from email.utils import formatdate
from http import HTTPStatus

import h11

from .asgi import Application, Message, RawHeaders, Scope
from .http_stream import ConnectionLost, HttpStream

log = logging.getLogger("tablewright")
PHRASES = {status.value: status.phrase for status in HTTPStatus}
DISCONNECT: Message = {"type": "http.disconnect"}


class HttpExchange:
    """A request and its response. `receive` and `send` are given to the application."""

    def __init__(self, stream: HttpStream, scope: Scope) -> None:
        self.stream, self.scope = stream, scope
        self.closes = False
        """True if the connection ends with this response."""
        self.expects_continue = stream.http.they_are_waiting_for_100_continue
        """True as long as the client waits to be told that its body is wanted."""
        self.is_complete = False
        self._body_read = False
        self._head: h11.Response | None = None
        """The head of the response, held back until there is a body to send it with."""
        self._has_begun = False

    async def run(self, app: Application) -> None:
        """Let the application answer. A response that it leaves unfinished ends the connection."""
        try:
            await app(self.scope, self.receive, self.send)
        except Exception:
            log.exception("a request failed")
        if not self._has_begun:
            await self.send({"type": "http.response.start", "status": 500, "headers": [(b"content-length", b"0")]})
            await self.send({"type": "http.response.body"})
        elif not self.is_complete:
            self.stream.transport.abort()

    async def receive(self) -> Message:
        """Return the next piece of the request's body; after its end, wait until the client is gone."""
        if self._body_read:
            await self.stream.lost.wait()
            return DISCONNECT
        if self.expects_continue:
            self.expects_continue = False
            self.stream.write(h11.InformationalResponse(status_code=100, headers=[], reason=b"Continue"))
        try:
            event = await self.stream.next_event()
        except h11.RemoteProtocolError as error:
            await reject_request(self.stream, error)
            return DISCONNECT
        except (TimeoutError, ConnectionLost):
            self.stream.transport.abort()
            return DISCONNECT
        self._body_read = not isinstance(event, h11.Data)
        body = bytes(event.data) if isinstance(event, h11.Data) else b""
        return {"type": "http.request", "body": body, "more_body": not self._body_read}

    async def send(self, message: Message) -> None:
        """Send the head or a piece of the body; without effect if the connection has ended."""
        if self.stream.transport.is_closing():
            self._has_begun = self.is_complete = True
        elif message["type"] == "http.response.start":
            self._head, self._has_begun = self._response(message["status"], message.get("headers", ())), True
        else:
            await self._send_body(message.get("body", b""), message.get("more_body", False))

    def _response(self, status: int, headers: RawHeaders) -> h11.Response:
        date = (b"date", formatdate(usegmt=True).encode())
        end = [(b"connection", b"close")] if self.closes else []
        return h11.Response(status_code=status, headers=[date, *headers, *end], reason=PHRASES.get(status, ""))

    async def _send_body(self, body: bytes, more: bool) -> None:
        events: list[h11.Event] = [self._head] if self._head else []
        self._head = None
        if body and self.scope["method"] != "HEAD":
            events.append(h11.Data(data=body))
        if not more:
            events.append(h11.EndOfMessage())
            self.is_complete = True
        self.stream.write(*events)
        await self.stream.drain()


async def reject_request(stream: HttpStream, error: h11.RemoteProtocolError) -> None:
    """Answer a request that is not HTTP, if nothing has been answered yet, and end the connection."""
    if stream.http.our_state in (h11.IDLE, h11.SEND_RESPONSE):
        text = b"This is not a valid HTTP request."
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        headers.append((b"content-length", b"%d" % len(text)))
        head = h11.Response(status_code=error.error_status_hint, headers=headers)
        stream.write(head, h11.Data(data=text), h11.EndOfMessage())
        await stream.drain()
    stream.transport.close()
