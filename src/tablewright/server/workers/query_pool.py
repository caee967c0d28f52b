"""Counters: processes that draft and count, so that a table never waits for it.

Each has a limit of time and of memory. What is outdated before anybody began with it is never begun.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
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
from tablewright.server.workers.forecast import forecast_for_seat
from tablewright.table import SeatView, Table
from tablewright.table.core import EventReducer, decode_snapshot
from tablewright.table.log import InMemoryLog

resource: Any = None
with suppress(ImportError):  # Windows has no such limits
    import resource

SECONDS = 5.0
MEMORY = 2 * 1024**3
MAX_CACHED = 500
"""Answers remembered, for seats that may know the same."""

QueryFunction = Callable[[SeatView, dict[str, Any]], Any]
QUERIES: dict[str, QueryFunction] = {
    "draft": lambda at, said: at.draft(said["action"], said["values"]),
    "odds": lambda at, said: at.odds(said["action"], said["values"]),
    "counsel": lambda at, said: at.advice(said["of"], said["at"]),
    "actions": lambda at, _: at.actions,
    "desk": lambda at, _: at.quick_actions,
    "values": lambda at, said: at.editable_values(said["panel"], said["label"]),
    "forecast": lambda at, said: forecast_for_seat(at, said["name"], said["policy"], said["round"]),
}
SLOW_QUERIES: dict[str, float] = {"forecast": 30.0}
"""What is counted apart from the rest, and how many seconds it may take: nobody's form waits for it."""


class QueryResult(msgspec.Struct, frozen=True):
    """What came of counting: JSON, or why not."""

    json: bytes = b""
    why: str = ""
    field: str = ""
    fault: str = ""
    """What was wrong with the rules and where, for the log."""


def limit_memory(memory: int) -> None:
    """A counter takes no more memory than this."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def run_query(source: str, packed: bytes, seat: str, what: str, said: dict[str, Any]) -> QueryResult:
    """In a process of its own: one question from one seat, about a table as it was packed."""
    try:
        return QueryResult(msgspec.json.encode(QUERIES[what](SeatView(_table(source, packed), seat), said)))
    except Refused as refused:
        return QueryResult(why=str(refused), field=refused.field)
    except (GameError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        why = f"This cannot be counted: the game's rules fail at it ({type(error).__name__})."
        return QueryResult(why=why, fault=error_location(error))
    except MemoryError:
        return QueryResult(why="This is too much to count here.")


def preload_games(sources: tuple[str, ...]) -> None:
    """In a process of its own: the games are there."""
    for source in sources:
        find_game(source)


@lru_cache(maxsize=8)
def _table(source: str, packed: bytes) -> Table:
    box: InstalledGame = find_game(source)
    found = decode_snapshot(box.game, packed)
    return Table(EventReducer(box.game, InMemoryLog()), found.standing, found.moment)


class QueryPool:
    def __init__(self, processes: int, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        context = multiprocessing.get_context("spawn")

        def pool(many: int) -> ProcessPool:
            return ProcessPool(
                max_workers=many, max_tasks=2_000, context=context, initializer=limit_memory, initargs=(memory,)
            )

        self.pool, self.slow = pool(processes), pool(1)
        self.processes, self.seconds = processes, seconds
        self.shared: OrderedDict[bytes, asyncio.Task[QueryResult]] = OrderedDict()
        self.wanted: Counter[bytes] = Counter()
        """How many wait for each answer."""
        self.asked, self.counted = 0, 0

    def warm(self, sources: Iterable[str]) -> None:
        """Lets every counter find the games before anybody waits for it."""
        for _ in range(self.processes):
            self.pool.schedule(preload_games, args=(tuple(sources),))

    async def ask(
        self, source: str, packed: bytes, seat: str, what: str, said: dict[str, Any], known: bytes
    ) -> QueryResult:
        """An answer; `known` is all that it may depend on, so that it is counted once for all who know the same."""
        self.asked += 1
        task = self.shared.get(known)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = asyncio.ensure_future(self._count(source, packed, seat, what, said))
            self.shared[known] = task
            if len(self.shared) > MAX_CACHED:
                self.shared.popitem(last=False)
        self.wanted[known] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self.wanted[known] -= 1
            if not self.wanted[known]:
                del self.wanted[known]
                if not task.done():  # nobody waits for it any more, and whoever asks anew shall not wait for it either
                    task.cancel()
                    self.shared.pop(known, None)

    async def _count(self, source: str, packed: bytes, seat: str, what: str, said: dict[str, Any]) -> QueryResult:
        self.counted += 1
        pool, seconds = (self.slow, SLOW_QUERIES[what]) if what in SLOW_QUERIES else (self.pool, self.seconds)
        future = pool.schedule(run_query, args=(source, packed, seat, what, said), timeout=seconds)
        counting = asyncio.wrap_future(future)
        counting.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may be heard by nobody
        try:
            answer: QueryResult = await asyncio.shield(counting)
        except TooLong:
            return QueryResult(why="This takes too long to count.")
        except (CancelledError, asyncio.CancelledError):
            if not future.running():  # one that has begun ends by itself: a new process costs more than its answer
                future.cancel()  # type: ignore[no-untyped-call]  # it has no types
            raise
        except Exception:  # a counter that died, of too much memory or otherwise: the next one takes its place
            return QueryResult(why="This is too much to count here.")
        return answer

    def close(self) -> None:
        for pool in (self.pool, self.slow):
            pool.stop()  # type: ignore[no-untyped-call]  # it has no types
            with suppress(Exception):
                pool.join(timeout=5)
