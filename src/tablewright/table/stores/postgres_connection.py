"""A connection to PostgreSQL, on an event loop in a thread of its own, behind a synchronous interface.

A lost connection is opened again automatically. Queries are refused with a sentence while the database is away.
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
#: A query, and whether it was sent before on a connection that was lost, so that it may have run.
Query = Callable[[Connection, bool], Awaitable[T]]

CONNECT, ANSWER = 5.0, 30.0  # seconds to wait for a connection, and for an answer
#: Seconds after a failed connection in which none is tried, so that nobody waits twice for a missing server.
RETRY_DELAY = 0.5
#: Error codes of a server that shuts down or takes no more connections.
SHUTDOWN_CODES = frozenset(("57P01", "57P02", "57P03", "53300"))


class PostgresConnection:
    """A connection that runs its queries one after the other."""

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
        """Run a query and return its result. Tries a lost connection once more, then raises `StoreUnavailable`."""
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
        """Open a new connection: the shared one, or a separate one for a lock."""
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
        """Run a coroutine on the connection's loop, beside its queries."""
        return asyncio.run_coroutine_threadsafe(doing, self.loop).result()

    def begin(self, doing: Coroutine[Any, Any, None]) -> None:
        """Start a task that runs beside the queries until the connection is closed."""
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


#: exceptions that connecting may raise
DATABASE_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, ValueError)


def is_connection_lost(connection: Connection, error: Exception) -> bool:
    """True if an error means that the connection is gone, or can no longer be trusted."""
    state = getattr(error, "sqlstate", "") or ""
    return connection.is_closed() or isinstance(error, OSError) or state.startswith("08") or state in SHUTDOWN_CODES


def error_text(error: Exception) -> str:
    """Describe an error in the database's words, without anything that was sent to it."""
    words = str(error).split("\n", maxsplit=1)[0].strip().rstrip(".")
    return words or "no answer in time"


def safe_url(url: str) -> str:
    """The database's name for people, without its password."""
    try:
        host = urlsplit(url).hostname
    except ValueError:
        host = ""
    return f"The database at {host}" if host else "The database"


def lock_number(word: str) -> int:
    """The number by which the database locks a name."""
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "big", signed=True)
