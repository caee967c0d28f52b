"""Requests that wait for an answer: each is answered, rejected or given up, and none waits for ever."""

from __future__ import annotations

import asyncio
from typing import TypeAlias

from tablewright.rules import Refused
from tablewright.server.protocol import CommandAccepted, QueryResult, RequestRejected

AnyAnswer: TypeAlias = CommandAccepted | QueryResult | RequestRejected


class PendingRequests:
    """Sent requests by their ids, in the order in which they were sent."""

    def __init__(self) -> None:
        self._sent: dict[str, tuple[bytes, asyncio.Future[AnyAnswer]]] = {}

    def __len__(self) -> int:
        return len(self._sent)

    @property
    def texts(self) -> list[bytes]:
        """The requests to resend after a reconnect. They are idempotent by their ids."""
        return [text for text, _ in self._sent.values()]

    def add(self, id: str, text: bytes) -> asyncio.Future[AnyAnswer]:
        """Add a request about to be sent. Returns the future of its answer."""
        future: asyncio.Future[AnyAnswer] = asyncio.get_running_loop().create_future()
        self._sent[id] = text, future
        return future

    def remove(self, id: str) -> None:
        """Forget a request."""
        self._sent.pop(id, None)

    def on_answer(self, answer: AnyAnswer) -> None:
        """Pass on an answer. A rejection without an id may be of any request: it rejects them all."""
        if answer.id in self._sent:
            _, future = self._sent[answer.id]
            if not future.done():
                future.set_result(answer)
        elif isinstance(answer, RequestRejected) and not answer.id:
            self.reject_all(answer.reason)

    def reject_all(self, reason: str, cause: BaseException | None = None) -> None:
        """Reject every request: none will be answered."""
        for id in list(self._sent):
            self._reject(id, reason, cause)

    def reject_largest(self, reason: str) -> None:
        """Reject the largest request, after the server closed the connection over one too large. It is not resent."""
        if self._sent:
            self._reject(max(self._sent, key=lambda id: len(self._sent[id][0])), reason)

    def _reject(self, id: str, reason: str, cause: BaseException | None = None) -> None:
        _, future = self._sent.pop(id)
        if not future.done():
            refused = Refused(reason)
            refused.__cause__ = cause
            future.set_exception(refused)
