"""A connection that speaks HTTP/1.1: one request after the other, until one asks for a WebSocket."""

from __future__ import annotations

import asyncio

import h11

from .endpoint import Endpoint
from .http_exchange import HttpExchange, reject_request
from .http_stream import ConnectionLost, HttpStream
from .scope import build_scope, build_websocket_scope, find_peers
from .websocket_connection import WebSocketConnection

KEEP_ALIVE = 5.0
"""Seconds until the first byte of a further request."""


class HttpConnection:
    """A client that sends requests. While the application works on an answer no deadline runs."""

    def __init__(self, endpoint: Endpoint, stream: HttpStream) -> None:
        self.endpoint, self.stream = endpoint, stream
        self.peers = find_peers(stream.transport, endpoint.options.proxies)
        self.exchange: HttpExchange | None = None
        """The request that is being answered."""

    async def run(self) -> None:
        """Serve the client until it leaves, is silent where it is its turn, or asks for a WebSocket."""
        self.endpoint.open.add(self)
        idle = self.endpoint.options.silence
        try:
            while (request := await self._next_request(idle)) is not None:
                if asks_for_websocket(request):
                    self._upgrade(request)
                    return
                if not await self._answer(request):
                    break
                idle = min(idle, KEEP_ALIVE)
        except h11.RemoteProtocolError as error:
            await reject_request(self.stream, error)
        except (TimeoutError, ConnectionLost):
            pass
        finally:
            self.endpoint.open.discard(self)
        self.stream.transport.close()

    def stop(self) -> None:
        if self.exchange is None:
            self.stream.transport.close()
        else:
            self.exchange.closes = True

    def abort(self) -> None:
        self.stream.transport.abort()

    async def _next_request(self, idle: float) -> h11.Request | None:
        """Wait for the first byte, then for the whole head: one deadline each, however slowly the head comes."""
        now = asyncio.get_running_loop().time
        if not self.stream.has_data:
            await self.stream.wait_for_data(now() + idle)
        event = await self.stream.next_event(now() + self.endpoint.options.silence)
        return event if isinstance(event, h11.Request) else None

    async def _answer(self, request: h11.Request) -> bool:
        """Let the application answer; return True if another request may follow."""
        http = self.stream.http
        scope = build_scope(request, self.peers, self.endpoint.options)
        self.exchange = exchange = HttpExchange(self.stream, scope)
        exchange.closes = self.endpoint.is_stopping
        await exchange.run(self.endpoint.app)
        self.exchange = None
        if self.stream.transport.is_closing() or exchange.closes or exchange.expects_continue:
            return False
        while http.their_state is h11.SEND_BODY:  # refused unread: the client reads the answer when it has sent all
            await self.stream.next_event()
        if http.our_state is not h11.DONE or http.their_state is not h11.DONE:
            return False
        http.start_next_cycle()
        return True

    def _upgrade(self, request: h11.Request) -> None:
        """Hand the transport over, with what has come after the request."""
        transport = self.stream.transport
        scope = build_websocket_scope(request, self.peers, self.endpoint.options)
        early, _ = self.stream.http.trailing_data
        connection = WebSocketConnection(self.endpoint, scope, early)
        transport.set_protocol(connection)
        connection.connection_made(transport)


def asks_for_websocket(request: h11.Request) -> bool:
    """True if the headers ask to go on with the WebSocket protocol; where they may not, that is ignored."""
    if (request.method, request.http_version) != (b"GET", b"1.1"):
        return False
    tokens = [value.lower() for name, value in request.headers if name in (b"connection", b"upgrade")]
    return {b"upgrade", b"websocket"} <= {token.strip() for value in tokens for token in value.split(b",")}
