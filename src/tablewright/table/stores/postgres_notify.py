"""Notifications from PostgreSQL when any process appends to tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import asyncpg

from .postgres_append import CHANNEL
from .postgres_connection import DATABASE_ERRORS, Connection, PostgresConnection
from .store import OnAppend

RETRY_DELAY = 0.5  # seconds between two attempts to listen again


#: Channel for short messages between processes that are stored nowhere, and the largest size of one.
WORDS, MAX_WORD = "tablewright_words", 7_900


async def listen_forever(line: PostgresConnection, heard: OnAppend, word: Callable[[str], None]) -> None:
    """Listen on a connection of its own, forever. First reports that notifications may have been missed."""
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
    """Parse ids and lengths by turns; empty for anything else."""
    words = payload.split(" ")
    lengths = words[1::2]
    if len(words) == 2 * len(lengths) and all(length.lstrip("-").isdigit() for length in lengths):
        heard(dict(zip(words[::2], map(int, lengths), strict=True)))


async def advisory_lock(line: PostgresConnection, number: int, seconds: float) -> Connection | None:
    """Open a connection that holds a lock as long as it lives; None if somebody else holds it for all these seconds.

    With 0 seconds it waits without a limit.
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
