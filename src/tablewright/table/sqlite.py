"""Tables in one SQLite file: journal and snapshots in it, the seeds of the dice beside it, each readable by its owner.

A record is synced to the disk before `append` returns. Two writers of one table cannot both go on: whoever comes second
finds it longer than it was.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from tablewright.kernel.errors import Refused, Unknown

from .hold import held
from .record import Record
from .seeds import Seeds, why
from .store import Head, table_name

T = TypeVar("T")

SCHEMA = 2
SPARE = 400
"""Snapshots older than so many entries are thrown away, but for the lasting ones."""
PASSING, STAYING, LASTING = -1, 0, 1
"""How long a snapshot is kept: until the next, for a while, for good."""
PATIENCE = 5.0
"""Seconds to wait for another writer."""

TABLES = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, source TEXT NOT NULL,
    by_hand INTEGER NOT NULL, created REAL NOT NULL, touched REAL NOT NULL,
    length INTEGER NOT NULL, hash TEXT NOT NULL, closed INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS records (
    of TEXT NOT NULL, number INTEGER NOT NULL, told_from INTEGER NOT NULL, body BLOB NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (of, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS told ON records (of, told_from);
CREATE TABLE IF NOT EXISTS snapshots (
    of TEXT NOT NULL, number INTEGER NOT NULL, lasting INTEGER NOT NULL, packed BLOB NOT NULL,
    PRIMARY KEY (of, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS passing ON snapshots (of) WHERE lasting = -1;
"""
COLUMNS = "id, name, game, source, by_hand, created, touched, length, hash, closed"
RECORD = "number, body, hash, told_from"


class SqliteStore:
    """A folder with one database and one small file a seed."""

    def __init__(self, folder: Path, patience: float = PATIENCE) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.folder = folder.resolve()
            self.seeds = Seeds(self.folder / "seeds")
            self.path = self.folder / "tables.sqlite3"
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self.db = sqlite3.connect(self.path, isolation_level=None, timeout=patience)
            self.file = _identity(self.path)
        except (OSError, sqlite3.Error) as error:
            raise Refused(f"Tables cannot be kept in {folder}: {why(error)}.") from None
        try:
            self._set_up()
        except BaseException:
            self.db.close()
            raise

    def _set_up(self) -> None:
        with self.doing("be opened"):
            self.db.execute("PRAGMA journal_mode=WAL")
            self.db.execute("PRAGMA synchronous=FULL")
            (version,) = self.db.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA:
            raise Refused("These tables were written by a newer version of Tablewright: use that one.")
        if version < SCHEMA:
            with self.doing("be set up"):
                self.db.executescript(f"BEGIN IMMEDIATE; {TABLES} PRAGMA user_version={SCHEMA}; COMMIT;")

    def close(self) -> None:
        self.db.close()

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """Whatever the database says is said in a sentence."""
        try:
            yield
        except sqlite3.Error as error:
            raise Refused(f"The store in {self.folder} cannot {what}: {why(error)}. Nothing was changed.") from None

    def write(self, do: Callable[[sqlite3.Cursor], T], what: str) -> T:
        """One transaction: all of it, or nothing."""
        if _identity(self.path) != self.file:  # what is written to a file that is gone is lost without a word
            raise Refused(f"The store in {self.folder} cannot {what}: it was taken away. Nothing was changed.")
        with self.doing(what):
            cursor = self.db.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            try:
                done = do(cursor)
                cursor.execute("COMMIT")
            except BaseException:
                if self.db.in_transaction:
                    cursor.execute("ROLLBACK")
                raise
        return done

    def create(self, head: Head, seed: str, records: Sequence[Record]) -> KeptTable:
        name, id = table_name(head.name), secrets.token_hex(8)
        kept, now = KeptTable(self, id), time.time()

        def do(cursor: sqlite3.Cursor) -> None:
            self._free(cursor, name, id)
            row = (id, name, head.game, head.source, head.by_hand, now, now, 0, "", False)
            cursor.execute(f"INSERT INTO tables ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            kept.add(cursor, records)

        self.seeds.keep(id, seed)
        try:
            self.write(do, "make a table")
        except BaseException:
            self.seeds.forget(id)
            raise
        return kept

    def _free(self, cursor: sqlite3.Cursor, name: str, id: str) -> None:
        if cursor.execute("SELECT 1 FROM tables WHERE name = ? AND id <> ?", (name, id)).fetchone():
            raise Refused(f"There is a table called {name} already: choose another name.")

    def heads(self) -> list[Head]:
        with self.doing("list its tables"):
            rows = self.db.execute(f"SELECT {COLUMNS} FROM tables ORDER BY touched DESC, name").fetchall()
        return [_head(row) for row in rows]

    def kept(self, name: str) -> KeptTable:
        heads = self.heads()
        for head in heads:
            if head.name == name:
                return KeptTable(self, head.id)
        raise Unknown("table", name, (head.name for head in heads))

    def rename(self, name: str, new: str) -> None:
        id, wanted = self.kept(name).id, table_name(new)

        def do(cursor: sqlite3.Cursor) -> None:
            self._free(cursor, wanted, id)
            cursor.execute("UPDATE tables SET name = ? WHERE id = ?", (wanted, id))

        self.write(do, "rename a table")

    def set_by_hand(self, name: str, by_hand: bool) -> None:
        id = self.kept(name).id
        self.write(lambda cursor: cursor.execute("UPDATE tables SET by_hand = ? WHERE id = ?", (by_hand, id)), "write")

    def delete(self, name: str) -> None:
        id = self.kept(name).id

        def do(cursor: sqlite3.Cursor) -> None:
            for table, column in (("snapshots", "of"), ("records", "of"), ("tables", "id")):
                cursor.execute(f"DELETE FROM {table} WHERE {column} = ?", (id,))

        self.write(do, "delete a table")
        self.seeds.forget(id)

    def held(self, name: str) -> AbstractContextManager[None]:
        return held(self.path.resolve().parent, self.kept(name).id, name)


class KeptTable:
    """One table of the store."""

    def __init__(self, store: SqliteStore, id: str) -> None:
        self.store, self.id = store, id

    @property
    def head(self) -> Head:
        with self.store.doing("read a table"):
            row = self.store.db.execute(f"SELECT {COLUMNS} FROM tables WHERE id = ?", (self.id,)).fetchone()
        if row is None:
            raise Refused("This table is no longer there.")
        return _head(row)

    def seed(self) -> str:
        return self.store.seeds.of(self.id)

    def append(self, *records: Record) -> None:
        self.store.write(lambda cursor: self.add(cursor, records), "keep this")

    def add(self, cursor: sqlite3.Cursor, records: Sequence[Record]) -> None:
        """In a transaction: records and their snapshots; of the old snapshots only a few stay."""
        row = cursor.execute("SELECT length FROM tables WHERE id = ?", (self.id,)).fetchone()
        if row is None or row[0] != records[0].number:
            raise Refused("This table has gone on elsewhere: open it again.")
        rows = [(self.id, r.number, r.told_from, r.body, r.hash) for r in records]
        cursor.executemany("INSERT INTO records (of, number, told_from, body, hash) VALUES (?, ?, ?, ?, ?)", rows)
        last = records[-1]
        snapshots = [(self.id, r.number, _lasts(r), r.snapshot) for r in records if r.snapshot is not None]
        if snapshots:
            cursor.execute(f"DELETE FROM snapshots WHERE of = ? AND lasting = {PASSING}", (self.id,))
            if not last.passing:
                old = f"DELETE FROM snapshots WHERE of = ? AND number < ? AND lasting = {STAYING}"
                cursor.execute(old, (self.id, last.number - SPARE))
            cursor.executemany("INSERT INTO snapshots (of, number, lasting, packed) VALUES (?, ?, ?, ?)", snapshots)
        cursor.execute(
            "UPDATE tables SET length = ?, hash = ?, touched = ?, closed = ? WHERE id = ?",
            (last.number + 1, last.hash, time.time(), last.closed, self.id),
        )

    def records(self, first: int, last: int) -> list[Record]:
        rows = self._all("number BETWEEN ? AND ? ORDER BY number", (first, last))
        return [_record(row) for row in rows]

    def _all(self, which: str, values: tuple[Any, ...]) -> list[Any]:
        with self.store.doing("read a table"):
            select = f"SELECT {RECORD} FROM records WHERE of = ? AND {which}"
            return self.store.db.execute(select, (self.id, *values)).fetchall()

    def told_in(self, item: int) -> int:
        rows = self._all("told_from <= ? ORDER BY told_from DESC, number DESC LIMIT 1", (item,))
        return int(rows[0][0]) if rows else 0

    def chain(self) -> Iterator[Record]:
        with self.store.doing("read a table"):
            select = f"SELECT {RECORD} FROM records WHERE of = ? ORDER BY number"
            yield from map(_record, self.store.db.execute(select, (self.id,)))

    def snapshots(self) -> Sequence[int]:
        with self.store.doing("read a table"):
            rows = self.store.db.execute("SELECT number FROM snapshots WHERE of = ? ORDER BY number", (self.id,))
            return [number for (number,) in rows.fetchall() if isinstance(number, int)]

    def snapshot(self, number: int) -> bytes:
        with self.store.doing("read a table"):
            row = self.store.db.execute(
                "SELECT packed FROM snapshots WHERE of = ? AND number = ?", (self.id, number)
            ).fetchone()
        return row[0] if row and isinstance(row[0], bytes) else b""


def _lasts(record: Record) -> int:
    return LASTING if record.lasting else PASSING if record.passing else STAYING


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _head(row: tuple[Any, ...]) -> Head:
    """A head as it is found. Numbers that are none become such as no table has, so that it is noticed."""
    id, name, game, source, by_hand, created, touched, length, hash, closed = row
    return Head(
        str(id),
        str(name),
        str(game),
        str(source),
        bool(by_hand),
        created if isinstance(created, float) else 0.0,
        touched if isinstance(touched, float) else 0.0,
        length if isinstance(length, int) else -1,
        str(hash),
        bool(closed),
    )


def _record(row: tuple[Any, ...]) -> Record:
    """A record as it is found; what cannot be one is left empty, so that it does not fit."""
    number, body, hash, told_from = row
    if isinstance(number, int) and isinstance(body, bytes) and isinstance(hash, str) and isinstance(told_from, int):
        return Record(number, body, hash, told_from)
    return Record(number if isinstance(number, int) else -1, b"", "", -1)
