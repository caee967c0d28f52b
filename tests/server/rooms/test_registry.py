"""A room and its house: what was done long ago, what is still asked, and what goes on when something is in the way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from tablewright.catalog.installed import find_game
from tablewright.rules.errors import Refused
from tablewright.server import context
from tablewright.server.accounts import Accounts
from tablewright.server.context import ServerConfig, ServerContext
from tablewright.server.limits import Limits
from tablewright.server.protocol import QueryDraft
from tablewright.server.rooms.group_commit import GroupCommitter
from tablewright.server.rooms.registry import RoomRegistry
from tablewright.server.rooms.room import Room
from tablewright.server.workers.query_pool import QueryPool
from tablewright.table import Table
from tablewright.table.lifecycle.dice_verification import verify_dice
from tablewright.table.lifecycle.library import create_table
from tablewright.table.stores.postgres import PostgresStore
from tablewright.table.stores.sqlite import SqliteStore
from tablewright.table.stores.store import Document, TableStore
from tests.postgres import database

GAME = "veil-runners-classic"
Opened = Callable[[], TableStore]


@pytest.fixture(params=("sqlite", "postgres"))
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "data")
    url = database(tmp_path / "data")
    return lambda: PostgresStore(url)


@asynccontextmanager
async def rooms(opened: Opened) -> AsyncIterator[RoomRegistry]:
    store, keeper = opened(), GroupCommitter(opened)
    found = RoomRegistry(store, keeper, Limits())
    try:
        yield found
    finally:
        keeper.close()
        found.close()
        store.close()


def tables(opened: Opened, *names: str) -> list[str]:
    """Tables of these names, begun; their ids."""
    store = opened()
    ids = [create_table(store, find_game(GAME), name)[1].head.id for name in names]
    store.close()
    return ids


def says(room: Room, text: str, tag: str = "") -> Awaitable[int]:
    seat = room.table.metadata.seats[0].id
    return room.execute(lambda table: table.say(seat, text), tag)


def test_what_was_done_long_ago_is_acknowledged_again_and_hurts_nobody(opened: Opened) -> None:
    """A room forgets what its oldest deeds were called; the store does not, and those kept with it are kept."""
    here, there = tables(opened, "here", "there")

    async def evening() -> None:
        async with rooms(opened) as found:
            one, other = found.open_room(here), found.open_room(there)
            first = await says(one, "once", "mo/first")
            one.entry_by_command_id.clear()
            again, *others = await asyncio.gather(
                says(one, "once", "mo/first"), *(says(other, str(n), f"mo/{n}") for n in range(20))
            )
            assert again == first
            assert others == sorted(others)
            assert one.table.metadata.length == first + 1

    asyncio.run(evening())


def test_what_is_asked_is_still_asked_after_talk_and_another_start(opened: Opened) -> None:
    """Whoever saw a question before two lines of talk may answer it, though the table was opened anew since."""
    (id,) = tables(opened, "walk")

    async def first() -> tuple[int, str, int]:
        async with rooms(opened) as found:
            room = found.open_room(id)
            player = room.table.game.cast(room.table.state)["lars"]
            before = room.table.metadata.length
            await room.execute(lambda table: table.act(player, "personal_roll", {"who": "lars"}))
            ((of, at),) = room.prompt_since
            seen = room.table.metadata.length
            assert room.stale_answer_reason(of, at, before)
            for text in ("well?", "go on"):
                await says(room, text)
            assert not room.stale_answer_reason(of, at, seen)
            return of, at, seen

    async def later(of: int, at: str, seen: int) -> None:
        async with rooms(opened) as found:
            room = found.open_room(id)
            assert not room.stale_answer_reason(of, at, seen)
            assert room.stale_answer_reason(of, at, seen - 1)

    asyncio.run(later(*asyncio.run(first())))


def test_the_first_throw_of_a_session_is_by_its_own_seed(opened: Opened) -> None:
    """Also one wished for while the session was only just being begun: by the old seed anybody could know it."""
    (id,) = tables(opened, "walk")

    async def evening() -> None:
        found = ServerContext(opened, ServerConfig(""))
        await found.open()
        try:
            room = found.rooms.open_room(id)
            master = next(seat.id for seat in room.table.metadata.seats if room.table.game.is_master(seat))
            for n in range(5):
                await room.execute(lambda table: table.close(master))
                await asyncio.gather(
                    found.reopen(id, master),
                    *(room.execute(_throws(master, f"{n}/{throw}")) for throw in range(3)),
                )
            await room.execute(lambda table: table.close(master))
            verified = verify_dice(room.table.journal)
            assert verified.wrong == ()
            assert verified.dice == 5 * 3 * 9
        finally:
            await found.close()

    asyncio.run(evening())


def _throws(seat: str, nonce: str) -> Callable[[Table], int]:
    return lambda table: table.act(seat, "throw_dice", {"dice": "9d100"}, nonce)


def test_one_table_that_cannot_be_deleted_keeps_no_other(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was thrown away is looked through again and again, whatever went wrong the last time."""
    stuck, due = tables(opened, "stuck", "due")
    store = opened()
    store.put(*(Document("trash", id, str(time.time() - 60).encode(), id) for id in (stuck, due)))
    store.close()

    async def evening() -> None:
        found = ServerContext(opened, ServerConfig("", limits=Limits(grace=1.0, sweep=0.05)))
        delete = context.ServerContext._delete
        tried: list[str] = []

        def in_the_way(self: ServerContext, store: TableStore, id: str) -> None:
            tried.append(id)
            if len(tried) == 1:
                raise OSError("the disk is busy")
            if id == stuck:
                store = cast(TableStore, _Refusing(store))
            delete(self, store, id)

        monkeypatch.setattr(ServerContext, "_delete", in_the_way)
        await found.open()
        try:
            async with asyncio.timeout(20):
                while any(head.id == due for head in found.store.headers()) or len(tried) < 5:
                    await asyncio.sleep(0.05)
        finally:
            await found.close()
        assert tried.count(stuck) > 1

    asyncio.run(evening())


def test_a_seat_is_given_up_though_it_cannot_be_written_down_how(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk: whoever gave it up is answered, and goes on being heard."""

    def full(*_: object) -> None:
        raise Refused("The disk is full.")

    async def evening() -> None:
        found = ServerContext(opened, ServerConfig(""))
        await found.open()
        try:
            monkeypatch.setattr(Accounts, "let_go", full)
            await found.remove_member("walk", "ann", "You have left.")
        finally:
            await found.close()

    asyncio.run(evening())


def test_what_nobody_foresaw_is_no_refusal_and_the_next_is_kept(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits hears of it as of any fault of ours, which is logged and whose words are told to nobody."""
    (id,) = tables(opened, "walk")

    async def evening() -> None:
        async with rooms(opened) as found:
            room = found.open_room(id)
            entries = room.table.metadata.length
            with monkeypatch.context() as broken:
                for store in (SqliteStore, PostgresStore):
                    broken.setattr(store, "append_all", _fails)
                with pytest.raises(ZeroDivisionError) as error:
                    await says(room, "lost")
            assert "secret" not in context.public_error_text(error.value)
            assert await says(room, "kept") == entries
            assert [item.text for item in room.table.feed_items()][-1] == "kept"

    asyncio.run(evening())


def _fails(*_: object) -> None:
    raise ZeroDivisionError("a secret")


class _Refusing:
    """A store that deletes nothing."""

    def __init__(self, store: TableStore) -> None:
        self.store = store

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)

    def delete(self, name: str) -> None:
        raise Refused(f"{name} cannot be deleted.")


def test_a_question_asked_again_just_as_nobody_waited_for_it_is_answered() -> None:
    """Counting that is being given up is not what a new question waits for."""

    async def evening() -> None:
        counters = QueryPool(1)
        try:
            ask = partial(counters.ask, GAME, b"", "ann", QueryDraft("x"), b"the same")
            first = asyncio.ensure_future(ask())
            await asyncio.sleep(0.01)
            first.cancel()
            await asyncio.sleep(0)
            async with asyncio.timeout(60):
                answer = await ask()
            assert answer.reason or answer.json
        finally:
            counters.close()

    asyncio.run(evening())
