"""How the lab works: on how many cores or which cluster, what it remembers, and whom it tells how far it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from typing import Any, TypeAlias, TypeVar

import msgspec

from tablewright.engine.sampling import map_in_order, worker_pool
from tablewright.lab.cache import AnswerCache
from tablewright.rules import Refused

from .dask_cluster import connect

R = TypeVar("R")
Progress: TypeAlias = Callable[[int, int], None]
"""Told how much is done, and of how much, as far as that is known."""


def _kept() -> AnswerCache | None:
    return AnswerCache()


class WorkOptions(msgspec.Struct):
    """How it is worked. None of it changes an answer.

    `cores` are the processes to work with (all cores, if left out); `cluster` the address of a Dask scheduler whose
    workers do it instead. `kept` is where answers are kept; None keeps nothing.
    """

    cores: int | None = None
    cluster: str = ""
    kept: AnswerCache | None = msgspec.field(default_factory=_kept)
    progress: Progress | None = None
    stopped: bool = False
    """Whether somebody interrupted the last question: then its answer is what was known by then."""
    doing: Callable[[str], None] | None = None
    """Told in words what is being done, where nobody knows how much of it there is."""
    part: bool = False
    """Whether it is one job among many: half of one is none."""

    def __post_init__(self) -> None:
        cores = self.cores
        if isinstance(cores, bool) or not isinstance(cores, int | None):
            raise Refused(f"cores is a whole number, or None for all there are, not {cores!r}.")
        if cores is not None and cores < 1:
            raise Refused(f"{cores} cores do nothing: at least one is needed.")
        if not isinstance(self.cluster, str):
            raise Refused(f"cluster is the address of a Dask scheduler, not {self.cluster!r}.")
        if not isinstance(self.kept, AnswerCache | None):
            raise Refused(f"kept is where answers are kept, or None, not {self.kept!r}.")
        for name, told in (("progress", self.progress), ("doing", self.doing)):
            if told is not None and not callable(told):
                raise Refused(f"{name} is something to call, not {told!r}.")

    def hands(self) -> int:
        """How many jobs are worked on at once, here."""
        return self.cores or os.cpu_count() or 1

    @contextmanager
    def executor(self, jobs: int) -> Iterator[Executor | None]:
        """Who does so many jobs; None, where they are as well done here, one after the other."""
        if self.cluster:
            with connect(self.cluster) as executor:
                yield executor
        elif self.hands() == 1 or jobs == 1:
            yield None
        else:
            with worker_pool(min(self.hands(), jobs)) as pool:
                yield pool

    def each(self, work: Callable[..., R], jobs: Sequence[tuple[Any, ...]]) -> list[R]:
        """Every job done, in order. Whoever interrupts gets what is done by then: the first of them."""
        done: list[R] = []
        if self.stopped:
            return done
        try:
            self.tell(0, len(jobs))
            with self.executor(len(jobs)) as executor:
                results: Generator[R, None, None] = (
                    map_in_order(executor, work, jobs) if executor is not None else (work(*job) for job in jobs)
                )
                with closing(results):
                    for result in results:
                        done.append(result)
                        self.tell(len(done), len(jobs))
        except KeyboardInterrupt:
            self.stopped = True
        return done

    def tell(self, done: int, of: int) -> None:
        """Says how far it is to whoever wants to know."""
        if self.progress is not None:
            self.progress(done, of)

    def say(self, words: str) -> None:
        """Says what is being done to whoever wants to know."""
        if self.doing is not None:
            self.doing(words)

    def alone(self) -> WorkOptions:
        """The same for one job among many: on one core, telling nobody."""
        return WorkOptions(1, "", self.kept, part=True)


def check_options(work: WorkOptions | None) -> WorkOptions:
    """How it is worked, if nobody says."""
    work = WorkOptions() if work is None else work
    if not isinstance(work, WorkOptions):
        raise Refused(f"work is how it is worked, as in lab.WorkOptions(cores=1), not {work!r}.")
    work.__post_init__()  # it may have been changed since it was made
    work.stopped = False
    return work
