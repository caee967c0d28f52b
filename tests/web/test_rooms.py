"""A room and its house: what was done long ago, what is still asked, and what goes on when something is in the way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import find
from tablewright.table.keeping import begin
from tablewright.table.postgres import PostgresStore
from tablewright.table.sqlite import SqliteStore
from tablewright.table.store import Paper, Store
from tablewright.table.verify import verify
from tablewright.web import house
from tablewright.web.counters import Counters
from tablewright.web.house import House, Rules
from tablewright.web.keeper import Keeper
from tablewright.web.limits import Limits
from tablewright.web.offering import Offering
from tablewright.web.people import People
from tablewright.web.room import Room
from tablewright.web.rooms import Rooms
from tests.postgres import database

GAME = "veil-runners-classic"
Opened = Callable[[], Store]


@pytest.fixture(params=("sqlite", "postgres"))
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "data")
    url = database(tmp_path / "data")
    return lambda: PostgresStore(url)


@asynccontextmanager
async def rooms(opened: Opened) -> AsyncIterator[Rooms]:
    store, keeper = opened(), Keeper(opened)
    found = Rooms(store, keeper, Limits())
    try:
        yield found
    finally:
        keeper.close()
        found.close()
        store.close()


def tables(opened: Opened, *names: str) -> list[str]:
    """Tables of these names, begun; their ids."""
    store = opened()
    ids = [begin(store, find(GAME), name)[1].head.id for name in names]
    store.close()
    return ids


def says(room: Room, text: str, tag: str = "") -> Awaitable[int]:
    seat = room.table.standing.seats[0].id
    return room.do(lambda table: table.say(seat, text), tag)


def test_what_was_done_long_ago_is_acknowledged_again_and_hurts_nobody(opened: Opened) -> None:
    """A room forgets what its oldest deeds were called; the store does not, and those kept with it are kept."""
    here, there = tables(opened, "here", "there")

    async def evening() -> None:
        async with rooms(opened) as found:
            one, other = found.room(here), found.room(there)
            first = await says(one, "once", "mo/first")
            one.done.clear()
            again, *others = await asyncio.gather(
                says(one, "once", "mo/first"), *(says(other, str(n), f"mo/{n}") for n in range(20))
            )
            assert again == first
            assert others == sorted(others)
            assert one.table.standing.entries == first + 1

    asyncio.run(evening())


def test_what_is_asked_is_still_asked_after_talk_and_another_start(opened: Opened) -> None:
    """Whoever saw a question before two lines of talk may answer it, though the table was opened anew since."""
    (id,) = tables(opened, "walk")

    async def first() -> tuple[int, str, int]:
        async with rooms(opened) as found:
            room = found.room(id)
            player = room.table.game.cast(room.table.state)["lars"]
            before = room.table.standing.entries
            await room.do(lambda table: table.act(player, "personal_roll", {"who": "lars"}))
            ((of, at),) = room.asked
            seen = room.table.standing.entries
            assert room.changed_since(of, at, before)
            for text in ("well?", "go on"):
                await says(room, text)
            assert not room.changed_since(of, at, seen)
            return of, at, seen

    async def later(of: int, at: str, seen: int) -> None:
        async with rooms(opened) as found:
            room = found.room(id)
            assert not room.changed_since(of, at, seen)
            assert room.changed_since(of, at, seen - 1)

    asyncio.run(later(*asyncio.run(first())))


def test_the_first_throw_of_a_session_is_by_its_own_seed(opened: Opened) -> None:
    """Also one wished for while the session was only just being begun: by the old seed anybody could know it."""
    (id,) = tables(opened, "walk")

    async def evening() -> None:
        found = House(opened, Rules(""))
        await found.open()
        try:
            room = found.rooms.room(id)
            master = next(seat.id for seat in room.table.standing.seats if room.table.game.is_master(seat))
            for n in range(5):
                await room.do(lambda table: table.close(master))
                await asyncio.gather(
                    found.reopen(id, master),
                    *(room.do(_throws(master, f"{n}/{throw}")) for throw in range(3)),
                )
            await room.do(lambda table: table.close(master))
            verified = verify(room.table.journal)
            assert verified.wrong == ()
            assert verified.dice == 5 * 3 * 9
        finally:
            await found.close()

    asyncio.run(evening())


def _throws(seat: str, nonce: str) -> Callable[[Offering], int]:
    return lambda table: table.act(seat, "throw_dice", {"dice": "9d100"}, nonce)


def test_one_table_that_cannot_be_deleted_keeps_no_other(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was thrown away is looked through again and again, whatever went wrong the last time."""
    stuck, due = tables(opened, "stuck", "due")
    store = opened()
    store.put(*(Paper("trash", id, str(time.time() - 60).encode(), id) for id in (stuck, due)))
    store.close()

    async def evening() -> None:
        found = House(opened, Rules("", limits=Limits(grace=1.0, sweep=0.05)))
        delete = house.House._delete
        tried: list[str] = []

        def in_the_way(self: House, store: Store, id: str) -> None:
            tried.append(id)
            if len(tried) == 1:
                raise OSError("the disk is busy")
            if id == stuck:
                store = cast(Store, _Refusing(store))
            delete(self, store, id)

        monkeypatch.setattr(House, "_delete", in_the_way)
        await found.open()
        try:
            async with asyncio.timeout(20):
                while any(head.id == due for head in found.store.heads()) or len(tried) < 5:
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
        found = House(opened, Rules(""))
        await found.open()
        try:
            monkeypatch.setattr(People, "let_go", full)
            await found.let_go("walk", "ann", "You have left.")
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
            room = found.room(id)
            entries = room.table.standing.entries
            with monkeypatch.context() as broken:
                for store in (SqliteStore, PostgresStore):
                    broken.setattr(store, "append_all", _fails)
                with pytest.raises(ZeroDivisionError) as error:
                    await says(room, "lost")
            assert "secret" not in house.refusal(error.value)
            assert await says(room, "kept") == entries
            assert [item.text for item in room.table.told()][-1] == "kept"

    asyncio.run(evening())


def _fails(*_: object) -> None:
    raise ZeroDivisionError("a secret")


class _Refusing:
    """A store that deletes nothing."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)

    def delete(self, name: str) -> None:
        raise Refused(f"{name} cannot be deleted.")


def test_a_question_asked_again_just_as_nobody_waited_for_it_is_answered() -> None:
    """Counting that is being given up is not what a new question waits for."""

    async def evening() -> None:
        counters = Counters(1)
        try:
            ask = (GAME, b"", "ann", "draft", {"action": "x", "values": {}}, b"the same")
            first = asyncio.ensure_future(counters.ask(*ask))
            await asyncio.sleep(0.01)
            first.cancel()
            await asyncio.sleep(0)
            async with asyncio.timeout(60):
                answer = await counters.ask(*ask)
            assert answer.why or answer.json
        finally:
            counters.close()

    asyncio.run(evening())
