"""Appending to many tables at once in SQLite, with a few statements for any number of tables.

Between two statements other threads of the process may run first, so many small ones would wait for many turns.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from typing import Any

from tablewright.rules import Refused
from tablewright.table.log import PASSING, STAYING

from .store import AppendBatch, DuplicateCommand, VersionConflict

SPARE_SNAPSHOTS = 400  # entries after which a snapshot is deleted, unless it is a lasting one
SIZES = (64, 16, 4, 1)  # rows of a statement: few different numbers, so that each is prepared once

Row = tuple[Any, ...]


def append_batches(cursor: sqlite3.Cursor, bundles: Sequence[AppendBatch], wary: bool = False) -> list[Refused | None]:
    """Append bundles in a transaction. Returns the reason for each whose table has grown elsewhere; thins out old
    snapshots.

    With `wary`, a bundle that was appended before is refused by itself. Without it `DuplicateCommand` is raised and
    nothing is written.
    """
    try:
        return _appended(
            cursor, bundles, [DuplicateCommand() if wary and _is_there(cursor, b) else None for b in bundles]
        )
    except sqlite3.IntegrityError:
        raise DuplicateCommand from None


def _is_there(cursor: sqlite3.Cursor, bundle: AppendBatch) -> bool:
    select = "SELECT 1 FROM records WHERE of = ? AND tag = ?"
    return bool(bundle.tag) and cursor.execute(select, (bundle.of, bundle.tag)).fetchone() is not None


def _appended(
    cursor: sqlite3.Cursor, bundles: Sequence[AppendBatch], whys: list[Refused | None]
) -> list[Refused | None]:
    """Append the bundles that are not refused yet."""
    lengths: dict[str, int] = dict(
        _read(cursor, "SELECT id, length FROM tables WHERE id IN ({})", [b.of for b in bundles])
    )
    whys = [
        why or (None if lengths.get(b.of, -1) == b.records[0].number else VersionConflict())
        for b, why in zip(bundles, whys, strict=True)
    ]
    kept = [bundle for bundle, why in zip(bundles, whys, strict=True) if why is None]
    rows = [
        (b.of, r.number, r.told_from, r.body, r.hash, (b.tag or None) if r is b.records[-1] else None)
        for b in kept
        for r in b.records
    ]
    _insert(cursor, "INSERT INTO records (of, number, told_from, body, hash, tag) VALUES {}", rows)
    _snapshots(cursor, kept)
    now = time.time()
    lasts = [(b.of, b.records[-1]) for b in kept]
    heads = [(of, last.number + 1, last.hash, now, last.closed) for of, last in lasts]
    _insert(
        cursor,
        "UPDATE tables SET length = new.column2, hash = new.column3, touched = new.column4, closed = new.column5 "
        "FROM (VALUES {}) AS new WHERE id = new.column1",
        heads,
    )
    return whys


def _snapshots(cursor: sqlite3.Cursor, bundles: Sequence[AppendBatch]) -> None:
    """Write new snapshots in place of those kept only until then."""
    new = [(b.of, r.number, r.lasts, r.snapshot) for b in bundles for r in b.records if r.snapshot is not None]
    tables = list(dict.fromkeys(of for of, *_ in new))
    list(_read(cursor, f"DELETE FROM snapshots WHERE lasting = {PASSING} AND of IN ({{}})", tables))
    old = f"DELETE FROM snapshots WHERE of = ? AND number < ? AND lasting = {STAYING}"
    for bundle in bundles:
        last = bundle.records[-1]
        if bundle.of in tables and not last.passing:
            cursor.execute(old, (bundle.of, last.number - SPARE_SNAPSHOTS))
    _insert(cursor, "INSERT INTO snapshots (of, number, lasting, packed) VALUES {}", new)


def _insert(cursor: sqlite3.Cursor, statement: str, rows: Sequence[Row]) -> None:
    for part in _parts(rows):
        marks = f"({', '.join('?' * len(part[0]))})"
        cursor.execute(statement.format(", ".join([marks] * len(part))), [value for row in part for value in row])


def _read(cursor: sqlite3.Cursor, statement: str, ids: Sequence[str]) -> Iterator[Row]:
    for part in _parts(ids):
        yield from cursor.execute(statement.format(", ".join("?" * len(part))), part).fetchall()


def _parts(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Split rows into parts of a few sizes, in order."""
    begin = 0
    for size in SIZES:
        while len(rows) - begin >= size:
            yield rows[begin : begin + size]
            begin += size
