"""Connections: HTTP/1.1 and WebSocket on one port, with a deadline for every wait, in front of an ASGI application.

Stands on the public, I/O-free parsers of h11 and websockets. Knows no table and no person.
"""

from .endpoint import (
    ConnectionOptions,
)
from .server import (
    Acceptor,
    AsgiServer,
    listening_at,
)
from .trusted_proxies import (
    TrustedProxies,
)
from .websocket_connection import (
    MessageListener,
    WebSocketConnection,
    find_websocket,
)

__all__ = [
    "Acceptor",
    "AsgiServer",
    "ConnectionOptions",
    "MessageListener",
    "TrustedProxies",
    "WebSocketConnection",
    "find_websocket",
    "listening_at",
]
