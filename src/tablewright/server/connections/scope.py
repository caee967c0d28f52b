"""The ASGI scope of a request."""

from __future__ import annotations

import asyncio
from typing import NamedTuple
from urllib.parse import unquote

import h11

from .asgi import ASGI_VERSION, Scope
from .endpoint import ConnectionOptions
from .trusted_proxies import TrustedProxies

Address = tuple[str, int]


class Peers(NamedTuple):
    """Both ends of a connection."""

    client: Address | None
    server: Address | None
    scheme: str
    is_proxy: bool
    """True if the client is a proxy that is believed."""


def find_peers(transport: asyncio.Transport, proxies: TrustedProxies) -> Peers:
    """Return both ends of a connection; None for one that has no address, as a Unix socket."""
    client, server = (_address(transport.get_extra_info(end)) for end in ("peername", "sockname"))
    scheme = "https" if transport.get_extra_info("sslcontext") else "http"
    return Peers(client, server, scheme, client is not None and proxies.trusts(client[0]))


def _address(found: object) -> Address | None:
    return (found[0], found[1]) if isinstance(found, tuple | list) and len(found) >= 2 else None


def build_scope(request: h11.Request, peers: Peers, options: ConnectionOptions) -> Scope:
    """Return the scope of an HTTP request, with client and scheme as a trusted proxy gives them."""
    raw_path, _, query = request.target.partition(b"?")
    headers, client, scheme = list(request.headers), peers.client, peers.scheme
    if peers.is_proxy:
        host, forwarded_scheme = options.proxies.forwarded(headers)
        client, scheme = (host, 0) if host else client, forwarded_scheme or scheme
    return {
        "type": "http",
        "asgi": ASGI_VERSION,
        "http_version": request.http_version.decode("ascii"),
        "method": request.method.decode("ascii"),
        "scheme": scheme.replace("ws", "http"),
        "root_path": options.root_path,
        "path": options.root_path + unquote(raw_path.decode("ascii")),
        "raw_path": options.root_path.encode("ascii") + raw_path,
        "query_string": query,
        "headers": headers,
        "client": client,
        "server": peers.server,
        "state": {},
    }


def build_websocket_scope(request: h11.Request, peers: Peers, options: ConnectionOptions) -> Scope:
    """Return the scope of a WebSocket that an HTTP request asks for."""
    scope = build_scope(request, peers, options)
    del scope["method"]
    scheme = scope["scheme"].replace("http", "ws")
    return {**scope, "type": "websocket", "scheme": scheme, "subprotocols": [], "extensions": {}}
