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

from tablewright.rules import Seat
from tablewright.server.accounts import Account, Member
from tablewright.server.auth import AnyConnection, context_of, identify, require_member, require_room
from tablewright.server.context import TRASHED_TEXT, ServerContext
from tablewright.server.protocol import (
    CloseCode,
    FeedPage,
    ImportResult,
    NameBody,
    NewTableBody,
    Story,
    TableInfo,
    build_story,
    story_markdown,
)
from tablewright.table.core import feed_item_view
from tablewright.table.lifecycle import FileDamaged, create_table, encode_file, import_text, open_stored, parse_header
from tablewright.table.stores import Document, TableHeader, TableStore

from .games import served_game
from .table_quota import assign_owner, check_table_quota, create_or_delete

AnyRequest = Request[Any, Any, Any]
PAGE = 1_000
SEED = "Only the host takes the seed of an open session along: whoever has it knows the dice to come."


def check_may_create(house: ServerContext, person: Account) -> None:
    if not (person.host or house.rules.anyone_begins):
        raise PermissionDeniedException("Only the host begins tables here.")
    check_table_quota(house.store, person.id, house.limits.tables)


def table_info(house: ServerContext, member: Member, head: TableHeader, thrown: float = 0.0) -> TableInfo:
    box = house.games.get(head.game)  # a game that is no longer here is no reason not to list its tables
    room = house.rooms.open.get(head.id)
    here = tuple(dict.fromkeys(guest.seat for guest in room.subscribers)) if room else ()
    masters = {role.name for role in box.game.roles if role.master} if box else set[str]()
    return TableInfo(
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


def require_owner(request: AnyRequest, table: str, binned: bool = False) -> Member:
    """Mine to throw away, rename, take out whole; denied otherwise."""
    member = require_member(request, table, binned)
    if not member.owner and not identify(request).known().host:
        raise PermissionDeniedException("Only whoever began this table may do that.")
    return member


async def require_may_import(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Asked before a file is read: nobody else fills the memory with one."""
    check_may_create(context_of(connection), identify(connection).known())


class TablesController(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/")
    async def mine(self, request: AnyRequest) -> list[TableInfo]:
        """The tables I have a seat at, last played first."""
        house, person = context_of(request), identify(request).person
        if person is None:
            return []
        members = {member.table: member for member in house.people.members(person=person.id)}
        thrown = house.trashed_tables()
        return [
            table_info(house, members[head.id], head, thrown.get(head.id, 0.0))
            for head in house.store.headers()
            if head.id in members
        ]

    @post("/")
    async def begin(self, request: AnyRequest, data: NewTableBody) -> TableInfo:
        """Begins a table. Whoever does sits down as its master, or in its first seat where nobody is the master."""
        house, person = context_of(request), identify(request).known()
        check_may_create(house, person)
        box = served_game(house, data.game)
        game, me = box.game, data.my_name or person.name
        first = next((role for role in game.roles if role.master), game.roles[0])
        ready = [seat for seat in game.seats if seat.role == first.name] if not data.empty else []
        mine = Seat(ready[0].id if ready else first.name, first.name, me)
        seats = (mine, *(seat for seat in game.seats if seat.id != mine.id)) if not data.empty else (mine,)

        def do(store: TableStore) -> tuple[TableHeader, Member]:
            check_table_quota(store, person.id, house.limits.tables)
            _, kept = create_table(
                store, box, data.name, seats=seats, rulings=data.rulings, empty=data.empty, by_hand=data.physical_dice
            )
            with create_or_delete(store, kept):
                return kept.head, assign_owner(store, kept, person, mine)

        with house.rooms.reserve():  # refused before anything is written
            head, member = await house.write(do)
        house.rooms.open_room(head.id)
        return table_info(house, member, head)

    @get("/{table:str}")
    async def one(self, request: AnyRequest, table: str) -> TableInfo:
        """One table of mine."""
        house, member = context_of(request), require_member(request, table, binned=True)
        return table_info(house, member, house.store.table(table).head, house.trashed_at(table))

    @patch("/{table:str}")
    async def rename(self, request: AnyRequest, table: str, data: NameBody) -> TableInfo:
        """Calls a table something else."""
        house, member = context_of(request), require_owner(request, table)
        await house.write(lambda store: store.rename(store.table(table).head.name, data.name))
        return table_info(house, member, house.store.table(table).head)

    @delete("/{table:str}")
    async def throw_away(self, request: AnyRequest, table: str) -> None:
        """Throws a table away: it lies in the bin for a while before it is gone."""
        house, _ = context_of(request), require_owner(request, table)
        body = repr(time.time()).encode()
        await house.write(lambda store: store.put(Document("trash", table, body, of=table)))
        if table in house.rooms.open:
            house.rooms.open[table].close_all(CloseCode.GONE, TRASHED_TEXT)

    @post("/{table:str}/restore", status_code=200)
    async def restore(self, request: AnyRequest, table: str) -> TableInfo:
        """Takes a table out of the bin."""
        house, member = context_of(request), require_owner(request, table, binned=True)

        def do(store: TableStore) -> None:
            if member.owner and store.document("trash", table):
                check_table_quota(store, member.person, house.limits.tables, binned=True)
            store.remove("trash", table)

        await house.write(do)
        return table_info(house, member, house.store.table(table).head)

    @post("/{table:str}/close", status_code=200)
    async def close(self, request: AnyRequest, table: str) -> TableInfo:
        """Ends the session: the seed is shown, and every die can be checked."""
        house, (member, room) = context_of(request), require_room(request, table)
        await room.execute(lambda offered: offered.close(member.seat))
        return table_info(house, member, house.store.table(table).head)

    @post("/{table:str}/reopen", status_code=200)
    async def reopen(self, request: AnyRequest, table: str) -> TableInfo:
        """Begins the next session at a closed table, with dice committed anew."""
        house, (member, _) = context_of(request), require_room(request, table)
        await house.reopen(table, member.seat)
        return table_info(house, member, house.store.table(table).head)

    @get("/{table:str}/feed")
    async def feed(
        self,
        request: AnyRequest,
        table: str,
        since: Annotated[int, Parameter(ge=0, le=2**53)] = 0,
        most: Annotated[int, Parameter(ge=1, le=PAGE)] = PAGE,
    ) -> FeedPage:
        """What I was told, from a number on."""
        house, (member, room) = context_of(request), require_room(request, table)
        reading = room.backlog_reader(member.seat, since)
        told = await house.read(lambda store: tuple(islice(reading(store), most)))
        return FeedPage(told, told[-1].number + 1 if told else since)

    @get("/{table:str}/story", media_type="text/markdown")
    async def story(self, request: AnyRequest, table: str) -> str:
        """The session as prose, as I was told it."""
        return story_markdown(await _story(request, table))

    @get("/{table:str}/session")
    async def session(self, request: AnyRequest, table: str) -> Story:
        """The session as I was told it, in paragraphs and numbers; with the seed, once it is closed."""
        return await _story(request, table)

    @get("/{table:str}/export", media_type="application/x-ndjson")
    async def export(self, request: AnyRequest, table: str, with_seed: bool = False) -> Response[bytes]:
        """The whole table as one file: everybody's secrets, so it is the owner's alone. The seed of a session that is
        not closed is the host's alone.
        """
        house, _ = context_of(request), require_owner(request, table)
        host = identify(request).known().host

        def do(store: TableStore) -> bytes:
            text, _ = encode_file(store.table(table), with_seed)
            if with_seed and not host and not store.table(table).head.closed:  # asked last: the seed in it is no newer
                raise PermissionDeniedException(SEED)
            return text

        text = await house.write(do)
        return Response(text, headers={"Content-Disposition": f'attachment; filename="{table}.table"'})

    @post("/import", guards=[require_may_import])
    async def bring_in(
        self,
        request: AnyRequest,
        body: bytes,
        name: Annotated[str, Parameter(max_length=80)] = "",
        mend: bool = False,
    ) -> ImportResult:
        """A table from a file, as a new one of mine."""
        house, person = context_of(request), identify(request).known()
        label = Path("This file")
        box = served_game(house, _game_in(body, label))

        def do(store: TableStore) -> tuple[TableHeader, str]:
            check_table_quota(store, person.id, house.limits.tables)
            kept, said = import_text(store, body, label, box, name, mend, trusted=person.host)
            with create_or_delete(store, kept):
                seats = open_stored(box.game, kept)[0].metadata.seats
                masters = (seat for seat in seats if box.game.is_master(seat))
                assign_owner(store, kept, person, next(masters, seats[0] if seats else None))
                return kept.head, said

        try:
            kept, said = await house.write(do)
        except FileDamaged as damaged:
            raise damaged.with_advice("All that is whole is taken if you ask for it to be mended.") from None
        return ImportResult(kept.id, kept.name, said)


async def _story(request: AnyRequest, table: str) -> Story:
    house, (member, room) = context_of(request), require_room(request, table)
    name, title, standing = room.kept.head.name, room.box.game.title, room.table.metadata
    seed, line = room.table.seed if standing.closed else "", standing.timeline.unfolded()
    told = room.backlog_reader(member.seat, 0)
    return await house.read(
        lambda store: build_story(
            name, title, (feed_item_view(item, line) for item in told(store)), standing.commitment, seed
        )
    )


class ImportedGame(msgspec.Struct, frozen=True):
    game: str


def _game_in(text: bytes, label: Path) -> str:
    line = text.split(b"\n", 1)[0]
    try:
        return msgspec.json.decode(line, type=ImportedGame).game
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError):
        return parse_header(line, label).game
