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

from tablewright.kernel.errors import Faulty, Refused
from tablewright.lab.best_play import BestPlay
from tablewright.lab.cache import Kept
from tablewright.lab.finding import best_of
from tablewright.lab.question import BEST, How, Question, question
from tablewright.lab.running import answer
from tablewright.lab.trial import Trial
from tablewright.lab.work import Work
from tablewright.run.shelf import Boxed
from tablewright.table.store import Paper, Store

from .counters import MEMORY, limited
from .limits import Limits

T = TypeVar("T")
QUICK = 300
"""Plays of the first answer, so that nobody looks at nothing for long."""
PLAYS = (1_000, 8_000, 64_000)
"""Plays of each answer after that, if it cannot be exact."""
SECONDS = 60.0
"""Time for each answer. What takes longer is left as it is known by then."""
LOST = 2.5 * SECONDS
"""Seconds after which an experiment that nothing is heard of has been lost with its process."""
BEST_SECONDS, MEGABYTES = 40.0, 900.0
"""For best play, which says what is known when they are used up."""
TOO_LONG = "It takes too long here. On the command line it may take its time: tablewright lab run."
TOO_MUCH = "This is too much to try here."
KIND = "lab"
Step = Literal["waiting", "running", "stopped", "done", "failed"]


class Tried(msgspec.Struct, frozen=True):
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
    trial: Trial | None = None
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
        return self.step in ("waiting", "running") and time.time() - self.heard > LOST


class Answer(msgspec.Struct, frozen=True):
    """What came of trying, or why nothing did."""

    trial: Trial | None = None
    best: BestPlay | None = None
    why: str = ""
    field: str = ""


def tried(q: Question) -> Answer:
    """In a process of its own: the answer to a question."""
    try:
        if q.policy == BEST:
            play = best_of(q, BEST_SECONDS, MEGABYTES)
            return Answer(best=play)
        return Answer(answer(q, Work(1)))
    except Refused as refused:
        return Answer(why=str(refused), field=refused.field)
    except (Faulty, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        return Answer(why=f"This cannot be tried: the game's rules fail at it ({type(error).__name__}).")
    except MemoryError:
        return Answer(why=TOO_MUCH)


class Trials:
    """The experiments of a house. `desk` writes to the store."""

    def __init__(self, desk: Callable[[Callable[[Store], Any]], Awaitable[Any]], limits: Limits) -> None:
        self.desk, self.limits = desk, limits
        self.under_way: dict[str, asyncio.Task[None]] = {}
        self._door, self._turn = asyncio.Lock(), asyncio.Lock()
        self._pool: ProcessPool | None = None

    async def begin(self, box: Boxed, scenario: str, how: How, person: str, table: str = "") -> Tried:
        """Begins an experiment, or finds the same one as somebody began it; refused at once where it makes no sense.
        What begins with the state of a `table` is found by nobody else.
        """
        q = question(box, scenario, how)
        id = Kept().key(box, [q, table, person] if table else q)[:32]
        async with self._door:  # whoever asks the same at the same time finds it begun
            known: Tried | None = await self.desk(lambda store: find(store, id))
            if known is not None and known.step not in ("stopped", "failed") and not known.lost:
                return known
            if len(self.under_way) >= self.limits.trials:
                raise Refused("As many experiments are under way as this server takes: try again in a minute.")
            new = _new(id, box.game.name, q, table, person if table else "")
            begun: Tried = await self.desk(lambda store: _begun(store, new, person, anew=known is not None))
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

    async def _go(self, now: Tried, q: Question, person: str) -> None:
        async def known(**changes: Any) -> None:
            nonlocal now
            now = msgspec.structs.replace(now, heard=time.time(), **changes)
            await self.desk(lambda store: _put(store, now, person, self.limits.kept_trials))

        try:
            async with self._turn:
                await known(step="running")
                async for found in answers(q, self._asked):
                    if found.why:
                        await known(step="failed" if now.trial is None else "done", why=found.why, field=found.field)
                        return
                    await known(trial=found.trial, best=found.best)
            await known(step="done")
        except asyncio.CancelledError:
            await known(step="stopped", why="It was stopped. Asked again, it is begun anew.")
            raise

    async def _asked(self, q: Question) -> Answer:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPool(1, context=context, initializer=limited, initargs=(MEMORY,))
        future = self._pool.schedule(tried, args=(q,), timeout=SECONDS)
        try:
            found: Answer = await asyncio.wrap_future(future)
        except TooLong:
            return Answer(why=TOO_LONG)
        except asyncio.CancelledError:
            future.cancel()  # type: ignore[no-untyped-call]  # it has no types
            raise
        except Exception:  # a process that died, of too much memory or otherwise: the next one takes its place
            return Answer(why=TOO_MUCH)
        return found

    async def close(self) -> None:
        for id in tuple(self.under_way):
            await self.stop(id)
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]  # it has no types
            with suppress(Exception):
                self._pool.join(timeout=5)


async def answers(q: Question, ask: Callable[[Question], Awaitable[Answer]]) -> AsyncIterator[Answer]:
    """Every answer to a question as it is found, until it is known. What takes too long to solve is sampled."""
    for asked in _better(q):
        found = await ask(asked)
        if found.why == TOO_LONG and not asked.by and q.policy != BEST:
            continue
        yield found
        if found.why or found.trial is None or _known(found.trial, q.error):
            return


def _better(q: Question) -> Iterator[Question]:
    """The same question, answered soon, then exactly if that can be, then better each time; best play once."""
    if q.policy == BEST:
        yield q
        return
    yield q.but(plays=QUICK, by="bulk")
    for n, plays in enumerate(PLAYS):
        yield q.but(plays=plays, by="bulk" if n else "")


def _known(trial: Trial, error: float) -> bool:
    """Whether it is known as well as was asked for: exactly, or every chance to within the error. The quick answer is
    not, for solving has not been tried; nor is a mean that is all a scenario has to say.
    """
    if trial.exact:
        return True
    means = any(spread.average for spread in trial.resources.values())
    return trial.size > QUICK and not means and max(trial.wide.values(), default=0.0) <= error


def _new(id: str, game: str, q: Question, table: str, whose: str) -> Tried:
    """Without the state it begins with: that is at the table."""
    now = time.time()
    asked: dict[str, Any] = {"settings": q.settings, "rulings": q.rulings, "measures": q.measures}
    asked |= {"table": table, "whose": whose}
    return Tried(id, game, q.scenario, now, now, policy=q.policy or "", **asked)


def find(store: Store, id: str) -> Tried | None:
    """An experiment by its id; nothing, if none is kept."""
    paper = store.paper(KIND, id)
    return None if paper is None else msgspec.json.decode(paper.body, type=Tried)


def asked_by(store: Store, person: str) -> list[Tried]:
    """Somebody's experiments, the last first."""
    found = [msgspec.json.decode(paper.body, type=Tried) for paper in store.papers(KIND, by=person)]
    return sorted(found, key=lambda one: -one.asked)


def _begun(store: Store, new: Tried, person: str, anew: bool) -> Tried:
    """The experiment as it is begun here, `anew` or for the first time; or as another process has just begun it."""
    paper = Paper(KIND, new.id, msgspec.json.encode(new), by=person)
    if anew:
        store.put(paper)
        return new
    return new if store.lay(paper) else find(store, new.id) or new


def _put(store: Store, one: Tried, person: str, most: int) -> None:
    store.put(Paper(KIND, one.id, msgspec.json.encode(one), by=person))
    if old := asked_by(store, person)[most:]:
        store.drop(KIND, *(each.id for each in old))
