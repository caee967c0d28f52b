"""Tables over HTTP: begun, listed, closed, thrown away and brought back, taken out and brought in."""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.params import Parameter

from tablewright.kernel.seat import Seat
from tablewright.table.keeping import Damaged, begin, take_in
from tablewright.table.opening import open_kept
from tablewright.table.portable import as_file, first_line
from tablewright.table.retelling import as_told
from tablewright.table.store import Head, Paper, Store

from .answers import Brought, Items, Named, NewTable, TableOf
from .games import boxed
from .house import BINNED, House
from .outbox import GONE
from .owning import owner, room_for_one_more, whole_or_not
from .people import Member, Person
from .story import Story, markdown, story
from .visitor import AnyConnection, house_of, member_of, room_of, visitor_of

AnyRequest = Request[Any, Any, Any]
PAGE = 1_000
SEED = "Only the host takes the seed of an open session along: whoever has it knows the dice to come."


def may_begin(house: House, person: Person) -> None:
    if not (person.host or house.rules.anyone_begins):
        raise PermissionDeniedException("Only the host begins tables here.")
    room_for_one_more(house.store, person.id, house.limits.tables)


def table_of(house: House, member: Member, head: Head, thrown: float = 0.0) -> TableOf:
    box = house.games.get(head.game)  # a game that is no longer here is no reason not to list its tables
    room = house.rooms.open.get(head.id)
    here = tuple(dict.fromkeys(guest.seat for guest in room.guests)) if room else ()
    masters = {role.name for role in box.game.roles if role.master} if box else set[str]()
    return TableOf(
        head.id,
        head.name,
        head.game,
        box.game.title if box else head.game,
        member.seat,
        member.owner,
        member.role in masters,
        head.length,
        head.touched,
        head.closed,
        here,
        thrown,
    )


def owned(request: AnyRequest, table: str, binned: bool = False) -> Member:
    """Mine to throw away, rename, take out whole; denied otherwise."""
    member = member_of(request, table, binned)
    if not member.owner and not visitor_of(request).known().host:
        raise PermissionDeniedException("Only whoever began this table may do that.")
    return member


async def may_bring_in(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Asked before a file is read: nobody else fills the memory with one."""
    may_begin(house_of(connection), visitor_of(connection).known())


class Tables(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/")
    async def mine(self, request: AnyRequest) -> list[TableOf]:
        """The tables I have a seat at, last played first."""
        house, person = house_of(request), visitor_of(request).person
        if person is None:
            return []
        members = {member.table: member for member in house.people.members(person=person.id)}
        thrown = house.thrown_away()
        return [
            table_of(house, members[head.id], head, thrown.get(head.id, 0.0))
            for head in house.store.heads()
            if head.id in members
        ]

    @post("/")
    async def begin(self, request: AnyRequest, data: NewTable) -> TableOf:
        """Begins a table. Whoever does sits down as its master, or in its first seat where nobody is the master."""
        house, person = house_of(request), visitor_of(request).known()
        may_begin(house, person)
        box = boxed(house, data.game)
        game, me = box.game, data.me or person.name
        first = next((role for role in game.roles if role.master), game.roles[0])
        ready = [seat for seat in game.seats if seat.role == first.name] if not data.empty else []
        mine = Seat(ready[0].id if ready else first.name, first.name, me)
        seats = (mine, *(seat for seat in game.seats if seat.id != mine.id)) if not data.empty else (mine,)

        def do(store: Store) -> tuple[Head, Member]:
            room_for_one_more(store, person.id, house.limits.tables)
            _, kept = begin(
                store, box, data.name, seats=seats, rulings=data.rulings, empty=data.empty, by_hand=data.by_hand
            )
            with whole_or_not(store, kept):
                return kept.head, owner(store, kept, person, mine)

        with house.rooms.place():  # refused before anything is written
            head, member = await house.clerk(do)
        house.rooms.room(head.id)
        return table_of(house, member, head)

    @get("/{table:str}")
    async def one(self, request: AnyRequest, table: str) -> TableOf:
        """One table of mine."""
        house, member = house_of(request), member_of(request, table, binned=True)
        return table_of(house, member, house.store.table(table).head, house.binned(table))

    @patch("/{table:str}")
    async def rename(self, request: AnyRequest, table: str, data: Named) -> TableOf:
        """Calls a table something else."""
        house, member = house_of(request), owned(request, table)
        await house.clerk(lambda store: store.rename(store.table(table).head.name, data.name))
        return table_of(house, member, house.store.table(table).head)

    @delete("/{table:str}")
    async def throw_away(self, request: AnyRequest, table: str) -> None:
        """Throws a table away: it lies in the bin for a while before it is gone."""
        house, _ = house_of(request), owned(request, table)
        body = repr(time.time()).encode()
        await house.clerk(lambda store: store.put(Paper("trash", table, body, of=table)))
        if table in house.rooms.open:
            house.rooms.open[table].send_away(GONE, BINNED)

    @post("/{table:str}/restore", status_code=200)
    async def restore(self, request: AnyRequest, table: str) -> TableOf:
        """Takes a table out of the bin."""
        house, member = house_of(request), owned(request, table, binned=True)

        def do(store: Store) -> None:
            if member.owner and store.paper("trash", table):
                room_for_one_more(store, member.person, house.limits.tables, binned=True)
            store.drop("trash", table)

        await house.clerk(do)
        return table_of(house, member, house.store.table(table).head)

    @post("/{table:str}/close", status_code=200)
    async def close(self, request: AnyRequest, table: str) -> TableOf:
        """Ends the session: the seed is shown, and every die can be checked."""
        house, (member, room) = house_of(request), room_of(request, table)
        await room.do(lambda offered: offered.close(member.seat))
        return table_of(house, member, house.store.table(table).head)

    @post("/{table:str}/reopen", status_code=200)
    async def reopen(self, request: AnyRequest, table: str) -> TableOf:
        """Begins the next session at a closed table, with dice committed anew."""
        house, (member, _) = house_of(request), room_of(request, table)
        await house.reopen(table, member.seat)
        return table_of(house, member, house.store.table(table).head)

    @get("/{table:str}/feed")
    async def feed(
        self,
        request: AnyRequest,
        table: str,
        since: Annotated[int, Parameter(ge=0, le=2**53)] = 0,
        most: Annotated[int, Parameter(ge=1, le=PAGE)] = PAGE,
    ) -> Items:
        """What I was told, from a number on."""
        house, (member, room) = house_of(request), room_of(request, table)
        reading = room.reading(member.seat, since)
        told = await house.read(lambda store: tuple(islice(reading(store), most)))
        return Items(told, told[-1].number + 1 if told else since)

    @get("/{table:str}/story", media_type="text/markdown")
    async def story(self, request: AnyRequest, table: str) -> str:
        """The session as prose, as I was told it."""
        return markdown(await _story(request, table))

    @get("/{table:str}/session")
    async def session(self, request: AnyRequest, table: str) -> Story:
        """The session as I was told it, in paragraphs and numbers; with the seed, once it is closed."""
        return await _story(request, table)

    @get("/{table:str}/export", media_type="application/x-ndjson")
    async def export(self, request: AnyRequest, table: str, with_seed: bool = False) -> Response[bytes]:
        """The whole table as one file: everybody's secrets, so it is the owner's alone. The seed of a session that is
        not closed is the host's alone.
        """
        house, _ = house_of(request), owned(request, table)
        host = visitor_of(request).known().host

        def do(store: Store) -> bytes:
            text, _ = as_file(store.table(table), with_seed)
            if with_seed and not host and not store.table(table).head.closed:  # asked last: the seed in it is no newer
                raise PermissionDeniedException(SEED)
            return text

        text = await house.clerk(do)
        return Response(text, headers={"Content-Disposition": f'attachment; filename="{table}.table"'})

    @post("/import", guards=[may_bring_in])
    async def bring_in(
        self,
        request: AnyRequest,
        body: bytes,
        name: Annotated[str, Parameter(max_length=80)] = "",
        mend: bool = False,
    ) -> Brought:
        """A table from a file, as a new one of mine."""
        house, person = house_of(request), visitor_of(request).known()
        label = Path("This file")
        box = boxed(house, _game_in(body, label))

        def do(store: Store) -> tuple[Head, str]:
            room_for_one_more(store, person.id, house.limits.tables)
            kept, said = take_in(store, body, label, box, name, mend, trusted=person.host)
            with whole_or_not(store, kept):
                seats = open_kept(box.game, kept)[0].standing.seats
                masters = (seat for seat in seats if box.game.is_master(seat))
                owner(store, kept, person, next(masters, seats[0] if seats else None))
                return kept.head, said

        try:
            kept, said = await house.clerk(do)
        except Damaged as damaged:
            raise damaged.with_advice("All that is whole is taken if you ask for it to be mended.") from None
        return Brought(kept.id, kept.name, said)


async def _story(request: AnyRequest, table: str) -> Story:
    house, (member, room) = house_of(request), room_of(request, table)
    name, title, standing = room.kept.head.name, room.box.game.title, room.table.standing
    seed, line = room.table.seed if standing.closed else "", standing.line.unfolded()
    told = room.reading(member.seat, 0)
    return await house.read(
        lambda store: story(name, title, (as_told(item, line) for item in told(store)), standing.commitment, seed)
    )


class Game(msgspec.Struct, frozen=True):
    game: str


def _game_in(text: bytes, label: Path) -> str:
    line = text.split(b"\n", 1)[0]
    try:
        return msgspec.json.decode(line, type=Game).game
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError):
        return first_line(line, label).game
