"""The query pool: processes that answer queries, so that no table waits while something is counted.

Each has a limit of time and of memory. A query that is cancelled before a process has begun with it is never run.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import Counter, OrderedDict
from collections.abc import Iterable
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as TooLong
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec
from pebble import ProcessPool

from tablewright.catalog import InstalledGame, find_game
from tablewright.rules import GameError, Refused
from tablewright.server.logs import error_location
from tablewright.server.protocol import AnyQuery, LabQuery
from tablewright.table import SeatView, Table
from tablewright.table.core import EventReducer, decode_snapshot
from tablewright.table.log import InMemoryLog

from .forecast import ForecastLab

resource: Any = None
with suppress(ImportError):  # Windows has no such limits
    import resource

SECONDS = 5.0  # a seat's query may take so long
LAB_SECONDS = 30.0  # and a query of the lab, which has a pool of its own: no form waits for it
MEMORY = 2 * 1024**3  # bytes of one process
MAX_CACHED = 500  # answers kept for seats that may know the same


class PoolAnswer(msgspec.Struct, frozen=True):
    """The answer to a query, as JSON, or the reason why there is none."""

    json: bytes = b""
    reason: str = ""
    field: str = ""
    fault: str = ""
    """What is wrong with the game's rules and where, for the log."""


def limit_memory(memory: int) -> None:
    """Limit the memory of this process."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def run_query(source: str, packed: bytes, seat: str, query: AnyQuery) -> PoolAnswer:
    """Answer a query from a seat of a table, in a process of the pool."""
    try:
        view = SeatView(_table(source, packed), seat)
        found = query.run(view, ForecastLab()) if isinstance(query, LabQuery) else query.run(view)
        return PoolAnswer(msgspec.json.encode(found))
    except Refused as refused:
        return PoolAnswer(reason=str(refused), field=refused.field)
    except (GameError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        why = f"This cannot be counted: the game's rules fail at it ({type(error).__name__})."
        return PoolAnswer(reason=why, fault=error_location(error))
    except MemoryError:
        return PoolAnswer(reason="This is too much to count here.")


def preload_games(sources: tuple[str, ...]) -> None:
    """Load these games in a process of the pool."""
    for source in sources:
        find_game(source)


@lru_cache(maxsize=8)
def _table(source: str, packed: bytes) -> Table:
    box: InstalledGame = find_game(source)
    found = decode_snapshot(box.game, packed)
    return Table(EventReducer(box.game, InMemoryLog()), found.standing, found.moment)


class QueryPool:
    """Two pools of processes, one for seats' queries and one for the lab's, and a cache of their answers."""

    def __init__(self, processes: int, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        context = multiprocessing.get_context("spawn")

        def pool(size: int) -> ProcessPool:
            return ProcessPool(
                max_workers=size, max_tasks=2_000, context=context, initializer=limit_memory, initargs=(memory,)
            )

        self.pool, self.lab_pool = pool(processes), pool(1)
        self.processes, self.seconds = processes, seconds
        self.shared: OrderedDict[bytes, asyncio.Task[PoolAnswer]] = OrderedDict()
        self.wanted: Counter[bytes] = Counter()
        """How many clients wait for each answer."""
        self.asked, self.counted = 0, 0

    def warm(self, sources: Iterable[str]) -> None:
        """Let every process load the games before anybody waits for it."""
        for _ in range(self.processes):
            self.pool.schedule(preload_games, args=(tuple(sources),))

    async def ask(self, source: str, packed: bytes, seat: str, query: AnyQuery, key: bytes) -> PoolAnswer:
        """Answer a query. `key` is all that the answer may depend on: it is counted once for all who know the same."""
        self.asked += 1
        task = self.shared.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = asyncio.ensure_future(self._count(source, packed, seat, query))
            self.shared[key] = task
            if len(self.shared) > MAX_CACHED:
                self.shared.popitem(last=False)
        self.wanted[key] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self.wanted[key] -= 1
            if not self.wanted[key]:
                del self.wanted[key]
                if not task.done():  # nobody waits for it any more, and a client that asks anew must not wait for it
                    task.cancel()
                    self.shared.pop(key, None)

    async def _count(self, source: str, packed: bytes, seat: str, query: AnyQuery) -> PoolAnswer:
        self.counted += 1
        of_lab = isinstance(query, LabQuery)
        pool, seconds = (self.lab_pool, LAB_SECONDS) if of_lab else (self.pool, self.seconds)
        future = pool.schedule(run_query, args=(source, packed, seat, query), timeout=seconds)
        counting = asyncio.wrap_future(future)
        counting.add_done_callback(lambda done: done.cancelled() or done.exception())  # there may be nobody to read it
        try:
            answer: PoolAnswer = await asyncio.shield(counting)
        except TooLong:
            return PoolAnswer(reason="This takes too long to count.")
        except (CancelledError, asyncio.CancelledError):
            if not future.running():  # one that has begun ends by itself: a new process costs more than its answer
                future.cancel()  # type: ignore[no-untyped-call]  # it has no types
            raise
        except Exception:  # a process that died, of too much memory or otherwise: the next one takes its place
            return PoolAnswer(reason="This is too much to count here.")
        return answer

    def close(self) -> None:
        for pool in (self.pool, self.lab_pool):
            pool.stop()  # type: ignore[no-untyped-call]  # it has no types
            with suppress(Exception):
                pool.join(timeout=5)
