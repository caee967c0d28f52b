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
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from tablewright.kernel.errors import Refused, Unknown

from .record import Record
from .store import Head, table_name

T = TypeVar("T")

SCHEMA = 1
SPARE = 400
"""Snapshots older than so many entries are thinned out to one in so many."""

TABLES = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, source TEXT NOT NULL, version TEXT NOT NULL,
    by_hand INTEGER NOT NULL, created REAL NOT NULL, touched REAL NOT NULL,
    length INTEGER NOT NULL, hash TEXT NOT NULL, closed INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS records (
    of TEXT NOT NULL, number INTEGER NOT NULL, told_from INTEGER NOT NULL, body BLOB NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (of, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS told ON records (of, told_from);
CREATE TABLE IF NOT EXISTS snapshots (
    of TEXT NOT NULL, number INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (of, number)
) WITHOUT ROWID;
"""
COLUMNS = "id, name, game, source, version, by_hand, created, touched, length, hash, closed"


class SqliteStore:
    """A folder with one database and one small file a seed."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.folder = folder.resolve()
            (self.folder / "seeds").mkdir(exist_ok=True, mode=0o700)
            path = self.folder / "tables.sqlite3"
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self.db = sqlite3.connect(path, isolation_level=None, timeout=5.0)
        except (OSError, sqlite3.Error) as error:
            raise Refused(f"Tables cannot be kept in {folder}: {_why(error)}.") from None
        with self.doing("open"):
            self.db.execute("PRAGMA journal_mode=WAL")
            self.db.execute("PRAGMA synchronous=FULL")
            self._set_up()

    def _set_up(self) -> None:
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA:
            raise Refused("These tables were written by a newer version of Tablewright: use that one.")
        if version < SCHEMA:
            self.db.executescript(TABLES)
            self.db.execute(f"PRAGMA user_version={SCHEMA}")

    def close(self) -> None:
        self.db.close()

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """Whatever the database says is said in a sentence."""
        try:
            yield
        except sqlite3.Error as error:
            raise Refused(f"The store in {self.folder} cannot {what}: {_why(error)}. Nothing was changed.") from None

    def write(self, do: Callable[[sqlite3.Cursor], T], what: str) -> T:
        """One transaction: all of it, or nothing."""
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

    def create(self, head: Head, seed: str) -> KeptTable:
        name, id = table_name(head.name), secrets.token_hex(8)
        now = time.time()

        def do(cursor: sqlite3.Cursor) -> None:
            if cursor.execute("SELECT 1 FROM tables WHERE name = ?", (name,)).fetchone():
                raise Refused(f"There is a table called {name} already: choose another name.")
            row = (id, name, head.game, head.source, head.version, head.by_hand, now, now, 0, "", False)
            cursor.execute(f"INSERT INTO tables ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

        self._keep_seed(id, seed)
        try:
            self.write(do, "make a table")
        except BaseException:
            self._seed_file(id).unlink(missing_ok=True)
            raise
        return KeptTable(self, id)

    def heads(self) -> list[Head]:
        with self.doing("list its tables"):
            rows = self.db.execute(f"SELECT {COLUMNS} FROM tables WHERE length > 0 ORDER BY touched DESC").fetchall()
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
            if cursor.execute("SELECT 1 FROM tables WHERE name = ? AND id <> ?", (wanted, id)).fetchone():
                raise Refused(f"There is a table called {wanted} already: choose another name.")
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
        self._seed_file(id).unlink(missing_ok=True)

    # seeds

    def _seed_file(self, id: str) -> Path:
        return self.folder / "seeds" / id

    def _keep_seed(self, id: str, seed: str) -> None:
        """Apart from the journal, readable by its owner alone."""
        try:
            with os.fdopen(os.open(self._seed_file(id), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(seed)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise Refused(f"The seed of the dice cannot be kept: {_why(error)}.") from None

    def seed(self, id: str) -> str:
        try:
            return self._seed_file(id).read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def new_seed(self, id: str, seed: str) -> None:
        self._seed_file(id).unlink(missing_ok=True)
        self._keep_seed(id, seed)


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
        return self.store.seed(self.id)

    def append(self, *records: Record) -> None:
        def do(cursor: sqlite3.Cursor) -> None:
            row = cursor.execute("SELECT length, hash FROM tables WHERE id = ?", (self.id,)).fetchone()
            if row is None or row[0] != records[0].number:
                raise Refused("This table has gone on elsewhere: open it again.")
            rows = [(self.id, r.number, r.told_from, r.body, r.hash) for r in records]
            cursor.executemany("INSERT INTO records (of, number, told_from, body, hash) VALUES (?, ?, ?, ?, ?)", rows)
            for r in records:
                if r.snapshot is not None:
                    self._snap(cursor, r.number, r.snapshot)
            last = records[-1]
            cursor.execute(
                "UPDATE tables SET length = ?, hash = ?, touched = ?, closed = ? WHERE id = ?",
                (last.number + 1, last.hash, time.time(), last.closed, self.id),
            )

        self.store.write(do, "keep this")

    def _snap(self, cursor: sqlite3.Cursor, number: int, packed: bytes) -> None:
        """Keeps a snapshot, and of the old ones only a few."""
        cursor.execute("INSERT INTO snapshots VALUES (?, ?, ?)", (self.id, number, packed))
        old = "DELETE FROM snapshots WHERE of = ? AND number < ? AND number % ? <> 0"
        cursor.execute(old, (self.id, number - SPARE, SPARE))

    def records(self, first: int, last: int) -> list[Record]:
        return self._read("number BETWEEN ? AND ? ORDER BY number", (first, last))

    def told(self, since: int, most: int) -> list[Record]:
        with self.store.doing("read a table"):
            (first,) = self.store.db.execute(
                "SELECT max(number) FROM records WHERE of = ? AND told_from <= ?", (self.id, since)
            ).fetchone()
        return self._read("number >= ? ORDER BY number LIMIT ?", (first or 0, most))

    def _read(self, which: str, values: tuple[Any, ...]) -> list[Record]:
        with self.store.doing("read a table"):
            rows = self.store.db.execute(
                f"SELECT number, body, hash, told_from FROM records WHERE of = ? AND {which}", (self.id, *values)
            ).fetchall()
        return [Record(*row) for row in rows]

    def chain(self) -> Iterator[tuple[int, bytes, str]]:
        with self.store.doing("read a table"):
            yield from self.store.db.execute(
                "SELECT number, body, hash FROM records WHERE of = ? ORDER BY number", (self.id,)
            )

    def snapshots(self) -> Sequence[int]:
        with self.store.doing("read a table"):
            rows = self.store.db.execute("SELECT number FROM snapshots WHERE of = ? ORDER BY number", (self.id,))
            return [number for (number,) in rows.fetchall()]

    def snapshot(self, number: int) -> bytes:
        with self.store.doing("read a table"):
            row = self.store.db.execute(
                "SELECT packed FROM snapshots WHERE of = ? AND number = ?", (self.id, number)
            ).fetchone()
        return bytes(row[0]) if row else b""


def _head(row: tuple[Any, ...]) -> Head:
    id, name, game, source, version, by_hand, created, touched, length, hash, closed = row
    return Head(id, name, game, source, version, bool(by_hand), created, touched, length, hash, bool(closed))


def _why(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
