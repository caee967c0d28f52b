"""Tables in one SQLite file: journals and snapshots in it, the seeds of the dice beside it, each readable by its owner.

A record is synced to the disk before `append` returns. If two append to one table, the second finds it longer than it
was.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any

from tablewright.rules import Refused, UnknownName
from tablewright.table.log import Record, RecordsMissing

from .file_lock import lock_table
from .seed_files import SeedFiles, os_error_text
from .sqlite_append import append_batches
from .sqlite_documents import SqliteDocuments, file_identity
from .sqlite_schema import SCHEMA_VERSION, create_sqlite_schema
from .store import AppendBatch, DuplicateCommand, OnAppend, TableHeader, check_table_name

BUSY_TIMEOUT = 5.0  # seconds to wait for another writer
#: Pages in the write-ahead log before they are moved into the file (32 MB). Every group changes a few pages of each
#: table being played, and a page that changed often is moved once. Another 16 MB of the file are cached.
LOG_PAGES, CACHE_KB = 8_000, 16_000

COLUMNS = "id, name, game, source, by_hand, created, touched, length, hash, closed"
RECORD_COLUMNS = "number, body, hash, told_from"


class SqliteStore(SqliteDocuments):
    """A folder with one database and one small file a seed."""

    shared = False

    def __init__(self, folder: Path, patience: float = BUSY_TIMEOUT) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.folder = folder.resolve()
            self.seeds = SeedFiles(self.folder / "seeds")
            self.path = self.folder / "tables.sqlite3"
            with suppress(FileExistsError):  # to close a file that a connection of ours has open would lose its locks
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            self.db = sqlite3.connect(self.path, isolation_level=None, timeout=patience)
            self.file = file_identity(self.path)
        except (OSError, sqlite3.Error) as error:
            file = isinstance(error, FileExistsError)
            reason = "it is a file, not a folder" if file else os_error_text(error)
            raise Refused(f"Tables cannot be kept in {folder}: {reason}.") from None
        try:
            self._set_up()
        except BaseException:
            self.db.close()
            raise

    def _set_up(self) -> None:
        with self.doing("be opened"):
            self.db.execute("PRAGMA journal_mode=WAL")
            self.db.execute("PRAGMA synchronous=FULL")
            self.db.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES}")
            self.db.execute(f"PRAGMA cache_size=-{CACHE_KB}")
            (version,) = self.db.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA_VERSION:
            raise Refused("These tables were written by a newer version of Tablewright: use that one.")
        if version < SCHEMA_VERSION:
            with self.doing("be set up"):
                create_sqlite_schema(self.db)

    def close(self) -> None:
        self.db.close()

    def create(self, head: TableHeader, seed: str, records: Sequence[Record]) -> SqliteTable:
        name, id = check_table_name(head.name), secrets.token_hex(8)
        kept, now = SqliteTable(self, id), time.time()

        def do(cursor: sqlite3.Cursor) -> None:
            self._free(cursor, name, id)
            row = (id, name, head.game, head.source, head.by_hand, now, now, 0, "", False)
            cursor.execute(f"INSERT INTO tables ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            append_batches(cursor, [AppendBatch(id, tuple(records))])

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

    def headers(self) -> list[TableHeader]:
        with self.doing("list its tables"):
            rows = self.db.execute(f"SELECT {COLUMNS} FROM tables ORDER BY touched DESC, name").fetchall()
        return [_head(row) for row in rows]

    def kept(self, name: str) -> SqliteTable:
        heads = self.headers()
        for head in heads:
            if head.name == name:
                return SqliteTable(self, head.id)
        raise UnknownName("table", name, (head.name for head in heads))

    def table(self, id: str) -> SqliteTable:
        kept = SqliteTable(self, id)
        kept.head  # noqa: B018  refused if it is not there
        return kept

    def append_all(self, bundles: Sequence[AppendBatch]) -> list[Refused | None]:
        """Append in one transaction with one sync; in a second one if a bundle was appended before."""
        try:
            try:
                return self.write(lambda cursor: self._append_all(cursor, bundles), "keep this")
            except DuplicateCommand:  # the others shall not suffer from it
                return self.write(lambda cursor: self._append_all(cursor, bundles, wary=True), "keep this")
        except Refused as refused:
            return [refused] * len(bundles)

    def _append_all(
        self, cursor: sqlite3.Cursor, bundles: Sequence[AppendBatch], wary: bool = False
    ) -> list[Refused | None]:
        """Split bundles so that each part has a table once, in order."""
        out: dict[int, Refused | None] = {}
        while left := [(n, bundle) for n, bundle in enumerate(bundles) if n not in out]:
            firsts = {bundle.of: (n, bundle) for n, bundle in reversed(left)}
            plain = [(n, bundle) for n, bundle in firsts.values() if not bundle.seed]
            out |= zip(
                (n for n, _ in plain), append_batches(cursor, [bundle for _, bundle in plain], wary), strict=True
            )
            out |= {n: self._reseeded(cursor, bundle, wary) for n, bundle in firsts.values() if bundle.seed}
        return [out[n] for n in range(len(bundles))]

    def _reseeded(self, cursor: sqlite3.Cursor, bundle: AppendBatch, wary: bool) -> Refused | None:
        """Write records that commit to a new seed together with the seed, both or neither."""
        cursor.execute("SAVEPOINT bundle")
        (refused,) = append_batches(cursor, [bundle], wary)
        try:
            if refused is None:
                self.seeds.change(bundle.of, bundle.seed)
        except Refused as wrong:
            cursor.execute("ROLLBACK TO bundle")
            refused = wrong
        cursor.execute("RELEASE bundle")
        return refused

    def rename(self, name: str, new: str) -> None:
        id, wanted = self.kept(name).id, check_table_name(new)

        def do(cursor: sqlite3.Cursor) -> None:
            self._free(cursor, wanted, id)
            cursor.execute("UPDATE tables SET name = ? WHERE id = ?", (wanted, id))

        self.write(do, "rename a table")

    def reseed(self, id: str, seed: str) -> None:
        if not self.table(id).head.closed:
            raise Refused("The session has not been closed: its dice are committed to.")
        self.seeds.change(id, seed)

    def set_by_hand(self, name: str, by_hand: bool) -> None:
        id = self.kept(name).id
        self.write(lambda cursor: cursor.execute("UPDATE tables SET by_hand = ? WHERE id = ?", (by_hand, id)), "write")

    def delete(self, name: str) -> None:
        id = self.kept(name).id

        def do(cursor: sqlite3.Cursor) -> None:
            for table, column in (("papers", "of"), ("snapshots", "of"), ("records", "of"), ("tables", "id")):
                cursor.execute(f"DELETE FROM {table} WHERE {column} = ?", (id,))

        self.write(do, "delete a table")
        self.seeds.forget(id)

    def lock(self, name: str) -> AbstractContextManager[None]:
        return lock_table(self.path.resolve().parent, self.kept(name).id, name)

    def mutex(self, what: str) -> AbstractContextManager[None]:
        return nullcontext()

    def subscribe(self, heard: OnAppend, word: Callable[[str], None]) -> None:
        """Do nothing: no other process writes to a locked table."""

    def notify(self, word: str) -> None:
        """Do nothing: no other process listens."""


class SqliteTable:
    """One table of the store."""

    def __init__(self, store: SqliteStore, id: str) -> None:
        self.store, self.id = store, id

    @property
    def head(self) -> TableHeader:
        with self.store.doing("read a table"):
            row = self.store.db.execute(f"SELECT {COLUMNS} FROM tables WHERE id = ?", (self.id,)).fetchone()
        if row is None:
            raise Refused("This table is no longer there.")
        return _head(row)

    def seed(self) -> str:
        return self.store.seeds.of(self.id)

    def append(self, *records: Record) -> None:
        (refused,) = self.store.append_all([AppendBatch(self.id, records)])
        if refused is not None:
            raise refused

    def records(self, first: int, last: int) -> list[Record]:
        rows = self._all("number BETWEEN ? AND ? ORDER BY number", (first, last))
        wanted = range(max(0, first), min(last + 1, self.length))
        if [row[0] for row in rows] != list(wanted):
            raise RecordsMissing(f"Not all of the entries from {first} to {last} can be found.")
        return [_record(row) for row in rows]

    @property
    def length(self) -> int:
        with self.store.doing("read a table"):
            row = self.store.db.execute("SELECT length FROM tables WHERE id = ?", (self.id,)).fetchone()
        return row[0] if row and isinstance(row[0], int) else 0

    def _all(self, which: str, values: tuple[Any, ...]) -> list[Any]:
        with self.store.doing("read a table"):
            select = f"SELECT {RECORD_COLUMNS} FROM records WHERE of = ? AND {which}"
            return self.store.db.execute(select, (self.id, *values)).fetchall()

    def tags(self, most: int) -> dict[str, int]:
        select = "SELECT tag, number FROM records WHERE of = ? AND tag IS NOT NULL ORDER BY number DESC LIMIT ?"
        with self.store.doing("read a table"):
            return dict(self.store.db.execute(select, (self.id, most)).fetchall())

    def tagged(self, tag: str) -> int:
        with self.store.doing("read a table"):
            select = "SELECT number FROM records WHERE of = ? AND tag = ?"
            row = self.store.db.execute(select, (self.id, tag)).fetchone()
        if row is None:
            raise Refused("Nothing here is called so.")
        return int(row[0])

    def told_in(self, item: int) -> int:
        rows = self._all("told_from <= ? ORDER BY told_from DESC, number DESC LIMIT 1", (item,))
        return int(rows[0][0]) if rows else 0

    def chain(self) -> Iterator[Record]:
        with self.store.doing("read a table"):
            # Said twice: a scan believes its index, and a damaged row among sound ones would pass.
            select = f"SELECT {RECORD_COLUMNS} FROM records WHERE of = ? AND of || '' = ? ORDER BY number"
            yield from map(_record, self.store.db.execute(select, (self.id, self.id)))

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


def _head(row: tuple[Any, ...]) -> TableHeader:
    """Read a head leniently. Invalid numbers become impossible ones, so that the damage is noticed."""
    id, name, game, source, by_hand, created, touched, length, hash, closed = row
    return TableHeader(
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
    """Read a record leniently. Invalid values become empty, so that the damage is noticed."""
    number, body, hash, told_from = row
    if isinstance(number, int) and isinstance(body, bytes) and isinstance(hash, str) and isinstance(told_from, int):
        return Record(number, body, hash, told_from)
    return Record(number if isinstance(number, int) else -1, b"", "", -1)
