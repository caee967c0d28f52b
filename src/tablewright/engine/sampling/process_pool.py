"""A pool of worker processes, and jobs whose results come in order."""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any, TypeVar

from tablewright.rules import Refused

R = TypeVar("R")

MAX_AHEAD = 16  # jobs started before the first of them is done
WORKER_DIED = "A process that worked on it has died, for want of memory, or because somebody ended it: try fewer cores."
_START_LOCK = Lock()


class WorkerPool(ProcessPoolExecutor):
    """A process pool. Workers ignore Ctrl-C; the parent stops them."""

    def __init__(self, cores: int) -> None:
        self.context = _WorkerContext()
        super().__init__(cores, self.context, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))

    def stop(self) -> None:
        """End the workers at once. Unfinished jobs are lost."""
        for process in self.context.processes:
            if process.pid is not None:  # a process without an id has not started
                process.terminate()
        self.shutdown()


class _WorkerContext(SpawnContext):
    """A spawn context that remembers the processes it made."""

    def __init__(self) -> None:
        super().__init__()
        self.processes: list[BaseProcess] = []

    def Process(self, *args: Any, **more: Any) -> BaseProcess:  # type: ignore[override]
        self.processes.append(_WorkerProcess(*args, **more))
        return self.processes[-1]


class _WorkerProcess(SpawnProcess):
    """A process that does not run the caller's script again, as spawned ones do. All jobs live in modules."""

    def start(self) -> None:
        """Start while the script's path is hidden; one process at a time, since each hides and restores it."""
        with _START_LOCK:
            script = vars(sys.modules["__main__"])
            known: dict[str, Any] = {name: script[name] for name in ("__file__", "__spec__") if name in script}
            script.update(dict.fromkeys(known))
            try:
                super().start()
            finally:
                script.update(known)


@contextmanager
def worker_pool(cores: int) -> Iterator[WorkerPool]:
    """Open a pool, and stop it on leaving without waiting for unfinished jobs."""
    pool = WorkerPool(cores)
    try:
        yield pool
    finally:
        pool.stop()


def map_in_order(
    executor: Executor, work: Callable[..., R], jobs: Sequence[tuple[Any, ...]], ahead: int = MAX_AHEAD
) -> Generator[R, None, None]:
    """Yield the results of jobs in their order, with at most `ahead` started early.

    Closing the generator drops the rest.
    """
    waiting: deque[Future[R]] = deque()
    todo = iter(jobs)
    try:
        while True:
            waiting.extend(executor.submit(work, *job) for job in islice(todo, ahead - len(waiting)))
            if not waiting:
                return
            yield waiting.popleft().result()
    except BrokenExecutor:
        raise Refused(WORKER_DIED) from None
    finally:
        for future in (
            waiting if not isinstance(executor, WorkerPool) else ()
        ):  # a pool of our own is stopped with all its jobs
            future.cancel()
