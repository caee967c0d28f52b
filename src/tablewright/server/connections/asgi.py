"""The types of ASGI, the interface between a server and an application."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

Scope = dict[str, Any]
Message = dict[str, Any]
RawHeaders = Iterable[tuple[bytes, bytes]]
Application = Callable[[Any, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]
"""An ASGI application, without the lifespan protocol: `AsgiServer` takes a context manager for that."""

ASGI_VERSION = {"version": "3.0", "spec_version": "2.3"}
