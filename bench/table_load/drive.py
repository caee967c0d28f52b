"""Driving tables: one move at a time at each, as fast as it may, and how long the last of its people waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

PATIENCE = 30.0
"""Seconds after which a move that nobody has answered is given up, and the run with it."""


class Seated(Protocol):
    """A table with people at it, somewhere."""

    def move(self, done: Callable[[bool], None]) -> None:
        """Makes a move; `done` is told once everybody has heard of it, or that it was refused."""
        ...


class Driven:
    """What came of driving: how many moves, and how long each took to the last of its people."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.refused = 0
        self.seconds = 0.0

    def figures(self) -> dict[str, float]:
        waits = sorted(self.waits) or [0.0]
        at = {
            name: waits[min(len(waits) - 1, int(len(waits) * part))] * 1e3
            for name, part in (("p50", 0.5), ("p99", 0.99))
        }
        return {"moves_per_second": len(self.waits) / self.seconds, **at, "refused": self.refused}


async def drive(tables: Sequence[Seated], seconds: float, pace: float = 0.0) -> Driven:
    """Everybody moves for so long: one move in `pace` seconds each, evenly apart; without a pause, if it is 0."""
    driven, loop = Driven(), asyncio.get_running_loop()
    ends = loop.time() + seconds
    began = time.perf_counter()

    async def one(table: Seated, after: float) -> None:
        await asyncio.sleep(after)
        due = loop.time()
        while loop.time() < ends:
            heard: asyncio.Future[bool] = loop.create_future()
            sent = time.perf_counter()
            table.move(lambda accepted, heard=heard: None if heard.done() else heard.set_result(accepted))  # type: ignore[misc]
            accepted = await heard
            if accepted:
                driven.waits.append(time.perf_counter() - sent)
            else:
                driven.refused += 1
            if pace:
                due = max(due + pace, loop.time())
                await asyncio.sleep(due - loop.time())

    async with asyncio.timeout(seconds + PATIENCE):
        await asyncio.gather(*(one(table, pace * n / len(tables)) for n, table in enumerate(tables)))
    driven.seconds = time.perf_counter() - began
    return driven


async def all_at(makers: Sequence[Callable[[], Awaitable[Any]]], at_once: int = 10) -> list[Any]:
    """Makes them all, a few at once."""
    gate = asyncio.Semaphore(at_once)

    async def made(make: Callable[[], Awaitable[Any]]) -> Any:
        async with gate:
            return await make()

    return await asyncio.gather(*(made(make) for make in makers))


def cpu_seconds(*pids: int) -> float:
    """Processor time that processes have taken, with every thread of each."""
    taken = 0
    for pid in pids:
        fields = open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()  # noqa: SIM115, PTH123  not a file
        taken += int(fields[11]) + int(fields[12])
    return taken / 100


def workers_of(pid: int) -> list[int]:
    """The processes that a process has started, and theirs; itself first."""
    found = [pid]
    for one in found:
        with contextlib.suppress(OSError):  # it has ended meanwhile
            for tasks in Path(f"/proc/{one}/task").iterdir():
                found += [int(child) for child in (tasks / "children").read_text().split()]
    return found


def memory_kb(pid: int) -> int:
    """Memory a process holds now."""
    for line in open(f"/proc/{pid}/status"):  # noqa: SIM115, PTH123  not a file
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0
