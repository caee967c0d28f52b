"""How the lab works: on how many cores or which cluster, what it remembers, and whom it tells how far it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from typing import Any, TypeAlias, TypeVar

import msgspec

from tablewright.kernel.errors import Refused
from tablewright.run.hands import all_cores, in_order

from .cache import Kept
from .cluster import connected

R = TypeVar("R")
Progress: TypeAlias = Callable[[int, int], None]
"""Told how much is done, and of how much, as far as that is known."""


def _kept() -> Kept | None:
    return Kept()


class Work(msgspec.Struct):
    """How it is worked. None of it changes an answer.

    `cores` are the processes to work with (all cores, if left out); `cluster` the address of a Dask scheduler whose
    workers do it instead. `kept` is where answers are kept; None keeps nothing.
    """

    cores: int | None = None
    cluster: str = ""
    kept: Kept | None = msgspec.field(default_factory=_kept)
    progress: Progress | None = None
    stopped: bool = False
    """Whether somebody interrupted the last question: then its answer is what was known by then."""
    doing: Callable[[str], None] | None = None
    """Told in words what is being done, where nobody knows how much of it there is."""
    part: bool = False
    """Whether it is one job among many: half of one is none."""

    def hands(self) -> int:
        """How many jobs are worked on at once, here."""
        return self.cores or os.cpu_count() or 1

    @contextmanager
    def executor(self, jobs: int) -> Iterator[Executor | None]:
        """Who does so many jobs; None, where they are as well done here, one after the other."""
        if self.cluster:
            with connected(self.cluster) as executor:
                yield executor
        elif self.hands() == 1 or jobs == 1:
            yield None
        else:
            with all_cores(min(self.hands(), jobs)) as pool:
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
                    in_order(executor, work, jobs) if executor is not None else (work(*job) for job in jobs)
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

    def alone(self) -> Work:
        """The same for one job among many: on one core, telling nobody."""
        return Work(1, "", self.kept, part=True)


def checked(work: Work | None) -> Work:
    """How it is worked, if nobody says."""
    work = work or Work()
    if work.cores is not None and work.cores < 1:
        raise Refused(f"{work.cores} cores do nothing: at least one is needed.")
    work.stopped = False
    return work
