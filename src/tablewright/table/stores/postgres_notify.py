"""Being woken by PostgreSQL when tables go on, whoever it was that went on with them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import asyncpg

from .postgres_append import CHANNEL
from .postgres_connection import DATABASE_ERRORS, Connection, PostgresConnection
from .store import OnAppend

RETRY_DELAY = 0.5
"""Seconds between two attempts to listen again."""


WORDS, MAX_WORD = "tablewright_words", 7_900
"""Where processes say something to each other that is kept nowhere, and how many bytes the database passes on."""


async def listen_forever(line: PostgresConnection, heard: OnAppend, word: Callable[[str], None]) -> None:
    """Listens on a connection of its own, for ever. Once it listens, some may have been missed; that is said first."""
    while True:
        gone = asyncio.Event()
        try:
            connection = await line.connection()
        except DATABASE_ERRORS:
            await asyncio.sleep(RETRY_DELAY)
            continue
        try:
            connection.add_termination_listener(lambda _, gone=gone: gone.set())
            await connection.add_listener(CHANNEL, lambda *said: _hear(heard, str(said[-1])))
            await connection.add_listener(WORDS, lambda *said: word(str(said[-1])))
            heard({})
            await gone.wait()
        except DATABASE_ERRORS:
            await asyncio.sleep(RETRY_DELAY)
        finally:
            connection.terminate()


def _hear(heard: OnAppend, payload: str) -> None:
    """Ids and lengths by turns; nothing, if it is anything else."""
    words = payload.split(" ")
    lengths = words[1::2]
    if len(words) == 2 * len(lengths) and all(length.lstrip("-").isdigit() for length in lengths):
        heard(dict(zip(words[::2], map(int, lengths), strict=True)))


async def advisory_lock(line: PostgresConnection, number: int, seconds: float) -> Connection | None:
    """A connection that holds a lock for as long as it lasts; nothing, if somebody else holds it all these seconds.

    No seconds at all are as many as it takes.
    """
    connection = await line.connection()
    try:
        await connection.execute(f"SET lock_timeout = {round(seconds * 1000)}")
        await connection.execute("SELECT pg_advisory_lock($1)", number)
        return connection
    except asyncpg.LockNotAvailableError:
        await connection.close()
        return None
    except BaseException:
        connection.terminate()
        raise
