"""Visitors: who asks, by a cookie or by a token; and whether what is asked comes from our own page."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException

from tablewright.kernel.errors import Refused

from .house import BINNED, House
from .people import Member, Person
from .room import Room

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


class Visitor(msgspec.Struct, frozen=True):
    """Somebody who asks: with the token they showed, and who that makes them."""

    token: str = ""
    person: Person | None = None

    def known(self) -> Person:
        if self.person is None:
            raise NotAuthorizedException("You are not known here: come in by a link.")
        return self.person


def house_of(connection: AnyConnection) -> House:
    house = connection.app.state.house
    assert isinstance(house, House)
    return house


def visitor_of(connection: AnyConnection) -> Visitor:
    bearer = connection.headers.get("authorization", "")
    token = bearer.removeprefix("Bearer ") if bearer.startswith("Bearer ") else connection.cookies.get(COOKIE, "")
    return Visitor(token, house_of(connection).person(token))


def member_of(connection: AnyConnection, table: str, binned: bool = False) -> Member:
    """How whoever asks belongs to a table; denied if they do not. One in the bin is left alone, unless `binned`."""
    house, person = house_of(connection), visitor_of(connection).known()
    member = house.people.member(table, person.id) if ID.fullmatch(table) else None
    if member is None:
        raise PermissionDeniedException("You have no seat at this table: come in by a link.")
    if member.gone:
        raise PermissionDeniedException(member.gone)
    if not binned and house.binned(table):
        raise Refused(BINNED)
    return member


def still_seated(room: Room, member: Member) -> None:
    """Denied to somebody who belongs to a table, but whose seat was given up: in the terminal, or by its owner."""
    if member.seat not in room.table.seats:
        raise PermissionDeniedException(NO_SEAT)


def room_of(connection: AnyConnection, table: str) -> tuple[Member, Room]:
    """A table, for whoever has a seat at it."""
    house, member = house_of(connection), member_of(connection, table)
    room = house.rooms.room(table)
    still_seated(room, member)
    return member, room


def cookie(connection: AnyConnection, token: str) -> Cookie:
    secure = connection.url.scheme in ("https", "wss")
    path = connection.scope.get("root_path") or "/"
    return Cookie(key=COOKIE, value=token, path=path, max_age=YEAR, httponly=True, samesite="strict", secure=secure)


def same_origin(connection: AnyConnection) -> bool:
    """Whether a page of ours asks, or no page at all. What is no address is not ours."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False
