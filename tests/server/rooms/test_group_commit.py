"""The keeper waits a little for more where much is done at once, and for nobody where little is."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from tablewright.rules.errors import Refused
from tablewright.server.rooms import group_commit
from tablewright.table.stores.store import AppendBatch


class Slow:
    """A store that is done with a group when it is let on."""

    def __init__(self) -> None:
        self.groups: list[int] = []
        self.began, self.on = threading.Event(), threading.Event()

    def append_all(self, bundles: Sequence[AppendBatch]) -> list[Refused | None]:
        self.groups.append(len(bundles))
        self.began.set()
        assert self.on.wait(10)
        return [None] * len(bundles)

    def close(self) -> None:
        pass


def test_it_waits_the_longer_the_more_came_together_the_last_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousandth of a second for each other one, ten at most; nothing after one alone."""
    waited: list[float] = []
    monkeypatch.setattr("tablewright.server.rooms.group_commit.sleep", waited.append)
    store: Any = Slow()

    async def evening() -> None:
        kept = group_commit.GroupCommitter(lambda: store)

        async def together(many: int) -> None:
            """So many that wait while one is being kept."""
            store.began.clear()
            store.on.clear()
            first = asyncio.ensure_future(kept.commit("first", ()))
            await asyncio.to_thread(store.began.wait, 10)
            rest = [asyncio.ensure_future(kept.commit(str(n), ())) for n in range(many)]
            await asyncio.sleep(0)
            store.on.set()
            await asyncio.gather(first, *rest)

        await together(4)
        await kept.commit("alone", ())
        await kept.commit("alone again", ())
        await together(50)
        await kept.commit("after many", ())
        kept.close()

    asyncio.run(evening())
    assert store.groups == [1, 4, 1, 1, 1, 50, 1]
    assert waited == [3 * group_commit.GATHER_DELAY, group_commit.MAX_GATHER]
