"""The application: every route, and what a refusal looks like."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, WebSocket, get, websocket
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

from tablewright import __version__
from tablewright.rules import GameError, Refused
from tablewright.server.auth import context_of, identify, is_same_origin, require_member, require_seat
from tablewright.server.context import ServerContext, public_error_text
from tablewright.server.limits import CapacityReached, RateLimited
from tablewright.server.live import LiveConnection, close_code_for, truncated_reason
from tablewright.server.protocol import ErrorBody, Health, describe_error, encode_json
from tablewright.server.protocol.schema import asyncapi_document
from tablewright.table.stores import StoreUnavailable

from .games import GamesController
from .invitations import AccountController, InvitationController, JoinController
from .lab import LabController
from .metrics import prometheus_text
from .middleware import guard_app
from .openapi import OpenApiPlugin, complete_document
from .static_page import asset, index
from .tables import TablesController

log = logging.getLogger("tablewright")
AnyRequest = Request[Any, Any, Any]
STATUS_TEXTS = {
    "Not Found": "There is nothing here by that name.",
    "Method Not Allowed": "What is here cannot be asked for in that way.",
}
"""What the framework says, as we say it."""


@get("/health", tags=["host"])
async def get_health() -> Health:
    """Whether the server is there."""
    return Health(True, __version__)


@get("/metrics", tags=["host"], media_type=MediaType.TEXT)
async def get_metrics(request: AnyRequest) -> str:
    """What a host's monitoring reads; for the host alone."""
    house, person = context_of(request), identify(request).person
    if not (person and person.host) and not house.is_host(identify(request).token):
        raise PermissionDeniedException("This is for the host.")
    return prometheus_text(house)


@get("/openapi.json", include_in_schema=False)
async def get_openapi(request: AnyRequest) -> Response[bytes]:
    state = request.app.state
    if "document" not in state:  # made once: anybody may ask for it, and it takes long
        state.document = complete_document(request.app.openapi_schema, request.scope.get("root_path", ""))
    return Response(state.document, media_type=MediaType.JSON)


@get("/asyncapi.json", include_in_schema=False)
async def get_asyncapi(request: AnyRequest) -> Response[bytes]:
    """The WebSocket interface, as OpenAPI describes the HTTP interface."""
    state = request.app.state
    if "asyncapi" not in state:
        state.asyncapi = encode_json(asyncapi_document(request.scope.get("root_path", "")))
    return Response(state.asyncapi, media_type=MediaType.JSON)


@websocket("/api/tables/{table:str}/live")
async def live_socket(socket: WebSocket[Any, Any, Any], table: str) -> None:
    """The table, live, for whoever has a seat at it."""
    house = context_of(socket)
    try:
        if not is_same_origin(socket):
            raise PermissionDeniedException("This was asked by another site's page.")
        if house.connections >= house.limits.connections:
            raise CapacityReached("This server is full: try again later.")
        member = require_member(socket, table)
        room = house.rooms.open_room(table)
        if len(room.subscribers) >= house.limits.people:
            raise CapacityReached("This table is full: try again later.")
        require_seat(room, member)
    except (Refused, HTTPException, GameError) as error:
        await socket.accept()
        why = error.detail if isinstance(error, HTTPException) else str(error)
        await socket.close(close_code_for(error), truncated_reason(why))
        return
    house.connections += 1  # before anything is waited for: nobody else slips in meanwhile
    try:
        await socket.accept()
        await LiveConnection(house, room, socket, member.seat, member.person).run()
    finally:
        house.connections -= 1


def on_refused(_: AnyRequest, error: Exception) -> Response[ErrorBody]:
    status = 429 if isinstance(error, RateLimited) else 503 if isinstance(error, StoreUnavailable) else 409
    return Response(ErrorBody(str(error), getattr(error, "field", "")), status_code=status)


def on_http_error(_: AnyRequest, error: HTTPException) -> Response[ErrorBody]:
    why, field = STATUS_TEXTS.get(error.detail, error.detail), ""
    if error.status_code == 400:
        wrong = [found for found in error.extra if isinstance(found, dict)] if isinstance(error.extra, list) else []
        found = wrong[0] if wrong else {"message": error.detail}
        field = "" if found.get("key") == "data" else str(found.get("key", ""))
        nothing = found.get("message") == "'data'"  # as the framework says it
        why = "Something has to be sent with this." if nothing else describe_error(str(found.get("message", "")), field)
    return Response(ErrorBody(why, field), status_code=error.status_code, headers=error.headers)


def on_recursion_error(_: AnyRequest, error: Exception) -> Response[ErrorBody]:
    return Response(ErrorBody("What was sent is nested too deeply."), status_code=400)


def on_unexpected_error(_: AnyRequest, error: Exception) -> Response[ErrorBody]:
    log.error("a request failed", exc_info=error)
    return Response(ErrorBody(public_error_text(error)), status_code=500)


def create_app(
    open_house: Callable[[], ServerContext],
) -> tuple[ASGIApp, Callable[[], AbstractAsyncContextManager[None]]]:
    """Return the application behind its gate, and its lifespan, which opens the house."""

    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        house = app.state.house = open_house()
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = Litestar(
        [
            get_health,
            get_metrics,
            get_openapi,
            get_asyncapi,
            live_socket,
            AccountController,
            GamesController,
            LabController,
            TablesController,
            InvitationController,
            JoinController,
            index,
            asset,
        ],
        lifespan=[living],
        exception_handlers={
            Refused: on_refused,
            HTTPException: on_http_error,
            RecursionError: on_recursion_error,
            Exception: on_unexpected_error,
        },
        openapi_config=OpenAPIConfig("Tablewright", __version__, path="/api/schema", render_plugins=[OpenApiPlugin()]),
        request_max_body_size=None,  # the gate knows how much is too much
        logging_config=None,
    )
    return guard_app(app), app.lifespan
