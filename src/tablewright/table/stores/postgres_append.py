"""Appending to many tables at once in PostgreSQL: one statement, one transaction, one sync.

The statement itself checks the length: a table moves from the length its writer knows to the next, or not at all. Its
notification has the ids and new lengths of many tables in one message.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import asyncpg

from tablewright.rules import Refused
from tablewright.table.log import PASSING, STAYING

from .postgres_connection import Connection
from .store import AppendBatch, DuplicateCommand, VersionConflict

SPARE = 400  # entries after which a snapshot is deleted, unless it is a lasting one
CHANNEL = "tablewright"
NOTIFY_LIMIT = 200  # tables in one notification: the database passes on 8,000 bytes
MAX_TRIES = 5  # tries of a group that ran into a deadlock with another

APPEND = f"""
WITH given AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::bool[])
    AS given (of, first, length, hash, closed)
), moved AS (
    UPDATE tables SET length = given.length, hash = given.hash, closed = given.closed, touched = $6
    FROM given WHERE tables.id = given.of AND tables.length = given.first
    RETURNING tables.id, tables.length
), kept AS (
    INSERT INTO records (of, number, told_from, body, hash, tag)
    SELECT r.* FROM unnest($7::text[], $8::int[], $9::int[], $10::bytea[], $11::text[], $12::bytea[])
    AS r (of, number, told_from, body, hash, tag) JOIN moved ON moved.id = r.of
), shot AS (
    INSERT INTO snapshots (of, number, lasting, packed)
    SELECT s.* FROM unnest($13::text[], $14::int[], $15::int[], $16::bytea[])
    AS s (of, number, lasting, packed) JOIN moved ON moved.id = s.of
), spared AS (
    DELETE FROM snapshots USING moved WHERE snapshots.of = moved.id AND moved.id = ANY ($13::text[])
    AND (lasting = {PASSING} OR lasting = {STAYING} AND number < moved.length - 1 - {SPARE})
), reseeded AS (
    INSERT INTO seeds (of, seed)
    SELECT s.* FROM unnest($17::text[], $18::text[]) AS s (of, seed) JOIN moved ON moved.id = s.of
    ON CONFLICT (of) DO UPDATE SET seed = excluded.seed
)
SELECT array_agg(id) AS ids, pg_notify('{CHANNEL}', string_agg(id || ' ' || length, ' '))
FROM (SELECT id, length, (row_number() OVER () - 1) / {NOTIFY_LIMIT} AS part FROM moved) AS told GROUP BY part
"""


async def append_all(connection: Connection, bundles: Sequence[AppendBatch], again: bool) -> list[Refused | None]:
    """Append bundles and return the reason for each that failed. With `again`, the connection was lost before."""
    out: list[Refused | None] = [None] * len(bundles)
    for numbers in group_batches(bundles):
        kept = await _kept(connection, [bundles[n] for n in numbers])
        for n in numbers:
            if bundles[n].of in kept:
                out[n] = kept[bundles[n].of]
            elif not (again and await was_appended(connection, bundles[n])):
                out[n] = VersionConflict()
    return out


def group_batches(bundles: Sequence[AppendBatch]) -> Iterator[list[int]]:
    """Split the bundles into groups with each table once, in the order they came; returns their places."""
    left = list(range(len(bundles)))
    while left:
        first: dict[str, int] = {}
        for n in left:
            first.setdefault(bundles[n].of, n)
        yield [first[of] for of in sorted(first)]
        left = [n for n in left if first[bundles[n].of] != n]


async def _kept(connection: Connection, bundles: Sequence[AppendBatch]) -> dict[str, Refused | None]:
    """Append a group. Returns the tables that were appended to, and the bundles that failed, with reasons."""
    try:
        return dict.fromkeys(await append(connection, bundles))
    except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError) as error:
        if len(bundles) == 1:
            twice = isinstance(error, asyncpg.UniqueViolationError)
            return {bundles[0].of: DuplicateCommand() if twice else Refused("This cannot be kept as it is.")}
    out: dict[str, Refused | None] = {}
    for bundle in bundles:  # one of them cannot be kept; the others shall not suffer from it
        out |= await _kept(connection, [bundle])
    return out


async def append(connection: Connection, bundles: Sequence[AppendBatch]) -> list[str]:
    """Append one bundle to each of some tables; returns the ids of those that succeeded."""
    values = columns(bundles)
    for tried in range(MAX_TRIES):
        try:
            return [id for row in await connection.fetch(APPEND, *values) for id in row["ids"]]
        except (asyncpg.DeadlockDetectedError, asyncpg.SerializationError):
            if tried == MAX_TRIES - 1:
                raise
    return []


def columns(bundles: Sequence[AppendBatch]) -> list[object]:
    """Parameters of the statement, column by column."""
    lasts = [(b.of, b.records[0].number, b.records[-1]) for b in bundles]
    records = [(b.of, r, b.tag.encode() if b.tag and r is b.records[-1] else None) for b in bundles for r in b.records]
    shots = [(of, r) for of, r, _ in records if r.snapshot is not None]
    seeds = [(b.of, b.seed) for b in bundles if b.seed]
    return [
        [of for of, _, _ in lasts],
        [first for _, first, _ in lasts],
        [last.number + 1 for _, _, last in lasts],
        [last.hash for _, _, last in lasts],
        [last.closed for _, _, last in lasts],
        time.time(),
        [of for of, _, _ in records],
        [r.number for _, r, _ in records],
        [r.told_from for _, r, _ in records],
        [r.body for _, r, _ in records],
        [r.hash for _, r, _ in records],
        [tag for _, _, tag in records],
        [of for of, _ in shots],
        [r.number for _, r in shots],
        [r.lasts for _, r in shots],
        [r.snapshot for _, r in shots],
        [of for of, _ in seeds],
        [seed for _, seed in seeds],
    ]


async def was_appended(connection: Connection, bundle: AppendBatch) -> bool:
    """True if this very bundle was appended before: its last record has its number, its hash and its tag."""
    last, tag = bundle.records[-1], bundle.tag.encode() or None
    select = "SELECT hash, tag FROM records WHERE of = $1 AND number = $2"
    row = await connection.fetchrow(select, bundle.of, last.number)
    return row is not None and (row["hash"], row["tag"]) == (last.hash, tag)
