"""The page: what the browser loads. Built into the package; served as it is, by its own names only."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from mimetypes import guess_type

from litestar import Response, get
from litestar.exceptions import NotFoundException

PAGE = files("tablewright") / "web" / "static"
#: What the build names by its content never changes under that name.
FOREVER = "public, max-age=31536000, immutable"


@cache
def _asset(name: str) -> tuple[bytes, str]:
    """A file of the page, and what it is."""
    folder = PAGE
    for part in name.split("/"):
        if part in ("", ".", "..") or not folder.is_dir():
            raise NotFoundException("There is no such page.")
        folder = folder / part
    if not folder.is_file():
        raise NotFoundException("There is no such page.")
    return folder.read_bytes(), guess_type(name)[0] or "application/octet-stream"


@get("/", include_in_schema=False, sync_to_thread=False)
def index() -> Response[bytes]:
    """The page itself, whatever it then shows."""
    try:
        text, _ = _asset("index.html")
    except NotFoundException:
        raise NotFoundException("The page was not built into this copy; everything else works.") from None
    return Response(text, media_type="text/html", headers={"cache-control": "no-cache"})


@get("/{name:path}", include_in_schema=False, sync_to_thread=False)
def asset(name: str) -> Response[bytes]:
    """A part of the page."""
    text, kind = _asset(name.lstrip("/"))
    lasting = FOREVER if name.startswith("/assets/") else "no-cache"
    return Response(text, media_type=kind, headers={"cache-control": lasting})
