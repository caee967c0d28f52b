"""Two rooms of one table, in two servers as it were: what is done in one is followed in the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path

import msgspec
import pytest

from tablewright.catalog.installed import InstalledGame, find_game
from tablewright.rules.errors import Refused
from tablewright.server.limits import Limits
from tablewright.server.rooms.broadcast import Subscriber
from tablewright.server.rooms.group_commit import GroupCommitter
from tablewright.server.rooms.outbox import Outbox
from tablewright.server.rooms.registry import RoomRegistry
from tablewright.server.rooms.room import Room
from tablewright.table import Table
from tablewright.table.core import provably_fair
from tablewright.table.lifecycle.library import create_table
from tablewright.table.lifecycle.open import open_stored
from tablewright.table.log.events import RulesUpgraded, SessionReopened
from tablewright.table.stores.postgres import PostgresStore
from tests.postgres import database

GAME = "veil-runners-classic"


@asynccontextmanager
async def house(url: str) -> AsyncIterator[RoomRegistry]:
    """What holds the rooms of one server, without anybody who wakes them."""
    store, keeper = PostgresStore(url, shared=True), GroupCommitter(partial(PostgresStore, url, shared=True))
    rooms = RoomRegistry(store, keeper, Limits())
    try:
        yield rooms
    finally:
        keeper.close()
        rooms.close()
        store.close()


def at_two(folder: Path, play: Callable[[Room, Room], Awaitable[None]], version: str = "") -> PostgresStore:
    """Plays at one table with a room of it in each of two servers; the store, to look at afterwards."""
    url, box = database(folder), find_game(GAME)
    older = InstalledGame(
        msgspec.structs.replace(box.game, version=version or box.game.version), box.package, box.source
    )
    store = PostgresStore(url)
    _, kept = create_table(store, older, "walk", seed="first")
    id = kept.head.id

    async def evening() -> None:
        async with house(url) as one, house(url) as two:
            await play(one.open_room(id), two.open_room(id))

    asyncio.run(evening())
    return store


def says(words: str, seat: str = "ann") -> Callable[[Table], int]:
    return lambda table: table.say(seat, words)


def words_in(store: PostgresStore) -> list[str]:
    table, said = open_stored(find_game(GAME).game, store.kept("walk"))
    assert said == ""
    words = [item.text for item in table.feed_items() if item.kind == "said"]
    store.close()
    return words


def test_what_is_done_in_one_room_is_told_in_the_other(tmp_path: Path) -> None:
    """Once it is woken, to whoever is there; by the same hashes."""

    async def play(one: Room, two: Room) -> None:
        heard: list[bytes] = []
        two.subscribers.append(Subscriber("bob", Outbox(heard.append)))
        await one.execute(says("good evening"))
        assert two.table.metadata != one.table.metadata
        two.on_remote_append(one.length)
        assert two.table.metadata == one.table.metadata
        assert any(b"good evening" in frame for frame in heard)
        two.subscribers.clear()

    assert words_in(at_two(tmp_path, play)) == ["good evening"]


def test_who_was_second_follows_and_does_it_again(tmp_path: Path) -> None:
    """Without being woken: the database refuses, the room reads what came first, and offers its deed once more."""

    async def play(one: Room, two: Room) -> None:
        for n in range(3):
            await asyncio.gather(one.execute(says(f"one {n}")), two.execute(says(f"two {n}", "bob")))
        one.catch_up_if_idle()
        two.catch_up_if_idle()
        assert two.table.metadata == one.table.metadata

    words = words_in(at_two(tmp_path, play))
    assert sorted(words) == sorted(f"{who} {n}" for who in ("one", "two") for n in range(3))


def test_one_wish_that_comes_to_both_is_done_once(tmp_path: Path) -> None:
    """As when somebody's connection moves from one server to the other while they wait."""

    async def play(one: Room, two: Room) -> None:
        numbers = await asyncio.gather(one.execute(says("once"), "ann/1"), two.execute(says("once"), "ann/1"))
        assert set(numbers) == {1}
        assert await two.execute(says("once"), "ann/1") == 1

    assert words_in(at_two(tmp_path, play)) == ["once"]


def test_a_session_begun_in_both_has_one_seed(tmp_path: Path) -> None:
    """That of whoever was first, in both rooms and in the store; the other is refused."""

    async def play(one: Room, two: Room) -> None:
        await one.execute(lambda table: table.close("way"))
        two.catch_up_if_idle()

        async def begins(room: Room, seed: str) -> str:
            try:
                await room.execute(
                    lambda table: table.apply(SessionReopened("way", provably_fair.commitment(seed))), seed=seed
                )
            except Refused:
                return ""
            return seed

        seeds = await asyncio.gather(begins(one, "second"), begins(two, "another"))
        (seed,) = filter(None, seeds)
        for room in (one, two):
            room.catch_up_if_idle()
            assert (room.table.seed, room.kept.seed()) == (seed, seed)
            assert provably_fair.commitment(seed) == room.table.metadata.commitment

    at_two(tmp_path, play).close()


def test_older_rules_are_left_behind_once(tmp_path: Path) -> None:
    """Both rooms would carry the table over; whoever does something first does."""

    async def play(one: Room, two: Room) -> None:
        assert one.table.pending_records
        assert two.table.pending_records
        await one.execute(says("first"))
        await two.execute(says("second", "bob"))
        one.catch_up_if_idle()
        assert one.table.metadata == two.table.metadata
        assert sum(isinstance(entry, RulesUpgraded) for entry in two.table.journal) == 1

    assert words_in(at_two(tmp_path, play, "0.0.1")) == ["first", "second"]


def _delete(folder: Path) -> None:
    with closing(PostgresStore(database(folder))) as store:
        store.delete("walk")


def test_a_table_that_is_deleted_is_left_by_everybody(tmp_path: Path) -> None:
    """And whatever is still wished for there is refused."""

    async def play(one: Room, two: Room) -> None:
        with pytest.raises(Refused):
            await one.execute(lambda table: table.say("nobody", "hm"))
        await asyncio.to_thread(_delete, tmp_path)
        with pytest.raises(Refused, match="no longer there"):
            await one.execute(says("hello?"))
        two.end()
        with pytest.raises(Refused, match="left a moment ago"):
            await two.execute(says("hello?"))

    at_two(tmp_path, play).close()
