"""How tables lie in PostgreSQL, and how a database of an earlier version becomes one of this."""

from __future__ import annotations

from tablewright.rules.errors import Refused

from .postgres_connection import Connection, lock_number

SCHEMA_VERSION = 2

#: What each version added to the one before. The seeds are apart, so that a journal can be shown without them.
MIGRATIONS = {
    1: """
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
);
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
""",
    # A snapshot lives until the next one: making it small costs more than it takes, where it fits a page as it is.
    2: "ALTER TABLE snapshots SET (toast_tuple_target = 8160)",
}
VERSIONS = "CREATE TABLE IF NOT EXISTS tablewright (version INTEGER NOT NULL)"


async def migrate(connection: Connection) -> None:
    """Brings the database to the present version, all at once; of several who would, one does."""
    if await version_of(connection) == SCHEMA_VERSION:
        return
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", lock_number("tablewright/schema"))
        version = await version_of(connection)
        if version > SCHEMA_VERSION:
            raise Refused("These tables were written by a newer version of Tablewright: use that one.")
        for number in range(version + 1, SCHEMA_VERSION + 1):
            await connection.execute(MIGRATIONS[number])
        await connection.execute(
            f"{VERSIONS}; DELETE FROM tablewright; INSERT INTO tablewright VALUES ({SCHEMA_VERSION})"
        )


async def version_of(connection: Connection) -> int:
    """Which version the database is of; 0, if it is of none yet.

    Looked up in the catalogue itself: what a session remembers of a missing table may be older than a lock it took.
    """
    there = "SELECT count(*) FROM pg_class WHERE relname = 'tablewright' AND pg_table_is_visible(oid)"
    if not await connection.fetchval(there):
        return 0
    return int(await connection.fetchval("SELECT max(version) FROM tablewright") or 0)
