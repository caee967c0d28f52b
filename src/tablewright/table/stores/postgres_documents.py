"""Queries to PostgreSQL with errors as sentences, and the documents kept beside the tables."""

from __future__ import annotations

from typing import Any, TypeVar

import asyncpg

from tablewright.rules import Refused

from .postgres_append import CHANNEL
from .postgres_connection import Connection, PostgresConnection, Query, error_text
from .store import Document

T = TypeVar("T")


class PostgresDocuments:
    """A database."""

    line: PostgresConnection

    def doing(self, asking: Query[T], what: str) -> T:
        """Run a query; errors of the database become refusals."""
        try:
            return self.line.ask(asking, what)
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise Refused(f"{self.line.called} cannot {what}: {error_text(error)}. Nothing was changed.") from None

    def rows(self, query: str, *values: Any, what: str = "read a table") -> list[asyncpg.Record]:
        """Rows of a query; none for text that no database can hold."""
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []
        return self.doing(lambda connection, _: connection.fetch(query, *values), what)

    def document(self, kind: str, key: str) -> Document | None:
        found = self._papers("kind = $1 AND key = $2", kind, key)
        return found[0] if found else None

    def documents(self, kind: str, of: str = "", by: str = "") -> list[Document]:
        which = "kind = $1 AND ($2 = '' OR of = $2) AND ($3 = '' OR by = $3)"
        return self._papers(which, kind, of, by)

    def _papers(self, which: str, *values: str) -> list[Document]:
        select = f"SELECT kind, key, body, of, by FROM papers WHERE {which} ORDER BY laid"
        return [Document(*row) for row in self.rows(select, *values, what="read its papers")]

    def put(self, *papers: Document) -> None:
        rows = [(p.kind, p.key, p.of, p.by, p.body) for p in papers]
        insert = (
            "INSERT INTO papers (kind, key, of, by, body) VALUES ($1, $2, $3, $4, $5) "
            "ON CONFLICT (kind, key) DO UPDATE SET of = excluded.of, by = excluded.by, body = excluded.body"
        )

        async def put(connection: Connection, _: bool) -> None:
            async with connection.transaction():
                await connection.executemany(insert, rows)
                for of in {p.of for p in papers if p.of}:  # processes with this table in memory look again
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{of} 0")

        self.doing(put, "keep its papers")

    def put_if_absent(self, paper: Document) -> bool:
        row = (paper.kind, paper.key, paper.of, paper.by, paper.body)
        insert = (
            "INSERT INTO papers (kind, key, of, by, body) VALUES ($1, $2, $3, $4, $5) "
            "ON CONFLICT (kind, key) DO NOTHING RETURNING key"
        )
        return self.doing(lambda connection, _: connection.fetchval(insert, *row), "keep its papers") is not None

    def remove(self, kind: str, *keys: str) -> None:
        delete = "DELETE FROM papers WHERE kind = $1 AND key = ANY($2::text[])"
        self.doing(lambda connection, _: connection.execute(delete, kind, keys), "drop a paper")
