"""People who talk without a pause, and what must hold of it whatever happened to the server meanwhile."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from tablewright.client import Client, SeatConnection
from tablewright.rules.errors import Refused
from tablewright.server.protocol import FeedPage

PAUSE = 0.06
"""Seconds between two words: as fast as one seat may."""
PAGE = 500
"""Items read at once."""


class Talker:
    """Says one word after the other; knows which were acknowledged and which refused."""

    def __init__(self, seat: SeatConnection, name: str) -> None:
        self.seat, self.name = seat, name
        self.said, self.refused = list[str](), list[str]()
        self._task: asyncio.Task[None] | None = None

    async def talk(self) -> None:
        n = 0
        while True:
            n += 1
            word = f"{self.name} {n}"
            try:
                await self.seat.say(word)
                self.said.append(word)
            except Refused as refused:
                self.refused.append(str(refused))
            await asyncio.sleep(PAUSE)

    async def until_said(self, more: int, seconds: float = 60.0) -> None:
        """Until so many more words were acknowledged."""
        enough = len(self.said) + more
        async with asyncio.timeout(seconds):
            while len(self.said) < enough:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def talking(*seats: SeatConnection) -> AsyncIterator[list[Talker]]:
    """Everybody talks; at the end each finishes their word."""
    talkers = [Talker(seat, f"t{n}") for n, seat in enumerate(seats)]
    tasks = [asyncio.ensure_future(talker.talk()) for talker in talkers]
    try:
        yield talkers
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def all_heard(talkers: Iterable[Talker], now: SeatConnection, visit: Client) -> None:
    """Until somebody who came last has heard as much as any of them; what is too long ago to be sent, they read."""
    upto = max(talker.seat.next for talker in talkers)
    await now.until(lambda: bool(now.feed) and now.feed[-1].number + 1 >= upto)
    while (first := now.feed[0].number) > 0:
        since = max(0, first - PAGE)
        page = await visit.ask("GET", f"/api/tables/{now.table}/feed?since={since}&most={first - since}", FeedPage)
        now.feed[:0] = page.items


def nothing_lost_or_doubled(talkers: Iterable[Talker], now: SeatConnection) -> None:
    """What was acknowledged stands there once, what was seen stands there as it was seen, and nothing stands twice."""
    words = Counter(item.text for item in now.feed if item.kind == "said")
    assert [word for word, times in words.items() if times > 1] == []
    there = {item.number: item for item in now.feed}
    assert list(there) == list(range(len(there)))
    for talker in talkers:
        assert [word for word in talker.said if word not in words] == []
        for item in talker.seat.feed:
            assert there[item.number] == item
