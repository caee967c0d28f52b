"""A room whose table was played by other rules: what opening it led to is kept and told with the first deed."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from tablewright.catalog.installed import InstalledGame
from tablewright.server.rooms.group_commit import GroupCommitter
from tablewright.server.rooms.room import Room
from tablewright.server.rooms.view_queue import ViewQueue
from tablewright.table.lifecycle.library import create_table
from tablewright.table.lifecycle.open import open_stored
from tablewright.table.log.events import ActionTaken, RulesUpgraded
from tablewright.table.log.feed import FeedItem
from tablewright.table.stores.sqlite import SqliteStore
from tests.example_games.mill import mill


def test_a_table_of_other_rules_is_carried_on_with_the_first_deed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before it, and not without it; nobody misses what is told of it."""
    with closing(SqliteStore(tmp_path)) as store:
        create_table(store, InstalledGame(mill("1"), "tests.table"), "mill")[0].act("mia", "grind")
        kept, newer = store.kept("mill"), mill("2", asked="before")
        table, said = open_stored(newer, kept)
        keeper = GroupCommitter(lambda: SqliteStore(tmp_path))
        room = Room(
            kept.head.id,
            InstalledGame(newer, "tests.table"),
            kept,
            table,
            keeper,
            ViewQueue(),
            said,
        )
        told: list[FeedItem] = []
        monkeypatch.setattr(room, "broadcast", told.extend)
        assert kept.head.length == 2
        asyncio.run(room.execute(lambda offering: offering.act("mia", "rest")))
        keeper.close()
        entries = [record.read().event for record in kept.chain()]
        assert [type(entry) for entry in entries[2:]] == [RulesUpgraded, ActionTaken]
        assert [item.kind for item in told] == ["carried", "given up", "acted", "tell"]
        assert (room.table.pending_records, open_stored(newer, kept)[1]) == ((), "")
