"""At the gate: how often somebody asks, how much, from where, and what every answer carries."""

from __future__ import annotations

import logging
import time
from typing import Any, cast

from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import ClientException
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Send, WebSocketScope

from tablewright.rules import Refused
from tablewright.server.auth import AnyConnection, is_same_origin
from tablewright.server.context import ServerContext
from tablewright.server.protocol import CloseCode, ErrorBody, encode_json

log = logging.getLogger("tablewright")
#: A page of ours loads nothing from elsewhere, runs no word as code and is shown in no frame.
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
IMPORT_PATH = "/api/tables/import"
"""Where a whole table is brought in: larger than anything else that is sent."""
"""How a connection is closed to somebody who asks too often."""


class TooManyRequests(ClientException):
    """More than is taken at once."""

    status_code = 413


def guard_app(app: Litestar) -> ASGIApp:
    """Every request passes here first, whether or not there is anything where it goes."""

    async def gate(scope: Any, receive: Receive, send: Send) -> None:
        _below(scope)
        if scope["type"] == ScopeType.WEBSOCKET and _too_often(app.state.house, scope):
            await send({"type": "websocket.close", "code": CloseCode.TRY_AGAIN_LATER, "reason": "That is too fast."})
        elif scope["type"] == ScopeType.HTTP and _just_above(scope):
            await _lead_in(scope, send)
        elif scope["type"] == ScopeType.HTTP:
            await _asked(app, scope, receive, send)
        else:
            await app(scope, receive, send)

    return gate


def _below(scope: Any) -> None:
    """Below a proxy's path the same is found whether or not the proxy takes that path away."""
    root: str = scope.get("root_path", "")
    path: str = scope.get("path", "")
    if root and path.startswith(f"{root}{root}/"):
        scope["path"] = path.removeprefix(root)
        scope["raw_path"] = scope["path"].encode()


def _just_above(scope: Any) -> bool:
    """Whether the proxy's path itself is asked for, without the stroke below which everything lies."""
    root: str = scope.get("root_path", "")
    return bool(root) and scope["path"] == f"{root}{root}"


async def _lead_in(scope: HTTPScope, send: Send) -> None:
    """Whoever asks for the path itself is led below it, with what they asked."""
    asked = scope["query_string"]
    to = scope["root_path"].encode() + b"/" + (b"?" + asked if asked else b"")
    headers = [(b"location", to), (b"content-length", b"0"), *((k.encode(), v.encode()) for k, v in HEADERS.items())]
    await send({"type": "http.response.start", "status": 307, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _asked(app: Litestar, scope: HTTPScope, receive: Receive, send: Send) -> None:
    began, status, house = time.monotonic(), 0, app.state.house
    most = house.limits.import_bytes if scope["path"].endswith(IMPORT_PATH) else house.limits.message_bytes

    async def sending(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            headers = MutableScopeHeaders.from_message(message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
        await send(message)

    why = _why_not(house, scope, most)
    if why is not None:
        await _refuse(sending, *why)
    else:
        # Whoever asks for the head alone is answered as if they asked for all; the server sends no body to them.
        seen = cast(HTTPScope, {**scope, "method": "GET"}) if scope["method"] == "HEAD" else scope
        await app(seen, _measured(receive, most), sending)
    if log.isEnabledFor(logging.DEBUG):
        seconds = round(time.monotonic() - began, 4)
        log.debug("asked", extra={"method": scope["method"], "status": status, "seconds": seconds})


def _too_often(house: ServerContext, scope: HTTPScope | WebSocketScope) -> str:
    client = scope.get("client")
    try:
        house.requests.take(client[0] if client else "", "requests")
    except Refused as slow:
        return str(slow)
    return ""


def _why_not(house: ServerContext, scope: HTTPScope, most: int) -> tuple[int, str] | None:
    """Why a request is not even heard."""
    slow = _too_often(house, scope)
    if slow:
        return 429, slow
    connection: AnyConnection = AnyConnection(scope)
    if scope["method"] not in SAFE_METHODS and not is_same_origin(connection):
        return 403, "This was asked by another site's page."
    length = connection.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most:
        return 413, _too_much(most)
    return None


def _measured(receive: Receive, most: int) -> Receive:
    """What is received, as long as it is no more than this: a length is only what somebody says."""
    taken = 0

    async def receiving() -> Any:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            if taken > most:
                raise TooManyRequests(_too_much(most))
        return message

    return receiving


def _too_much(most: int) -> str:
    return f"That is too much at once: at most {most:,} bytes."


async def _refuse(send: Any, status: int, why: str) -> None:
    body = encode_json(ErrorBody(why))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
