"""What only the SQLite store can meet: locks, permissions, files of a newer version, files that are none."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablewright.rules import Refused
from tablewright.table.lifecycle.library import create_table
from tablewright.table.lifecycle.open import open_stored
from tablewright.table.stores.seed_files import SeedFiles
from tablewright.table.stores.sqlite import SqliteStore
from tests.table.support.stores import TEMPLATE


def test_records_are_synced_to_the_disk(tmp_path: Path) -> None:
    """Each transaction, before it counts; and readers do not wait for writers."""
    store = SqliteStore(tmp_path)
    assert store.db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def test_a_store_that_is_locked_is_said(tmp_path: Path) -> None:
    """Nothing has changed, and it is played on once the other is done."""
    store = SqliteStore(tmp_path, patience=0.01)
    table, _ = create_table(store, TEMPLATE, "walk")
    before = table.metadata
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Refused, match=r"cannot keep this: database is locked\. Nothing was changed"):
        table.say("ann", "Hello?")
    assert table.metadata == before
    assert [head.length for head in store.headers()] == [1]
    other.execute("ROLLBACK")
    other.close()
    table.say("ann", "Hello.")
    assert [head.length for head in store.headers()] == [2]
    store.close()


class Failing:
    """A connection on which one statement goes wrong, the nth of all that are tried."""

    def __init__(self, db: sqlite3.Connection, nth: int) -> None:
        self.db, self.left = db, nth

    def __getattr__(self, name: str) -> Any:
        return getattr(self.db, name)

    def cursor(self) -> Any:
        return Failing(self.db.cursor(), self.left)  # type: ignore[arg-type]

    def execute(self, *said: Any) -> Any:
        return self._tried(lambda: self.db.execute(*said))

    def executemany(self, *said: Any) -> Any:
        return self._tried(lambda: self.db.executemany(*said))

    def _tried(self, do: Callable[[], Any]) -> Any:
        self.left -= 1
        if self.left == 0:
            raise sqlite3.OperationalError("database or disk is full")
        return do()


def test_wherever_a_store_fails_nothing_has_changed(tmp_path: Path) -> None:
    """At any statement of keeping an entry, the last included: the table is as it was, and plays on when it can."""
    store = SqliteStore(tmp_path)
    table, kept = create_table(store, TEMPLATE, "walk", seed="walk")
    table.edit("guide", "light", 4)
    whole, before = store.db, (table.metadata, table.play_state, list(kept.chain()), list(kept.snapshots()))
    for statement in range(1, 8):
        store.db = Failing(whole, statement)  # type: ignore[assignment]
        with pytest.raises(Refused, match=r"cannot keep this: database or disk is full\. Nothing was changed\.$"):
            table.act("ann", "take_step", {"who": "ada"})
        store.db = whole
        assert (table.metadata, table.play_state, list(kept.chain()), list(kept.snapshots())) == before
    store.db = Failing(whole, 8)  # type: ignore[assignment]
    table.act("ann", "take_step", {"who": "ada"})
    store.db = whole
    again, said = open_stored(TEMPLATE.game, kept)
    assert (again.metadata, again.state, said) == (table.metadata, table.state, "")
    store.close()


def test_a_store_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    """Whoever wrote it knows how to read it."""
    store = SqliteStore(tmp_path)
    create_table(store, TEMPLATE, "walk")
    store.db.execute("PRAGMA user_version=99")
    store.close()
    before = store.path.read_bytes()
    with pytest.raises(Refused, match="written by a newer version of Tablewright: use that one"):
        SqliteStore(tmp_path)
    assert store.path.read_bytes() == before


def test_a_file_that_is_no_database_is_said_and_left_alone(tmp_path: Path) -> None:
    """Somebody put something else there."""
    path = tmp_path / "tables.sqlite3"
    path.write_bytes(b"Dear Ada,\n" * 1000)
    with pytest.raises(Refused, match="file is not a database"):
        SqliteStore(tmp_path)
    assert path.read_bytes() == b"Dear Ada,\n" * 1000


def test_a_file_in_place_of_the_folder_is_said_and_left_alone(tmp_path: Path) -> None:
    """Whoever names it meant another."""
    path = tmp_path / "letter"
    path.write_text("Dear Ada")
    with pytest.raises(Refused, match=r"letter: it is a file, not a folder\."):
        SqliteStore(path)
    assert path.read_text() == "Dear Ada"


def test_a_folder_nobody_may_write_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what the system says."""

    def denied(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(Refused, match="Permission denied"):
        SqliteStore(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a folder cannot be opened")
def test_that_a_seed_is_there_is_on_the_disk_before_a_table_counts_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only what is in its file: also its name, when it is new and when another comes in its place."""
    seeds, synced = SeedFiles(tmp_path / "seeds"), list[list[str]]()
    whole = os.fsync

    def noted(file: int) -> None:
        whole(file)
        if os.path.samestat(os.fstat(file), seeds.folder.stat()):
            synced.append(sorted(f"{path.name}: {path.read_text()}" for path in seeds.folder.iterdir()))

    monkeypatch.setattr(os, "fsync", noted)
    seeds.keep("walk", "first")
    assert synced[-1] == ["walk: first"]
    seeds.change("walk", "second")
    assert synced[-1] == ["walk: second"]


def test_a_seed_nobody_may_write_leaves_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no table without its seed, nor a seed without its table."""
    store = SqliteStore(tmp_path)
    whole = os.fsync

    def denied(file: int) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "fsync", denied)
    with pytest.raises(Refused, match="The seed of the dice cannot be kept: Permission denied"):
        create_table(store, TEMPLATE, "walk")
    monkeypatch.setattr(os, "fsync", whole)
    assert store.headers() == []
    assert list(store.seeds.folder.iterdir()) == []
    store.close()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_is_read_only_is_said(tmp_path: Path) -> None:
    """Before anything is begun."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o500)
    with pytest.raises(Refused, match="Permission denied"):
        SqliteStore(folder)
