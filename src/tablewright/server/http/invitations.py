"""Links and seats over HTTP: who lets whom in, and how one sits down."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, delete, get, post
from litestar.exceptions import PermissionDeniedException

from tablewright.server.accounts import Account, InvitationLink, Member
from tablewright.server.auth import context_of, identify, identity_cookie, require_member
from tablewright.server.context import ServerContext
from tablewright.server.protocol import (
    CurrentUser,
    HostTokenBody,
    Invitation,
    InvitationInfo,
    JoinBody,
    NameBody,
    NewInvitationBody,
    SeatAssignment,
    TokenBody,
)
from tablewright.server.rooms import Room
from tablewright.table import Table

from .seat_choice import allowed_by_link, check_one_line, choose_seat, free_roles, free_seats, new_seat

AnyRequest = Request[Any, Any, Any]


def current_user(house: ServerContext, person: Account | None) -> CurrentUser:
    if person is None:
        return CurrentUser(may_begin=house.rules.anyone_begins)
    return CurrentUser(person.id, person.name, person.host, person.host or house.rules.anyone_begins)


class AccountController(Controller):
    path = "/api/me"
    tags = ("me",)

    @get("/")
    async def me(self, request: AnyRequest) -> CurrentUser:
        """Who I am here."""
        return current_user(context_of(request), identify(request).person)

    @post("/", status_code=200)
    async def call_me(self, request: AnyRequest, data: NameBody) -> Response[CurrentUser]:
        """What I am called. Whoever is not known yet is known from now on, by a cookie."""
        house, visitor = context_of(request), identify(request)
        person, token = await house.rename_account(visitor.token, visitor.person, check_one_line(data.name))
        return Response(current_user(house, person), cookies=[identity_cookie(request, token)])

    @post("/host", status_code=200)
    async def host(self, request: AnyRequest, data: HostTokenBody) -> Response[CurrentUser]:
        """Whoever shows the host's token is the host."""
        house, visitor = context_of(request), identify(request)
        if not house.is_host(data.token):
            raise PermissionDeniedException("This is not the host's link: the server prints it when it starts.")
        person, token = await house.made_host(visitor.token, visitor.person, data.again)
        return Response(current_user(house, person), cookies=[identity_cookie(request, token)])


def _may_invite(request: AnyRequest, table: str) -> Member:
    """The master lets people in, and whoever began the table; everybody, where nobody is the master."""
    house, member = context_of(request), require_member(request, table)
    room = house.rooms.open_room(table)
    seat = room.table.seats.get(member.seat)
    game = room.box.game
    if member.owner or (seat is not None and (game.is_master(seat) or not game.has_master)):
        return member
    raise PermissionDeniedException("Only the game master lets people in.")


class InvitationController(Controller):
    path = "/api/tables/{table:str}/links"
    tags = ("links",)

    @get("/")
    async def links(self, request: AnyRequest, table: str) -> list[Invitation]:
        """The links that lead in. What they are is shown only when they are made."""
        _may_invite(request, table)
        return [Invitation(k.id, k.role, k.seat, k.since) for k in context_of(request).people.links(table)]

    @post("/")
    async def invite(self, request: AnyRequest, table: str, data: NewInvitationBody) -> Invitation:
        """A new link. Only the owner of the table makes one that leads to a master's seat."""
        house, member = context_of(request), _may_invite(request, table)
        room = house.rooms.open_room(table)
        masters = {role.name for role in room.box.game.roles if role.master}
        role = room.table.seat(data.seat).role if data.seat else room.box.game.role(data.role).name if data.role else ""
        if role in masters and not member.owner:
            raise PermissionDeniedException("Only whoever began this table lets in another master.")
        link, token = await house.invite(table, member.person, data.role, data.seat)
        return Invitation(link.id, link.role, link.seat, link.since, token)

    @delete("/{link:str}")
    async def revoke(self, request: AnyRequest, table: str, link: str) -> None:
        """A link leads nowhere any more."""
        _may_invite(request, table)
        await context_of(request).revoke(table, link)


class JoinController(Controller):
    path = "/api/join"
    tags = ("links",)

    @post("/look", status_code=200)
    async def look(self, request: AnyRequest, data: TokenBody) -> InvitationInfo:
        """Where a link leads."""
        house, visitor = context_of(request), identify(request)
        link, room = house.resolve_link(data.token)
        seats, roles = self._free(house, room, link)
        mine = house.people.member(link.table, visitor.person.id) if visitor.person else None
        sits = mine.seat if mine is not None and mine.seat in room.table.seats else ""
        head, game = room.kept.head, room.box.game
        return InvitationInfo(
            link.table, head.name, game.name, game.title, seats, roles, {r.name: r.called for r in game.all_roles}, sits
        )

    @post("/", status_code=200)
    async def join(self, request: AnyRequest, data: JoinBody) -> Response[SeatAssignment]:
        """Sits down: in a seat that is free, or in a new one. Who has a seat there already keeps it."""
        house, visitor = context_of(request), identify(request)
        table = house.people.link(data.token).table
        async with house.seat_lock(table):  # one after the other: two cannot take one seat
            link, room = house.resolve_link(data.token)
            mine = house.people.member(link.table, visitor.person.id) if visitor.person else None
            if mine is not None and mine.seat in room.table.seats:
                return Response(SeatAssignment(link.table, mine.seat))
            seats, roles = self._free(house, room, link)
            seat, role = choose_seat(list(seats), list(roles), data.seat, data.role)
            return await self._sit(request, house, room, mine, check_one_line(data.name), seat, role)

    def _free(self, house: ServerContext, room: Room, link: InvitationLink) -> tuple[tuple[Any, ...], tuple[str, ...]]:
        members = house.people.members(table=link.table)
        seats, roles = allowed_by_link(link, free_seats(room.table, members), free_roles(room.table), room.box.game)
        return tuple(seats), tuple(roles)

    async def _sit(
        self,
        request: AnyRequest,
        house: ServerContext,
        room: Room,
        mine: Member | None,
        name: str,
        seat: str,
        role: str,
    ) -> Response[SeatAssignment]:
        """Takes a seat, or a new one; whose table it was, if it was theirs, it still is."""
        visitor = identify(request)
        if seat:
            if room.table.seat(seat).title != name:
                await room.execute(lambda table: table.rename(seat, name, seat, sits=True))
            id = seat
        else:
            new = new_seat(room.table, name, role)
            id = new.id

            def sit_down(table: Table) -> int:
                return table.join(new)

            await room.execute(sit_down)
        person, token = await house.rename_account(visitor.token, visitor.person, name)
        await house.enrol(Member(room.id, person.id, id, room.table.seat(id).role, mine is not None and mine.owner))
        return Response(SeatAssignment(room.id, id), cookies=[identity_cookie(request, token)])
