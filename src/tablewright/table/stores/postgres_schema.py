"""The PostgreSQL schema: created when a database is new. A later version adds its migrations here."""

from __future__ import annotations

from tablewright.rules import Refused

from .postgres_connection import Connection, lock_number

SCHEMA_VERSION = 1

# Seeds have a table of their own, so that a journal can be shown without them. A snapshot lives until the next one:
# compressing it costs more than it saves, where it fits a page as it is (`toast_tuple_target`).
CREATE_TABLES = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, source TEXT NOT NULL,
    by_hand BOOLEAN NOT NULL, created DOUBLE PRECISION NOT NULL, touched DOUBLE PRECISION NOT NULL,
    length INTEGER NOT NULL, hash TEXT NOT NULL, closed BOOLEAN NOT NULL
);
CREATE TABLE records (
    of TEXT NOT NULL, number INTEGER NOT NULL, told_from INTEGER NOT NULL, body BYTEA NOT NULL, hash TEXT NOT NULL,
    tag BYTEA, PRIMARY KEY (of, number)
);
CREATE INDEX told ON records (of, told_from);
CREATE UNIQUE INDEX tags ON records (of, tag) WHERE tag IS NOT NULL;
CREATE TABLE snapshots (
    of TEXT NOT NULL, number INTEGER NOT NULL, lasting SMALLINT NOT NULL, packed BYTEA NOT NULL,
    PRIMARY KEY (of, number)
) WITH (toast_tuple_target = 8160);
CREATE INDEX passing ON snapshots (of) WHERE lasting = -1;
CREATE TABLE seeds (of TEXT PRIMARY KEY, seed TEXT NOT NULL);
REVOKE ALL ON seeds FROM PUBLIC;
CREATE TABLE papers (
    laid BIGINT GENERATED ALWAYS AS IDENTITY, kind TEXT NOT NULL, key TEXT NOT NULL, of TEXT NOT NULL,
    by TEXT NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (kind, key)
);
CREATE INDEX papers_of ON papers (kind, of);
CREATE INDEX papers_by ON papers (kind, by);
CREATE INDEX papers_laid ON papers (kind, laid);
"""
VERSIONS = "CREATE TABLE IF NOT EXISTS tablewright (version INTEGER NOT NULL)"


async def create_postgres_schema(connection: Connection) -> None:
    """Create the tables of a new database in one transaction. One of several processes does it, the others wait."""
    if await version_of(connection) == SCHEMA_VERSION:
        return
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", lock_number("tablewright/schema"))
        version = await version_of(connection)
        if version > SCHEMA_VERSION:
            raise Refused("These tables were written by a newer version of Tablewright: use that one.")
        if version == 0:
            await connection.execute(CREATE_TABLES)
            await connection.execute(f"{VERSIONS}; INSERT INTO tablewright VALUES ({SCHEMA_VERSION})")


async def version_of(connection: Connection) -> int:
    """Return the schema version of the database; 0 for a new one.

    Looked up in the catalogue itself: what a session remembers of a missing table may be older than a lock it took.
    """
    there = "SELECT count(*) FROM pg_class WHERE relname = 'tablewright' AND pg_table_is_visible(oid)"
    if not await connection.fetchval(there):
        return 0
    return int(await connection.fetchval("SELECT max(version) FROM tablewright") or 0)
