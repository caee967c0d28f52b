"""The SQLite schema: created when a file is new. A later version adds its migrations here."""

from __future__ import annotations

import sqlite3

SCHEMA_VERSION = 1

CREATE_TABLES = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, source TEXT NOT NULL,
    by_hand INTEGER NOT NULL, created REAL NOT NULL, touched REAL NOT NULL,
    length INTEGER NOT NULL, hash TEXT NOT NULL, closed INTEGER NOT NULL
);
CREATE TABLE records (
    of TEXT NOT NULL, number INTEGER NOT NULL, told_from INTEGER NOT NULL, body BLOB NOT NULL, hash TEXT NOT NULL,
    tag TEXT, PRIMARY KEY (of, number)
) WITHOUT ROWID;
CREATE INDEX told ON records (of, told_from);
CREATE UNIQUE INDEX tags ON records (of, tag) WHERE tag IS NOT NULL;
CREATE TABLE snapshots (
    of TEXT NOT NULL, number INTEGER NOT NULL, lasting INTEGER NOT NULL, packed BLOB NOT NULL,
    PRIMARY KEY (of, number)
) WITHOUT ROWID;
CREATE INDEX passing ON snapshots (of) WHERE lasting = -1;
CREATE TABLE papers (
    kind TEXT NOT NULL, key TEXT NOT NULL, of TEXT NOT NULL, by TEXT NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (kind, key)
);
CREATE INDEX papers_of ON papers (kind, of);
CREATE INDEX papers_by ON papers (kind, by);
"""


def create_sqlite_schema(db: sqlite3.Connection) -> None:
    """Create the tables of a new file in one transaction; another process may have done it meanwhile."""
    db.execute("BEGIN IMMEDIATE")
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            for statement in CREATE_TABLES.split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
