"""What was said and has not been answered yet: each is answered, refused or given up, and nobody waits for ever."""

from __future__ import annotations

import asyncio
from typing import Any

from tablewright.rules import Refused

JsonObject = dict[str, Any]


class PendingRequests:
    """Wishes by their ids, in the order in which they were said."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[bytes, asyncio.Future[JsonObject]]] = {}

    def __len__(self) -> int:
        return len(self._said)

    @property
    def texts(self) -> list[bytes]:
        """What is to be said again after a lost connection."""
        return [text for text, _ in self._said.values()]

    def wait(self, id: str, text: bytes) -> asyncio.Future[JsonObject]:
        """Something is about to be said: what its answer will be."""
        future: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        self._said[id] = text, future
        return future

    def forget(self, id: str) -> None:
        self._said.pop(id, None)

    def answer(self, frame: JsonObject) -> None:
        """An answer to one of them. A refusal that does not say of what is one of all: it may be any of them."""
        id = frame.get("id")
        if id in self._said:
            _, future = self._said[id]
            if not future.done():
                future.set_result(frame)
        elif frame["is"] == "no" and not id:
            self.refuse(frame["why"])

    def refuse(self, why: str, cause: BaseException | None = None) -> None:
        """None of them will be answered."""
        for id in list(self._said):
            self._refuse(id, why, cause)

    def refuse_largest(self, why: str) -> None:
        """One was too large for the server, and none is larger than the largest: that one is not said again."""
        if self._said:
            self._refuse(max(self._said, key=lambda id: len(self._said[id][0])), why)

    def _refuse(self, id: str, why: str, cause: BaseException | None = None) -> None:
        _, future = self._said.pop(id)
        if not future.done():
            refused = Refused(why)
            refused.__cause__ = cause
            future.set_exception(refused)
