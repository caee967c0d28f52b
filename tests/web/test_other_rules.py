"""A room whose table was played by other rules: what opening it led to is kept and told with the first deed."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from tablewright.run.shelf import Boxed
from tablewright.table.feed import Item
from tablewright.table.journal import Acted, Carried
from tablewright.table.keeping import begin
from tablewright.table.opening import open_kept
from tablewright.table.sqlite import SqliteStore
from tablewright.web.keeper import Keeper
from tablewright.web.looking import Looking
from tablewright.web.offering import Offering
from tablewright.web.room import Room
from tests.table.mill import mill


def test_a_table_of_other_rules_is_carried_on_with_the_first_deed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before it, and not without it; nobody misses what is told of it."""
    with closing(SqliteStore(tmp_path)) as store:
        begin(store, Boxed(mill("1"), "tests.table"), "mill")[0].act("mia", "grind")
        kept, newer = store.kept("mill"), mill("2", asked="before")
        table, said = open_kept(newer, kept)
        keeper = Keeper(lambda: SqliteStore(tmp_path))
        room = Room(kept.head.id, Boxed(newer, "tests.table"), kept, Offering.of(table), keeper, Looking(), said)
        told: list[Item] = []
        monkeypatch.setattr(room, "tell", told.extend)
        assert kept.head.length == 2
        asyncio.run(room.do(lambda offering: offering.act("mia", "rest")))
        keeper.close()
        entries = [record.read().entry for record in kept.chain()]
        assert [type(entry) for entry in entries[2:]] == [Carried, Acted]
        assert [item.kind for item in told] == ["carried", "given up", "acted", "tell"]
        assert (room.table.unkept, open_kept(newer, kept)[1]) == ((), "")
