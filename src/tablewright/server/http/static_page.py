"""The page: what the browser loads. Built into the package; served as it is, by its own names only."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files
from mimetypes import guess_type
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from tablewright.server.auth import context_of

STATIC_FILES = files("tablewright") / "server" / "static"
#: What the build names by its content never changes under that name.
IMMUTABLE_CACHE = "public, max-age=31536000, immutable"


@cache
def _asset(name: str) -> tuple[bytes, str]:
    """A file of the page, and what it is."""
    found = STATIC_FILES
    try:
        for part in name.split("/"):
            if part in ("", ".", "..") or not found.is_dir():
                raise FileNotFoundError
            found = found / part
        return found.read_bytes(), guess_type(name)[0] or "application/octet-stream"
    except (OSError, ValueError):  # there is none, or no file could have such a name
        raise NotFoundException("There is no such page.") from None


@cache
def _packed(name: str) -> bytes:
    """The same in less room, for words; nothing, for what is packed already."""
    text, kind = _asset(name)
    words = kind.startswith("text/") or kind.endswith(("json", "svg+xml"))
    return gzip.compress(text, 9, mtime=0) if words else b""


def _sent(request: Request[Any, Any, Any], name: str, lasting: str) -> Response[bytes]:
    """A file of the page, packed for whoever can unpack it."""
    text, kind = _asset(name)
    headers = {"cache-control": lasting, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", "") and _packed(name):
        return Response(_packed(name), media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(text, media_type=kind, headers=headers)


@get("/", include_in_schema=False, sync_to_thread=False)
def index(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page itself, whatever it then shows; most who open it ask for all the games next."""
    context_of(request).look_through()
    try:
        return _sent(request, "index.html", "no-cache")
    except NotFoundException:
        raise NotFoundException("The page was not built into this copy; everything else works.") from None


@get("/{name:path}", include_in_schema=False, sync_to_thread=False)
def asset(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """A part of the page."""
    return _sent(request, name.lstrip("/"), IMMUTABLE_CACHE if name.startswith("/assets/") else "no-cache")
