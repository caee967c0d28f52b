"""At the gate: how often somebody asks, from where, and what every answer carries."""

from __future__ import annotations

import logging
import time
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from tablewright.kernel.errors import Refused

from .answers import Refusal
from .frames import encode
from .house import House
from .visitor import AnyConnection, same_origin

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
SAFE = frozenset(("GET", "HEAD", "OPTIONS"))


def guarded(app: ASGIApp) -> ASGIApp:
    """Every request passes here first."""

    async def gate(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        began, status = time.monotonic(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        why = _why_not(scope)
        if why is not None:
            await _refuse(sending, *why)
        else:
            await app(scope, receive, sending)
        if log.isEnabledFor(logging.DEBUG):
            seconds = round(time.monotonic() - began, 4)
            log.debug("asked", extra={"method": scope["method"], "status": status, "seconds": seconds})

    return gate


def _why_not(scope: HTTPScope) -> tuple[int, str] | None:
    """Why a request is not even heard."""
    house: House = scope["litestar_app"].state.house
    connection: AnyConnection = AnyConnection(scope)
    client = scope.get("client")
    try:
        house.requests.take(client[0] if client else "", "requests")
    except Refused as slow:
        return 429, str(slow)
    if scope["method"] not in SAFE and not same_origin(connection):
        return 403, "This was asked by another site's page."
    return None


async def _refuse(send: Any, status: int, why: str) -> None:
    body = encode(Refusal(why))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
