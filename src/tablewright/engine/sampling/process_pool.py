"""Processes of our own: who works on many jobs at once, and how they are given out."""

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

MAX_AHEAD = 16
"""Jobs given out before the first of them is done."""
WORKER_DIED = "A process that worked on it has died, for want of memory, or because somebody ended it: try fewer cores."
_BEGINNING = Lock()


class WorkerPool(ProcessPoolExecutor):
    """Processes of our own. Whoever interrupts us interrupts them by way of us: they hear nothing themselves."""

    def __init__(self, cores: int) -> None:
        self.ours = _Ours()
        super().__init__(cores, self.ours, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))

    def stop(self) -> None:
        """Ends them, whatever they are at. What they were asked and have not answered is lost."""
        for process in self.ours.born:
            if process.pid is not None:  # else it has not even begun
                process.terminate()
        self.shutdown()


class _Ours(SpawnContext):
    """Makes processes, and knows which."""

    def __init__(self) -> None:
        super().__init__()
        self.born: list[BaseProcess] = []

    def Process(self, *args: Any, **more: Any) -> BaseProcess:  # type: ignore[override]
        self.born.append(_Bare(*args, **more))
        return self.born[-1]


class _Bare(SpawnProcess):
    """A process that does not run the caller's script again, as others do before they begin: all it is asked for
    stands in modules.
    """

    @classmethod
    def _Popen(cls, process: BaseProcess) -> Any:
        with _BEGINNING:  # one after the other: each hides where the script lies, and shows it again
            script = vars(sys.modules["__main__"])
            known: dict[str, Any] = {name: script[name] for name in ("__file__", "__spec__") if name in script}
            script.update(dict.fromkeys(known))
            try:
                return super()._Popen(process)
            finally:
                script.update(known)


@contextmanager
def worker_pool(cores: int) -> Iterator[WorkerPool]:
    """Processes of our own for as long as somebody wants them; nobody waits for what nobody wants any more."""
    hands = WorkerPool(cores)
    try:
        yield hands
    finally:
        hands.stop()


def map_in_order(
    executor: Executor, work: Callable[..., R], jobs: Sequence[tuple[Any, ...]], ahead: int = MAX_AHEAD
) -> Generator[R, None, None]:
    """The results of jobs in their order, never more than `ahead` of them begun too early; the rest is dropped when
    nobody wants more.
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
        ):  # ours are stopped with all they were asked
            future.cancel()
