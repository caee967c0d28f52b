"""The keeper: one thread that puts on disk whatever is waiting, of all tables, as one group."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from time import sleep

from tablewright.table.log import Record
from tablewright.table.stores import AppendBatch, TableStore

MAX_BATCHES = 500
"""Bundles in one group."""
GATHER_DELAY, MAX_GATHER = 0.001, 0.01
"""Seconds to wait for more, for each that came together with others the last time: one sync for all of them costs less
than one for each. And as long at most.
"""

PendingBatch = tuple[AppendBatch, asyncio.AbstractEventLoop, "asyncio.Future[None]"]


class GroupCommitter:
    """Keeps records; each is safe when its future is done."""

    def __init__(self, open_store: Callable[[], TableStore]) -> None:
        self.queue: SimpleQueue[PendingBatch | None] = SimpleQueue()
        self.groups, self.committed = 0, 0
        self._others = 0
        """How many came together with another the last time."""
        self._open_store = open_store
        self._started: SimpleQueue[BaseException | None] = SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="keeper", daemon=True)
        self.thread.start()
        wrong = self._started.get()
        if wrong is not None:
            raise wrong

    async def commit(self, of: str, records: tuple[Record, ...], tag: str = "", seed: str = "") -> None:
        """Returns once the records are on disk; refused if they could not be kept, or failed with what went wrong."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self.queue.put((AppendBatch(of, records, tag, seed), loop, future))
        await future

    def close(self) -> None:
        """Keeps what is waiting, then no more."""
        self.queue.put(None)
        self.thread.join()

    def _run(self) -> None:
        try:
            store = self._open_store()
        except BaseException as error:
            self._started.put(error)
            return
        self._started.put(None)
        try:
            while group := self._group():
                self._keep(store, group)
        finally:
            store.close()

    def _group(self) -> list[PendingBatch]:
        """Whatever is waiting now; nothing, at the end."""
        first = self.queue.get()
        group = [] if first is None else [first]
        if group and self._others:
            sleep(min(MAX_GATHER, GATHER_DELAY * self._others))
        while group and not self.queue.empty() and len(group) < MAX_BATCHES:
            more = self.queue.get()
            if more is None:
                self.queue.put(None)
                break
            group.append(more)
        self._others = max(0, len(group) - 1)
        return group

    def _keep(self, store: TableStore, group: list[PendingBatch]) -> None:
        try:
            whys: Sequence[Exception | None] = store.append_all([bundle for bundle, _, _ in group])
        except Exception as error:  # whatever it is, whoever waits must hear of it
            whys = [error] * len(group)
        self.groups += 1
        self.committed += sum(why is None for why in whys)
        loops = {loop for _, loop, _ in group}
        for loop in loops:
            done = [(future, why) for (_, of, future), why in zip(group, whys, strict=True) if of is loop]
            loop.call_soon_threadsafe(_settle, done)


def _settle(done: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for future, why in done:
        if future.cancelled():
            continue
        if why is None:
            future.set_result(None)
        else:
            future.set_exception(why)
