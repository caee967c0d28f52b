"""Two rooms of one table, in two servers as it were: what is done in one is followed in the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path

import msgspec
import pytest

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import Boxed, find
from tablewright.table import fair
from tablewright.table.journal import Carried, Reopened
from tablewright.table.keeping import begin
from tablewright.table.opening import open_kept
from tablewright.table.postgres import PostgresStore
from tablewright.web.company import Guest
from tablewright.web.keeper import Keeper
from tablewright.web.limits import Limits
from tablewright.web.offering import Offering
from tablewright.web.outbox import Outbox
from tablewright.web.room import Room
from tablewright.web.rooms import Rooms
from tests.postgres import database

GAME = "veil-runners-classic"


@asynccontextmanager
async def house(url: str) -> AsyncIterator[Rooms]:
    """What holds the rooms of one server, without anybody who wakes them."""
    store, keeper = PostgresStore(url, shared=True), Keeper(partial(PostgresStore, url, shared=True))
    rooms = Rooms(store, keeper, Limits())
    try:
        yield rooms
    finally:
        keeper.close()
        rooms.close()
        store.close()


def at_two(folder: Path, play: Callable[[Room, Room], Awaitable[None]], version: str = "") -> PostgresStore:
    """Plays at one table with a room of it in each of two servers; the store, to look at afterwards."""
    url, box = database(folder), find(GAME)
    older = Boxed(msgspec.structs.replace(box.game, version=version or box.game.version), box.package, box.source)
    store = PostgresStore(url)
    _, kept = begin(store, older, "walk", seed="first")
    id = kept.head.id

    async def evening() -> None:
        async with house(url) as one, house(url) as two:
            await play(one.room(id), two.room(id))

    asyncio.run(evening())
    return store


def says(words: str, seat: str = "ann") -> Callable[[Offering], int]:
    return lambda table: table.say(seat, words)


def words_in(store: PostgresStore) -> list[str]:
    table, said = open_kept(find(GAME).game, store.kept("walk"))
    assert said == ""
    words = [item.text for item in table.told() if item.kind == "said"]
    store.close()
    return words


def test_what_is_done_in_one_room_is_told_in_the_other(tmp_path: Path) -> None:
    """Once it is woken, to whoever is there; by the same hashes."""

    async def play(one: Room, two: Room) -> None:
        heard: list[bytes] = []
        two.guests.append(Guest("bob", Outbox(heard.append)))
        await one.do(says("good evening"))
        assert two.table.standing != one.table.standing
        two.woken(one.length)
        assert two.table.standing == one.table.standing
        assert any(b"good evening" in frame for frame in heard)
        two.guests.clear()

    assert words_in(at_two(tmp_path, play)) == ["good evening"]


def test_who_was_second_follows_and_does_it_again(tmp_path: Path) -> None:
    """Without being woken: the database refuses, the room reads what came first, and offers its deed once more."""

    async def play(one: Room, two: Room) -> None:
        for n in range(3):
            await asyncio.gather(one.do(says(f"one {n}")), two.do(says(f"two {n}", "bob")))
        one.refresh()
        two.refresh()
        assert two.table.standing == one.table.standing

    words = words_in(at_two(tmp_path, play))
    assert sorted(words) == sorted(f"{who} {n}" for who in ("one", "two") for n in range(3))


def test_one_wish_that_comes_to_both_is_done_once(tmp_path: Path) -> None:
    """As when somebody's connection moves from one server to the other while they wait."""

    async def play(one: Room, two: Room) -> None:
        numbers = await asyncio.gather(one.do(says("once"), "ann/1"), two.do(says("once"), "ann/1"))
        assert set(numbers) == {1}
        assert await two.do(says("once"), "ann/1") == 1

    assert words_in(at_two(tmp_path, play)) == ["once"]


def test_a_session_begun_in_both_has_one_seed(tmp_path: Path) -> None:
    """That of whoever was first, in both rooms and in the store; the other is refused."""

    async def play(one: Room, two: Room) -> None:
        await one.do(lambda table: table.close("way"))
        two.refresh()

        async def begins(room: Room, seed: str) -> str:
            try:
                await room.do(lambda table: table.do(Reopened("way", fair.commitment(seed))), seed=seed)
            except Refused:
                return ""
            return seed

        seeds = await asyncio.gather(begins(one, "second"), begins(two, "another"))
        (seed,) = filter(None, seeds)
        for room in (one, two):
            room.refresh()
            assert (room.table.seed, room.kept.seed()) == (seed, seed)
            assert fair.commitment(seed) == room.table.standing.commitment

    at_two(tmp_path, play).close()


def test_older_rules_are_left_behind_once(tmp_path: Path) -> None:
    """Both rooms would carry the table over; whoever does something first does."""

    async def play(one: Room, two: Room) -> None:
        assert one.table.unkept
        assert two.table.unkept
        await one.do(says("first"))
        await two.do(says("second", "bob"))
        one.refresh()
        assert one.table.standing == two.table.standing
        assert sum(isinstance(entry, Carried) for entry in two.table.journal) == 1

    assert words_in(at_two(tmp_path, play, "0.0.1")) == ["first", "second"]


def _delete(folder: Path) -> None:
    with closing(PostgresStore(database(folder))) as store:
        store.delete("walk")


def test_a_table_that_is_deleted_is_left_by_everybody(tmp_path: Path) -> None:
    """And whatever is still wished for there is refused."""

    async def play(one: Room, two: Room) -> None:
        with pytest.raises(Refused):
            await one.do(lambda table: table.say("nobody", "hm"))
        await asyncio.to_thread(_delete, tmp_path)
        with pytest.raises(Refused, match="no longer there"):
            await one.do(says("hello?"))
        two.end()
        with pytest.raises(Refused, match="left a moment ago"):
            await two.do(says("hello?"))

    at_two(tmp_path, play).close()
