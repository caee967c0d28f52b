"""How tables lie in SQLite, and how a file of an earlier version becomes one of this."""

from __future__ import annotations

import sqlite3

SCHEMA_VERSION = 3

CREATE_TABLES = """
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
"""
#: What each version added to the one before.
MIGRATIONS = {
    2: """
ALTER TABLE records ADD COLUMN tag TEXT;
CREATE UNIQUE INDEX tags ON records (of, tag) WHERE tag IS NOT NULL;
CREATE TABLE papers (
    kind TEXT NOT NULL, key TEXT NOT NULL, of TEXT NOT NULL, by TEXT NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (kind, key)
);
CREATE INDEX papers_of ON papers (kind, of);
CREATE INDEX papers_by ON papers (kind, by);
""",
    3: "CREATE INDEX passing ON snapshots (of) WHERE lasting = -1;",
}


def migrate(db: sqlite3.Connection) -> None:
    """Brings the file to the present version, all at once; another process may have done it meanwhile."""
    db.execute("BEGIN IMMEDIATE")
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        for number in range(version + 1, SCHEMA_VERSION + 1):
            for statement in MIGRATIONS.get(number, CREATE_TABLES).split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
