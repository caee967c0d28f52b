"""The application: every route, and what a refusal looks like."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, WebSocket, get, websocket
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

from tablewright import __version__
from tablewright.kernel.errors import Faulty, Refused
from tablewright.table.store import Away

from .answers import Health, Refusal
from .document import Documented, document
from .farewell import code_of, in_a_frame
from .games import Games
from .guard import guarded
from .house import House, refusal
from .lab import Lab
from .limits import Full, Slow
from .links import Joining, Links, Mine
from .live import Live
from .metrics import metrics
from .page import asset, index
from .tables import Tables
from .unclear import unclear
from .visitor import house_of, member_of, same_origin, still_seated, visitor_of

log = logging.getLogger("tablewright")
AnyRequest = Request[Any, Any, Any]
PLAIN = {
    "Not Found": "There is nothing here by that name.",
    "Method Not Allowed": "What is here cannot be asked for in that way.",
}
"""What the framework says, as we say it."""


@get("/health", tags=["host"])
async def health() -> Health:
    """Whether the server is there."""
    return Health(True, __version__)


@get("/metrics", tags=["host"], media_type=MediaType.TEXT)
async def measured(request: AnyRequest) -> str:
    """What a host's monitoring reads; for the host alone."""
    house, person = house_of(request), visitor_of(request).person
    if not (person and person.host) and not house.is_host(visitor_of(request).token):
        raise PermissionDeniedException("This is for the host.")
    return metrics(house)


@get("/openapi.json", include_in_schema=False)
async def openapi(request: AnyRequest) -> Response[bytes]:
    state = request.app.state
    if "document" not in state:  # made once: anybody may ask for it, and it takes long
        state.document = document(request.app.openapi_schema, request.scope.get("root_path", ""))
    return Response(state.document, media_type=MediaType.JSON)


@websocket("/api/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: str) -> None:
    """The table, live, for whoever has a seat at it."""
    house = house_of(socket)
    try:
        if not same_origin(socket):
            raise PermissionDeniedException("This was asked by another site's page.")
        if house.connections >= house.limits.connections:
            raise Full("This server is full: try again later.")
        member = member_of(socket, table)
        room = house.rooms.room(table)
        if len(room.guests) >= house.limits.people:
            raise Full("This table is full: try again later.")
        still_seated(room, member)
    except (Refused, HTTPException, Faulty) as error:
        await socket.accept()
        why = error.detail if isinstance(error, HTTPException) else str(error)
        await socket.close(code_of(error), in_a_frame(why))
        return
    house.connections += 1  # before anything is waited for: nobody else slips in meanwhile
    try:
        await socket.accept()
        await Live(house, room, socket, member.seat, member.person).run()
    finally:
        house.connections -= 1


def refused(_: AnyRequest, error: Exception) -> Response[Refusal]:
    status = 429 if isinstance(error, Slow) else 503 if isinstance(error, Away) else 409
    return Response(Refusal(str(error), getattr(error, "field", "")), status_code=status)


def http(_: AnyRequest, error: HTTPException) -> Response[Refusal]:
    why, field = PLAIN.get(error.detail, error.detail), ""
    if error.status_code == 400:
        wrong = [found for found in error.extra if isinstance(found, dict)] if isinstance(error.extra, list) else []
        found = wrong[0] if wrong else {"message": error.detail}
        field = "" if found.get("key") == "data" else str(found.get("key", ""))
        nothing = found.get("message") == "'data'"  # as the framework says it
        why = "Something has to be sent with this." if nothing else unclear(str(found.get("message", "")), field)
    return Response(Refusal(why, field), status_code=error.status_code, headers=error.headers)


def too_deep(_: AnyRequest, error: Exception) -> Response[Refusal]:
    return Response(Refusal("What was sent is nested too deeply."), status_code=400)


def fault(_: AnyRequest, error: Exception) -> Response[Refusal]:
    log.error("a request failed", exc_info=error)
    return Response(Refusal(refusal(error)), status_code=500)


def create_app(open_house: Callable[[], House]) -> ASGIApp:
    """The application of a house, which is opened when it starts, behind its gate."""

    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        house = app.state.house = open_house()
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = Litestar(
        [health, measured, openapi, live, Mine, Games, Lab, Tables, Links, Joining, index, asset],
        lifespan=[living],
        exception_handlers={Refused: refused, HTTPException: http, RecursionError: too_deep, Exception: fault},
        openapi_config=OpenAPIConfig("Tablewright", __version__, path="/api/schema", render_plugins=[Documented()]),
        request_max_body_size=None,  # the gate knows how much is too much
        logging_config=None,
    )
    return guarded(app)
