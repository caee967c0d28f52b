"""A line to PostgreSQL: one connection, on a loop of its own in a thread of its own, behind a synchronous face.

A connection that is lost is made again by itself. What is asked while the database is away is refused with a sentence.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

import asyncpg

from .store import StoreUnavailable

T = TypeVar("T")
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Query = Callable[[Connection, bool], Awaitable[T]]
"""What to ask; and whether it was asked before on a connection that was lost, so that it may have been done."""

CONNECT, ANSWER = 5.0, 30.0
"""Seconds to wait for a connection, and for an answer."""
RETRY_DELAY = 0.5
"""Seconds after a failed connection in which none is tried: nobody waits twice for what is not there."""
#: What the server says when it goes.
SHUTDOWN_CODES = frozenset(("57P01", "57P02", "57P03", "53300"))


class PostgresConnection:
    """Whatever is asked is asked one after the other."""

    def __init__(self, url: str) -> None:
        self.url, self.called = url, safe_url(url)
        self.loop = asyncio.new_event_loop()
        self._connection: Connection | None = None
        self._not_before = 0.0
        self._why = ""
        self._beside: list[asyncio.Task[None]] = []
        self._turn = asyncio.Lock()
        self.thread = threading.Thread(target=self.loop.run_forever, name="postgres", daemon=True)
        self.thread.start()

    def ask(self, asking: Query[T], what: str) -> T:
        """The answer. A lost connection is tried once more; then Away. What the database says is said in a sentence."""
        if self.loop.is_closed():
            raise self.away(what, "it was left")
        return asyncio.run_coroutine_threadsafe(self._ask(asking, what), self.loop).result()

    async def _ask(self, asking: Query[T], what: str) -> T:
        async with self._turn:
            try:
                return await self._asked(asking, what, again=False)
            except ConnectionError:
                try:
                    return await self._asked(asking, what, again=True)
                except ConnectionError as error:
                    raise self.away(what, str(error), unsure=True) from None

    async def _asked(self, asking: Query[T], what: str, again: bool) -> T:
        connection = await self._connected(what, again)
        try:
            return await asking(connection, again)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            if not is_connection_lost(connection, error):
                raise
            self._drop()
            raise ConnectionError(error_text(error)) from None

    async def _connected(self, what: str, again: bool) -> Connection:
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        if time.monotonic() < self._not_before:
            raise self.away(what, self._why, again)
        try:
            self._connection = await self.connection()
        except DATABASE_ERRORS as error:
            self._not_before, self._why = time.monotonic() + RETRY_DELAY, error_text(error)
            raise self.away(what, self._why, again) from None
        return self._connection

    async def connection(self) -> Connection:
        """A new connection: ours, or of its own for whoever holds something by it."""
        named = {"application_name": f"tablewright {os.getpid()}"}
        return await asyncpg.connect(self.url, timeout=CONNECT, command_timeout=ANSWER, server_settings=named)

    def away(self, what: str, why: str, unsure: bool = False) -> StoreUnavailable:
        after = "Whether it was done is seen when it is back." if unsure else "Nothing was changed."
        return StoreUnavailable(f"{self.called} cannot {what}, it is not there: {why}. {after}")

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def run(self, doing: Coroutine[Any, Any, T]) -> T:
        """Runs something on the loop of the line, beside what is asked."""
        return asyncio.run_coroutine_threadsafe(doing, self.loop).result()

    def begin(self, doing: Coroutine[Any, Any, None]) -> None:
        """Begins something that goes on beside what is asked, until the line is closed."""
        # Remembered here: a loop forgets what nobody else remembers.
        self.loop.call_soon_threadsafe(lambda: self._beside.append(self.loop.create_task(doing)))

    def close(self) -> None:
        if self.thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._close(), self.loop).result()
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join()
            self.loop.close()

    async def _close(self) -> None:
        self._drop()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


DATABASE_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, ValueError)
"""What connecting may raise."""


def is_connection_lost(connection: Connection, error: Exception) -> bool:
    """Whether an error means that the connection is gone, or no longer to be trusted."""
    state = getattr(error, "sqlstate", "") or ""
    return connection.is_closed() or isinstance(error, OSError) or state.startswith("08") or state in SHUTDOWN_CODES


def error_text(error: Exception) -> str:
    """What went wrong, in the database's words, without anything that was sent to it."""
    words = str(error).split("\n", maxsplit=1)[0].strip().rstrip(".")
    return words or "no answer in time"


def safe_url(url: str) -> str:
    """What a database is called to people: never by its password."""
    try:
        host = urlsplit(url).hostname
    except ValueError:
        host = ""
    return f"The database at {host}" if host else "The database"


def lock_number(word: str) -> int:
    """The number by which the database locks what is called this."""
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "big", signed=True)
