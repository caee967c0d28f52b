"""Tables in PostgreSQL, by URL: journals, snapshots and documents, and the seeds of the dice in a table of their own.

A record is committed, and by PostgreSQL synced to the disk, before `append` returns. Any number of processes may share
it: if two append to one table, the second finds it longer than it was.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tablewright.rules import Refused, UnknownName
from tablewright.table.log import Record, RecordsMissing

from .postgres_append import CHANNEL, append, append_all
from .postgres_connection import DATABASE_ERRORS, Connection, PostgresConnection, error_text, lock_number
from .postgres_documents import PostgresDocuments
from .postgres_notify import MAX_WORD, WORDS, advisory_lock, listen_forever
from .postgres_schema import create_postgres_schema
from .store import AppendBatch, OnAppend, TableHeader, check_table_name

COLUMNS = "id, name, game, source, by_hand, created, touched, length, hash, closed"
RECORD_COLUMNS = "number, body, hash, told_from"
PAGE = 500  # records read at a time
#: Seconds to wait for a lock: the database may notice a little late that a process has been killed.
A_MOMENT, AS_LONG_AS_IT_TAKES = 2.0, 0.0


class PostgresStore(PostgresDocuments):
    """A database of tables. With `shared`, several servers play at them at once, and nobody locks one."""

    def __init__(self, url: str, shared: bool = False) -> None:
        self.shared, self.line = shared, PostgresConnection(url)
        try:
            self.doing(lambda connection, _: create_postgres_schema(connection), "be opened")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.line.close()

    def create(self, head: TableHeader, seed: str, records: Sequence[Record]) -> PostgresTable:
        name, id, now = check_table_name(head.name), secrets.token_hex(8), time.time()
        row = (id, name, head.game, head.source, head.by_hand, now, now, 0, "", False)
        places = ", ".join(f"${n}" for n in range(1, len(row) + 1))

        async def do(connection: Connection, again: bool) -> None:
            async with connection.transaction():
                if again and await connection.fetchval("SELECT 1 FROM tables WHERE id = $1", id):
                    return
                await _free(connection, name, id)
                await connection.execute(f"INSERT INTO tables ({COLUMNS}) VALUES ({places})", *row)
                await append(connection, [AppendBatch(id, tuple(records), seed=seed)])

        self.doing(do, "make a table")
        return PostgresTable(self, id)

    def headers(self) -> list[TableHeader]:
        select = f"SELECT {COLUMNS} FROM tables ORDER BY touched DESC, name"
        return [TableHeader(*row) for row in self.rows(select, what="list its tables")]

    def kept(self, name: str) -> PostgresTable:
        rows = self.rows("SELECT id FROM tables WHERE name = $1", name)
        if rows:
            return PostgresTable(self, rows[0]["id"])
        raise UnknownName("table", name, (head.name for head in self.headers()))

    def table(self, id: str) -> PostgresTable:
        kept = PostgresTable(self, id)
        kept.head  # noqa: B018  refused if it is not there
        return kept

    def append_all(self, bundles: Sequence[AppendBatch]) -> list[Refused | None]:
        try:
            return self.doing(lambda connection, again: append_all(connection, bundles, again), "keep this")
        except Refused as refused:
            return [refused] * len(bundles)

    def rename(self, name: str, new: str) -> None:
        id, wanted = self.kept(name).id, check_table_name(new)

        async def do(connection: Connection, _: bool) -> None:
            async with connection.transaction():
                await _free(connection, wanted, id)
                await connection.execute("UPDATE tables SET name = $1 WHERE id = $2", wanted, id)

        self.doing(do, "rename a table")

    def reseed(self, id: str, seed: str) -> None:
        change = "UPDATE seeds SET seed = $2 FROM tables WHERE of = $1 AND id = $1 AND closed"
        done = self.doing(lambda connection, _: connection.execute(change, id, seed), "keep a seed")
        if done != "UPDATE 1":
            raise Refused("The session has not been closed: its dice are committed to.")

    def set_by_hand(self, name: str, by_hand: bool) -> None:
        id, change = self.kept(name).id, "UPDATE tables SET by_hand = $1 WHERE id = $2"
        self.doing(lambda connection, _: connection.execute(change, by_hand, id), "write")

    def delete(self, name: str) -> None:
        id = self.kept(name).id
        gone = (("tables", "id"), ("papers", "of"), ("snapshots", "of"), ("records", "of"), ("seeds", "of"))

        async def do(connection: Connection, _: bool) -> None:
            async with connection.transaction():
                for table, column in gone:
                    await connection.execute(f"DELETE FROM {table} WHERE {column} = $1", id)
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{id} -1")

        self.doing(do, "delete a table")

    @contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Lock by a lock that ends with its connection. Servers that share tables have only the check of lengths."""
        if self.shared:
            yield
            return
        with self._locked(f"tablewright/table/{self.kept(name).id}", A_MOMENT) as mine:
            if not mine:
                raise Refused(f"{name} is open elsewhere: a table has one writer at a time.")
            yield

    @contextmanager
    def mutex(self, what: str) -> Iterator[None]:
        with self._locked(f"tablewright/turn/{what}", AS_LONG_AS_IT_TAKES):
            yield

    @contextmanager
    def _locked(self, word: str, seconds: float) -> Iterator[bool]:
        try:
            hold = self.line.run(advisory_lock(self.line, lock_number(word), seconds))
        except DATABASE_ERRORS as error:
            raise self.line.away("hold this", error_text(error)) from None
        try:
            yield hold is not None
        finally:
            if hold is not None:
                self.line.loop.call_soon_threadsafe(hold.terminate)

    def subscribe(self, heard: OnAppend, word: Callable[[str], None]) -> None:
        self.line.begin(listen_forever(self.line, heard, word))

    def notify(self, word: str) -> None:
        if len(word.encode()) <= MAX_WORD:
            self.doing(lambda connection, _: connection.execute("SELECT pg_notify($1, $2)", WORDS, word), "pass it on")


def open_database(url: str, shared: bool = False) -> PostgresStore:
    """Open the store at a URL. Refuses one that is not PostgreSQL's."""
    if not url.startswith(("postgresql://", "postgres://")):
        raise Refused("A database is named by its URL: postgresql://user:password@host/name.")
    return PostgresStore(url, shared)


async def _free(connection: Connection, name: str, id: str) -> None:
    if await connection.fetchval("SELECT 1 FROM tables WHERE name = $1 AND id <> $2", name, id):
        raise Refused(f"There is a table called {name} already: choose another name.")


class PostgresTable:
    """One table of the store."""

    def __init__(self, store: PostgresStore, id: str) -> None:
        self.store, self.id = store, id

    @property
    def head(self) -> TableHeader:
        rows = self.store.rows(f"SELECT {COLUMNS} FROM tables WHERE id = $1", self.id)
        if not rows:
            raise Refused("This table is no longer there.")
        return TableHeader(*rows[0])

    def seed(self) -> str:
        rows = self.store.rows("SELECT seed FROM seeds WHERE of = $1", self.id)
        return str(rows[0]["seed"]) if rows else ""

    def append(self, *records: Record) -> None:
        (why,) = self.store.append_all([AppendBatch(self.id, records)])
        if why is not None:
            raise why

    def records(self, first: int, last: int) -> list[Record]:
        """Read the records up to the length at the beginning; later ones are not included."""
        rows = self.store.rows("SELECT length FROM tables WHERE id = $1", self.id)
        end = min(last, rows[0]["length"] - 1 if rows else -1)
        found = self._records("number BETWEEN $2 AND $3 ORDER BY number", first, end)
        if [record.number for record in found] != list(range(max(0, first), end + 1)):
            raise RecordsMissing(f"Not all of the entries from {first} to {last} can be found.")
        return found

    def _records(self, which: str, *values: Any) -> list[Record]:
        rows = self.store.rows(f"SELECT {RECORD_COLUMNS} FROM records WHERE of = $1 AND {which}", self.id, *values)
        return [Record(*row) for row in rows]

    def chain(self) -> Iterator[Record]:
        following = -(2**31)
        while page := self._records(f"number >= $2 ORDER BY number LIMIT {PAGE}", following):
            yield from page
            following = page[-1].number + 1

    def tags(self, most: int) -> dict[str, int]:
        select = "SELECT tag, number FROM records WHERE of = $1 AND tag IS NOT NULL ORDER BY number DESC LIMIT $2"
        return {bytes(tag).decode("utf-8", "replace"): number for tag, number in self.store.rows(select, self.id, most)}

    def tagged(self, tag: str) -> int:
        rows = self.store.rows("SELECT number FROM records WHERE of = $1 AND tag = $2", self.id, tag.encode())
        if not rows:
            raise Refused("Nothing here is called so.")
        return int(rows[0]["number"])

    def told_in(self, item: int) -> int:
        found = self._records("told_from <= $2 ORDER BY told_from DESC, number DESC LIMIT 1", item)
        return found[0].number if found else 0

    def snapshots(self) -> Sequence[int]:
        rows = self.store.rows("SELECT number FROM snapshots WHERE of = $1 ORDER BY number", self.id)
        return [row["number"] for row in rows]

    def snapshot(self, number: int) -> bytes:
        rows = self.store.rows("SELECT packed FROM snapshots WHERE of = $1 AND number = $2", self.id, number)
        return bytes(rows[0]["packed"]) if rows else b""
