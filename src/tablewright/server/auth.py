"""Visitors: who asks, by a cookie or by a token; and whether what is asked comes from our own page."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException

from tablewright.rules import Refused
from tablewright.server.rooms import Room

from .accounts import Account, Member
from .context import TRASHED_TEXT, ServerContext

COOKIE = "tablewright"
YEAR = 365 * 24 * 3600
ID = re.compile(r"[0-9a-f]{1,64}")
"""What a table's id looks like: nothing else is looked for."""
LEFT, SENT_AWAY, NO_SEAT = (
    f"{how}: come in by a link."
    for how in (
        "You have left this table",
        "You were sent away from this table",
        "You no longer have a seat at this table",
    )
)
"""What somebody is told who had a seat."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Identity(msgspec.Struct, frozen=True):
    """Somebody who asks: with the token they showed, and who that makes them."""

    token: str = ""
    person: Account | None = None

    def known(self) -> Account:
        if self.person is None:
            raise NotAuthorizedException("You are not known here: come in by a link.")
        return self.person


def context_of(connection: AnyConnection) -> ServerContext:
    house = connection.app.state.house
    assert isinstance(house, ServerContext)
    return house


def identify(connection: AnyConnection) -> Identity:
    bearer = connection.headers.get("authorization", "")
    token = bearer.removeprefix("Bearer ") if bearer.startswith("Bearer ") else connection.cookies.get(COOKIE, "")
    return Identity(token, context_of(connection).person(token))


def require_member(connection: AnyConnection, table: str, binned: bool = False) -> Member:
    """How whoever asks belongs to a table; denied if they do not. One in the bin is left alone, unless `binned`."""
    house, person = context_of(connection), identify(connection).known()
    member = house.people.member(table, person.id) if ID.fullmatch(table) else None
    if member is None:
        raise PermissionDeniedException("You have no seat at this table: come in by a link.")
    if member.gone:
        raise PermissionDeniedException(member.gone)
    if not binned and house.trashed_at(table):
        raise Refused(TRASHED_TEXT)
    return member


def require_seat(room: Room, member: Member) -> None:
    """Denied to somebody who belongs to a table, but whose seat was given up: in the terminal, or by its owner."""
    if member.seat not in room.table.seats:
        raise PermissionDeniedException(NO_SEAT)


def require_room(connection: AnyConnection, table: str) -> tuple[Member, Room]:
    """A table, for whoever has a seat at it."""
    house, member = context_of(connection), require_member(connection, table)
    room = house.rooms.open_room(table)
    require_seat(room, member)
    return member, room


def identity_cookie(connection: AnyConnection, token: str) -> Cookie:
    secure = connection.url.scheme in ("https", "wss")
    path = connection.scope.get("root_path") or "/"
    return Cookie(key=COOKIE, value=token, path=path, max_age=YEAR, httponly=True, samesite="strict", secure=secure)


def is_same_origin(connection: AnyConnection) -> bool:
    """Whether a page of ours asks, or no page at all. What is no address is not ours."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False
