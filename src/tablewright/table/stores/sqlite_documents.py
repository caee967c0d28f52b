"""Transactions on a SQLite file, and the documents kept beside the tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from tablewright.rules import Refused

from .seed_files import os_error_text
from .store import Document

T = TypeVar("T")


class SqliteDocuments:
    """A database in a folder."""

    db: sqlite3.Connection
    folder: Path
    path: Path
    file: tuple[int, int] | None
    """The identity of the file: writes to a deleted file are lost silently."""

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """Run statements; errors of the database become refusals."""
        try:
            yield
        except sqlite3.Error as error:
            raise Refused(
                f"The store in {self.folder} cannot {what}: {os_error_text(error)}. Nothing was changed."
            ) from None

    def write(self, do: Callable[[sqlite3.Cursor], T], what: str) -> T:
        """Run statements in a transaction: all of them, or none."""
        if file_identity(self.path) != self.file:  # what is written to a file that is gone is lost without a word
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

    def document(self, kind: str, key: str) -> Document | None:
        rows = self._papers("kind = ? AND key = ?", kind, key)
        return rows[0] if rows else None

    def documents(self, kind: str, of: str = "", by: str = "") -> list[Document]:
        which = "kind = ?" + (" AND of = ?" if of else "") + (" AND by = ?" if by else "")
        return self._papers(which, kind, *filter(None, (of, by)))

    def _papers(self, which: str, *values: str) -> list[Document]:
        with self.doing("read its papers"):
            select = f"SELECT kind, key, body, of, by FROM papers WHERE {which} ORDER BY rowid"
            return [Document(*row) for row in self.db.execute(select, values).fetchall()]

    def put(self, *papers: Document) -> None:
        rows = [(p.kind, p.key, p.of, p.by, p.body) for p in papers]
        insert = (
            "INSERT INTO papers (kind, key, of, by, body) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (kind, key) DO UPDATE SET of = excluded.of, by = excluded.by, body = excluded.body"
        )
        self.write(lambda cursor: cursor.executemany(insert, rows), "keep its papers")

    def put_if_absent(self, paper: Document) -> bool:
        row = (paper.kind, paper.key, paper.of, paper.by, paper.body)
        insert = (
            "INSERT INTO papers (kind, key, of, by, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, key) DO NOTHING"
        )
        return self.write(lambda cursor: cursor.execute(insert, row).rowcount == 1, "keep its papers")

    def remove(self, kind: str, *keys: str) -> None:
        rows = [(kind, key) for key in keys]
        self.write(
            lambda cursor: cursor.executemany("DELETE FROM papers WHERE kind = ? AND key = ?", rows), "drop a paper"
        )


def file_identity(path: Path) -> tuple[int, int] | None:
    """The identity of the file at a path, if there is one."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
