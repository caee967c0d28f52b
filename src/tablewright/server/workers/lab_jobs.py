"""Trials: the lab's experiments, run in a process of their own, one after the other; what is found so far is kept.

An experiment is answered soon and then better: exactly, if its states fit, else from more plays each time, always by
the same dice, so that each answer holds the one before it. Everything that is known of one lies in the store: any
worker can show it to anybody who has its link.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import TimeoutError as TooLong
from contextlib import suppress
from typing import Any, Literal, TypeVar

import msgspec
from pebble import ProcessPool

from tablewright.catalog import InstalledGame
from tablewright.lab import AnswerCache
from tablewright.lab.execution import WorkOptions, answer_spec
from tablewright.lab.results import BestPlay, RunResult
from tablewright.lab.spec import BEST, RunOptions, RunSpec, make_spec
from tablewright.lab.studies import best_of
from tablewright.rules import GameError, Refused
from tablewright.server.limits import Limits
from tablewright.table.stores import Document, TableStore

from .query_pool import MEMORY, limit_memory

T = TypeVar("T")
QUICK_PLAYS = 300
"""Plays of the first answer, so that nobody looks at nothing for long."""
PLAYS = (1_000, 8_000, 64_000)
"""Plays of each answer after that, if it cannot be exact."""
SECONDS = 60.0
"""Time for each answer. What takes longer is left as it is known by then."""
LOST_AFTER = 2.5 * SECONDS
"""Seconds after which an experiment that nothing is heard of has been lost with its process."""
BEST_SECONDS, MEGABYTES = 40.0, 900.0
"""For best play, which says what is known when they are used up."""
TOO_LONG = "It takes too long here. On the command line it may take its time: tablewright lab run."
TOO_MUCH = "This is too much to try here."
KIND = "lab"
Step = Literal["waiting", "running", "stopped", "done", "failed"]


class LabJob(msgspec.Struct, frozen=True):
    """An experiment, as it is kept: what was asked, how far it is, and what is known of it by now."""

    id: str
    game: str
    scenario: str
    asked: float
    """When, in seconds."""
    heard: float
    """When anything was last known of it."""
    step: Step = "waiting"
    why: str = ""
    field: str = ""
    """What was set that is refused, where it is one thing."""
    trial: RunResult | None = None
    best: BestPlay | None = None
    settings: dict[str, Any] = {}
    rulings: dict[str, Any] = {}
    policy: str = ""
    """Nothing, where the first free option is taken."""
    measures: bool = False
    table: str = ""
    """The table whose state it began with; nothing, if it began by itself."""
    whose: str = ""
    """Whose alone it is: what came of a table as it stood tells of it. Nobody's, if anybody may read it."""

    def may_read(self, person: str) -> bool:
        return self.whose in ("", person)

    @property
    def lost(self) -> bool:
        return self.step in ("waiting", "running") and time.time() - self.heard > LOST_AFTER


class LabAnswer(msgspec.Struct, frozen=True):
    """What came of trying, or why nothing did."""

    trial: RunResult | None = None
    best: BestPlay | None = None
    why: str = ""
    field: str = ""


def run_question(q: RunSpec) -> LabAnswer:
    """In a process of its own: the answer to a question."""
    try:
        if q.policy == BEST:
            play = best_of(q, BEST_SECONDS, MEGABYTES)
            return LabAnswer(best=play)
        return LabAnswer(answer_spec(q, WorkOptions(1)))
    except Refused as refused:
        return LabAnswer(why=str(refused), field=refused.field)
    except (GameError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        return LabAnswer(why=f"This cannot be tried: the game's rules fail at it ({type(error).__name__}).")
    except MemoryError:
        return LabAnswer(why=TOO_MUCH)


class LabJobs:
    """The experiments of a house. `desk` writes to the store."""

    def __init__(self, desk: Callable[[Callable[[TableStore], Any]], Awaitable[Any]], limits: Limits) -> None:
        self.desk, self.limits = desk, limits
        self.under_way: dict[str, asyncio.Task[None]] = {}
        self._door, self._turn = asyncio.Lock(), asyncio.Lock()
        self._pool: ProcessPool | None = None

    async def begin(self, box: InstalledGame, scenario: str, how: RunOptions, person: str, table: str = "") -> LabJob:
        """Begins an experiment, or finds the same one as somebody began it; refused at once where it makes no sense.
        What begins with the state of a `table` is found by nobody else.
        """
        q = make_spec(box, scenario, how)
        id = AnswerCache().key(box, [q, table, person] if table else q)[:32]
        async with self._door:  # whoever asks the same at the same time finds it begun
            known: LabJob | None = await self.desk(lambda store: find_job(store, id))
            if known is not None and known.step not in ("stopped", "failed") and not known.lost:
                return known
            if len(self.under_way) >= self.limits.trials:
                raise Refused("As many experiments are under way as this server takes: try again in a minute.")
            new = _new(id, box.game.name, q, table, person if table else "")
            begun: LabJob = await self.desk(lambda store: _begun(store, new, person, anew=known is not None))
            if begun is not new:
                return begun
            task = self.under_way[id] = asyncio.ensure_future(self._go(new, q, person))
            task.add_done_callback(lambda _: self.under_way.pop(id, None))
            return new

    async def stop(self, id: str) -> None:
        """Nothing more is done for it; what is known stays."""
        if task := self.under_way.get(id):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _go(self, now: LabJob, q: RunSpec, person: str) -> None:
        async def known(**changes: Any) -> None:
            nonlocal now
            now = msgspec.structs.replace(now, heard=time.time(), **changes)
            await self.desk(lambda store: _put(store, now, person, self.limits.kept_trials))

        try:
            async with self._turn:
                await known(step="running")
                async for found in refine_answers(q, self._asked):
                    if found.why:
                        await known(step="failed" if now.trial is None else "done", why=found.why, field=found.field)
                        return
                    await known(trial=found.trial, best=found.best)
            await known(step="done")
        except asyncio.CancelledError:
            await known(step="stopped", why="It was stopped. Asked again, it is begun anew.")
            raise

    async def _asked(self, q: RunSpec) -> LabAnswer:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPool(1, context=context, initializer=limit_memory, initargs=(MEMORY,))
        future = self._pool.schedule(run_question, args=(q,), timeout=SECONDS)
        try:
            found: LabAnswer = await asyncio.wrap_future(future)
        except TooLong:
            return LabAnswer(why=TOO_LONG)
        except asyncio.CancelledError:
            future.cancel()  # type: ignore[no-untyped-call]  # it has no types
            raise
        except Exception:  # a process that died, of too much memory or otherwise: the next one takes its place
            return LabAnswer(why=TOO_MUCH)
        return found

    async def close(self) -> None:
        for id in tuple(self.under_way):
            await self.stop(id)
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]  # it has no types
            with suppress(Exception):
                self._pool.join(timeout=5)


async def refine_answers(q: RunSpec, ask: Callable[[RunSpec], Awaitable[LabAnswer]]) -> AsyncIterator[LabAnswer]:
    """Every answer to a question as it is found, until it is known. What takes too long to solve is sampled."""
    for asked in _better(q):
        found = await ask(asked)
        if found.why == TOO_LONG and not asked.method and q.policy != BEST:
            continue
        yield found
        if found.why or found.trial is None or _known(found.trial, q.error):
            return


def _better(q: RunSpec) -> Iterator[RunSpec]:
    """The same question, answered soon, then exactly if that can be, then better each time; best play once."""
    if q.policy == BEST:
        yield q
        return
    yield q.replace(plays=QUICK_PLAYS, method="bulk")
    for n, plays in enumerate(PLAYS):
        yield q.replace(plays=plays, method="bulk" if n else "")


def _known(trial: RunResult, error: float) -> bool:
    """Whether it is known as well as was asked for: exactly, or every chance to within the error. The quick answer is
    not, for solving has not been tried; nor is a mean that is all a scenario has to say.
    """
    if trial.exact:
        return True
    means = any(spread.average for spread in trial.resources.values())
    return trial.size > QUICK_PLAYS and not means and max(trial.wide.values(), default=0.0) <= error


def _new(id: str, game: str, q: RunSpec, table: str, whose: str) -> LabJob:
    """Without the state it begins with: that is at the table."""
    now = time.time()
    asked: dict[str, Any] = {"settings": q.settings, "rulings": q.rulings, "measures": q.measures}
    asked |= {"table": table, "whose": whose}
    return LabJob(id, game, q.scenario, now, now, policy=q.policy or "", **asked)


def find_job(store: TableStore, id: str) -> LabJob | None:
    """An experiment by its id; nothing, if none is kept."""
    paper = store.document(KIND, id)
    return None if paper is None else msgspec.json.decode(paper.body, type=LabJob)


def jobs_of(store: TableStore, person: str) -> list[LabJob]:
    """Somebody's experiments, the last first."""
    found = [msgspec.json.decode(paper.body, type=LabJob) for paper in store.documents(KIND, by=person)]
    return sorted(found, key=lambda one: -one.asked)


def _begun(store: TableStore, new: LabJob, person: str, anew: bool) -> LabJob:
    """The experiment as it is begun here, `anew` or for the first time; or as another process has just begun it."""
    paper = Document(KIND, new.id, msgspec.json.encode(new), by=person)
    if anew:
        store.put(paper)
        return new
    return new if store.put_if_absent(paper) else find_job(store, new.id) or new


def _put(store: TableStore, one: LabJob, person: str, most: int) -> None:
    store.put(Document(KIND, one.id, msgspec.json.encode(one), by=person))
    if old := jobs_of(store, person)[most:]:
        store.remove(KIND, *(each.id for each in old))
