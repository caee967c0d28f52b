"""Links and seats over HTTP: who lets whom in, and how one sits down."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, delete, get, post
from litestar.exceptions import PermissionDeniedException

from .answers import HostShown, Join, LinkOf, Me, Named, NewLink, Seated, Shown, Way
from .house import House
from .offering import Offering
from .people import Link, Member, Person
from .room import Room
from .sitting import allowed, chosen, free_roles, free_seats, new_seat, one_line
from .visitor import cookie, house_of, member_of, visitor_of

AnyRequest = Request[Any, Any, Any]


def me_of(house: House, person: Person | None) -> Me:
    if person is None:
        return Me(may_begin=house.rules.anyone_begins)
    return Me(person.id, person.name, person.host, person.host or house.rules.anyone_begins)


class Mine(Controller):
    path = "/api/me"
    tags = ("me",)

    @get("/")
    async def me(self, request: AnyRequest) -> Me:
        """Who I am here."""
        return me_of(house_of(request), visitor_of(request).person)

    @post("/", status_code=200)
    async def call_me(self, request: AnyRequest, data: Named) -> Response[Me]:
        """What I am called. Whoever is not known yet is known from now on, by a cookie."""
        house, visitor = house_of(request), visitor_of(request)
        person, token = await house.called(visitor.token, visitor.person, one_line(data.name))
        return Response(me_of(house, person), cookies=[cookie(request, token)])

    @post("/host", status_code=200)
    async def host(self, request: AnyRequest, data: HostShown) -> Response[Me]:
        """Whoever shows the host's token is the host."""
        house, visitor = house_of(request), visitor_of(request)
        if not house.is_host(data.token):
            raise PermissionDeniedException("This is not the host's link: the server prints it when it starts.")
        person, token = await house.made_host(visitor.token, visitor.person, data.again)
        return Response(me_of(house, person), cookies=[cookie(request, token)])


def _may_invite(request: AnyRequest, table: str) -> Member:
    """The master lets people in, and whoever began the table; everybody, where nobody is the master."""
    house, member = house_of(request), member_of(request, table)
    room = house.rooms.room(table)
    seat = room.table.seats.get(member.seat)
    game = room.box.game
    if member.owner or (seat is not None and (game.is_master(seat) or not game.has_master)):
        return member
    raise PermissionDeniedException("Only the game master lets people in.")


class Links(Controller):
    path = "/api/tables/{table:str}/links"
    tags = ("links",)

    @get("/")
    async def links(self, request: AnyRequest, table: str) -> list[LinkOf]:
        """The links that lead in. What they are is shown only when they are made."""
        _may_invite(request, table)
        return [LinkOf(k.id, k.role, k.seat, k.since) for k in house_of(request).people.links(table)]

    @post("/")
    async def invite(self, request: AnyRequest, table: str, data: NewLink) -> LinkOf:
        """A new link. Only the owner of the table makes one that leads to a master's seat."""
        house, member = house_of(request), _may_invite(request, table)
        room = house.rooms.room(table)
        masters = {role.name for role in room.box.game.roles if role.master}
        role = room.table.seat(data.seat).role if data.seat else room.box.game.role(data.role).name if data.role else ""
        if role in masters and not member.owner:
            raise PermissionDeniedException("Only whoever began this table lets in another master.")
        link, token = await house.invite(table, member.person, data.role, data.seat)
        return LinkOf(link.id, link.role, link.seat, link.since, token)

    @delete("/{link:str}")
    async def revoke(self, request: AnyRequest, table: str, link: str) -> None:
        """A link leads nowhere any more."""
        _may_invite(request, table)
        await house_of(request).revoke(table, link)


class Joining(Controller):
    path = "/api/join"
    tags = ("links",)

    @post("/look", status_code=200)
    async def look(self, request: AnyRequest, data: Shown) -> Way:
        """Where a link leads."""
        house, visitor = house_of(request), visitor_of(request)
        link, room = house.led_by(data.token)
        seats, roles = self._free(house, room, link)
        mine = house.people.member(link.table, visitor.person.id) if visitor.person else None
        sits = mine.seat if mine is not None and mine.seat in room.table.seats else ""
        head, game = room.kept.head, room.box.game
        return Way(
            link.table, head.name, game.name, game.title, seats, roles, {r.name: r.called for r in game.all_roles}, sits
        )

    @post("/", status_code=200)
    async def join(self, request: AnyRequest, data: Join) -> Response[Seated]:
        """Sits down: in a seat that is free, or in a new one. Who has a seat there already keeps it."""
        house, visitor = house_of(request), visitor_of(request)
        table = house.people.link(data.token).table
        async with house.door(table):  # one after the other: two cannot take one seat
            link, room = house.led_by(data.token)
            mine = house.people.member(link.table, visitor.person.id) if visitor.person else None
            if mine is not None and mine.seat in room.table.seats:
                return Response(Seated(link.table, mine.seat))
            seats, roles = self._free(house, room, link)
            seat, role = chosen(list(seats), list(roles), data.seat, data.role)
            return await self._sit(request, house, room, mine, one_line(data.name), seat, role)

    def _free(self, house: House, room: Room, link: Link) -> tuple[tuple[Any, ...], tuple[str, ...]]:
        members = house.people.members(table=link.table)
        seats, roles = allowed(link, free_seats(room.table, members), free_roles(room.table), room.box.game)
        return tuple(seats), tuple(roles)

    async def _sit(
        self, request: AnyRequest, house: House, room: Room, mine: Member | None, name: str, seat: str, role: str
    ) -> Response[Seated]:
        """Takes a seat, or a new one; whose table it was, if it was theirs, it still is."""
        visitor = visitor_of(request)
        if seat:
            if room.table.seat(seat).title != name:
                await room.do(lambda table: table.rename(seat, name, seat, sits=True))
            id = seat
        else:
            new = new_seat(room.table, name, role)
            id = new.id

            def sit_down(table: Offering) -> int:
                return table.join(new)

            await room.do(sit_down)
        person, token = await house.called(visitor.token, visitor.person, name)
        await house.enrol(Member(room.id, person.id, id, room.table.seat(id).role, mine is not None and mine.owner))
        return Response(Seated(room.id, id), cookies=[cookie(request, token)])
