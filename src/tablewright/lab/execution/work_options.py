"""Options of the work: cores or a cluster, the cache, and reports of progress."""

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
Progress: TypeAlias = Callable[[int, int], None]  # called with the work done and the total, as far as it is known


def _kept() -> AnswerCache | None:
    return AnswerCache()


class WorkOptions(msgspec.Struct):
    """Options of the work. None of them changes an answer.

    `cores` is the number of processes (default: all cores). `cluster` is the address of a Dask scheduler that does the
    work instead. `kept` is the cache of answers; None stores nothing.
    """

    cores: int | None = None
    cluster: str = ""
    kept: AnswerCache | None = msgspec.field(default_factory=_kept)
    progress: Progress | None = None
    stopped: bool = False
    """True if somebody interrupted the last question: its answer is partial then."""
    doing: Callable[[str], None] | None = None
    """Called with a description of the work whose extent is unknown."""
    part: bool = False
    """True for one job among many: half of one is of no use."""

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
        """Number of local jobs at a time."""
        return self.cores or os.cpu_count() or 1

    @contextmanager
    def executor(self, jobs: int) -> Iterator[Executor | None]:
        """Open an executor for so many jobs; None if they are as well done here, one after the other."""
        if self.cluster:
            with connect(self.cluster) as executor:
                yield executor
        elif self.hands() == 1 or jobs == 1:
            yield None
        else:
            with worker_pool(min(self.hands(), jobs)) as pool:
                yield pool

    def each(self, work: Callable[..., R], jobs: Sequence[tuple[Any, ...]]) -> list[R]:
        """Run jobs and return their results in order; after Ctrl-C, the first of them that are done."""
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
        """Report progress."""
        if self.progress is not None:
            self.progress(done, of)

    def say(self, words: str) -> None:
        """Report the current work."""
        if self.doing is not None:
            self.doing(words)

    def alone(self) -> WorkOptions:
        """Options for one job among many: one core, no reports."""
        return WorkOptions(1, "", self.kept, part=True)


def check_options(work: WorkOptions | None) -> WorkOptions:
    """Return the options, or the defaults, ready for a new question."""
    work = WorkOptions() if work is None else work
    if not isinstance(work, WorkOptions):
        raise Refused(f"work is how it is worked, as in lab.WorkOptions(cores=1), not {work!r}.")
    work.__post_init__()  # fields may have been set since it was made
    work.stopped = False
    return work
