"""Live: one connection of one person to one table."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Any

from litestar.connection import WebSocket
from litestar.exceptions import WebSocketDisconnect

from tablewright.rules import Refused
from tablewright.server.auth import LEFT, SENT_AWAY
from tablewright.server.connections import find_websocket
from tablewright.server.context import TRASHED_TEXT, ServerContext, public_error_text
from tablewright.server.limits import CapacityReached, RateLimited
from tablewright.server.protocol import CloseCode, DecodedRequest, InvalidRequest, decode_request
from tablewright.server.protocol import messages as f
from tablewright.server.protocol import requests as w
from tablewright.server.rooms import Outbox, Room, Subscriber
from tablewright.table.log import FeedItem
from tablewright.table.stores import StoreUnavailable

from .close_reason import close_code_for, truncated_reason
from .dispatch import command_handler

log = logging.getLogger("tablewright")
LARGE_BACKLOG = 250
"""Items that nobody else should wait for, while they are read."""
HELLO_TIMEOUT = 10.0
"""Seconds to say hello in."""
MAX_QUEUED_REQUESTS = 32
"""Wishes of one client that wait; what it says beyond that is not read yet."""


class LiveConnection:
    """Hears what somebody wishes, and has it done, counted or refused."""

    def __init__(
        self, house: ServerContext, room: Room, socket: WebSocket[Any, Any, Any], seat: str, person: str
    ) -> None:
        self.house, self.room, self.socket, self.person = house, room, socket, person
        self.line = find_websocket(socket.scope)
        self.subscriber = Subscriber(seat, Outbox(self.line.write), house.limits.message_bytes)
        self.queue: deque[DecodedRequest] = deque()
        """What was said and has not been heeded yet."""
        self.handling = False
        self.running_queries: dict[str, tuple[str, asyncio.Task[None]]] = {}
        """The last question of each kind, and whoever counts it."""

    async def run(self) -> None:
        """From hello to the end, whichever side ends it."""
        try:
            said = await asyncio.wait_for(self.socket.receive_data("text"), HELLO_TIMEOUT)
            hello = decode_request(said.encode(), self.house.limits.message_bytes)
        except (TimeoutError, WebSocketDisconnect):
            hello = InvalidRequest()
        if not isinstance(hello, w.Hello):
            await self._close(CloseCode.UNREADABLE, "Say hello first.")
            return
        try:
            await self._enter(hello.since)
        except Refused as refused:
            away = isinstance(refused, StoreUnavailable)
            why = "The tables cannot be reached just now: come back in a moment." if away else str(refused)
            await self._close(close_code_for(refused), truncated_reason(why))
            return
        self.line.deliver_to(self)
        ends = [asyncio.ensure_future(end) for end in (self.subscriber.outbox.stopped.wait(), self._left())]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.unsubscribe(self.subscriber)
            self.queue.clear()
            tasks = (*ends, *(task for _, task in self.running_queries.values()))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self.subscriber.outbox.full:
            await self._close(CloseCode.TOO_SLOW, "You have fallen behind: come back for the rest.")
        elif self.subscriber.outbox.ended:
            await self._close(*self.subscriber.outbox.ended)

    async def _enter(self, since: int) -> None:
        """Where much was missed it is read first, while others go on; what is told meanwhile comes after it."""
        room, seat = self.room, self.subscriber.seat
        first, upto = room.resume_from(since), 0
        read: tuple[FeedItem, ...] = ()
        if room.table.metadata.feed_length - first > LARGE_BACKLOG:
            reading, upto = room.backlog_reader(seat, first), room.table.metadata.feed_length
            read = await self.house.read(lambda store: tuple(reading(store)))
        if room.gone:
            raise StoreUnavailable("This table was left a moment ago.")
        if self.house.trashed_at(room.id):  # while somebody was on the way in
            raise Refused(TRASHED_TEXT)
        if len(room.subscribers) >= self.house.limits.people:  # many may have come while this one was waited for
            raise CapacityReached("This table is full: try again later.")
        room.subscribe(self.subscriber, first, read, upto)

    async def _left(self) -> None:
        """Until the client is gone."""
        while (await self.socket.receive())["type"] != "websocket.disconnect":
            pass

    async def _close(self, code: int, why: str) -> None:
        with suppress(Exception):  # there may be nobody left to tell
            await self.socket.close(code, why)

    # what is heard

    def pause(self) -> None:
        self.subscriber.outbox.pause()

    def resume(self) -> None:
        self.subscriber.outbox.resume()

    def on_message(self, text: bytes) -> None:
        """Something is said: it is heeded when all that was said before has been."""
        self.queue.append(decode_request(text, self.house.limits.message_bytes))
        if len(self.queue) >= MAX_QUEUED_REQUESTS:
            self.line.pause_reading()
        if not self.handling:
            self.handling = True
            self.house.spawn(self._heed())

    async def _heed(self) -> None:
        """One wish after the other. What has been begun is done, even if whoever wished for it has gone."""
        while self.queue:
            wish = self.queue.popleft()
            if isinstance(wish, InvalidRequest):
                self._refuse(wish)
            elif isinstance(wish, w.Hello):
                self._refuse(InvalidRequest("", "You have said hello already."))
            elif isinstance(wish, w.SetPreparing):
                self.subscriber.preparing = wish.on
                self.room.presence_soon()
            elif isinstance(wish, w.Query):
                self._count(wish)
            else:
                await self._do(wish)
        self.handling = False
        self.line.resume_reading()

    def _refuse(self, what: InvalidRequest) -> None:
        """What is not understood; whoever says too much of it is no longer listened to."""
        try:
            self.house.deeds.take(f"{self.room.id}/{self.subscriber.seat}", "deeds")
        except RateLimited:
            self.subscriber.outbox.drop(CloseCode.UNREADABLE, "Too much that was said cannot be understood.")
            self.queue.clear()
        else:
            self._say(f.RequestRejected(what.id, what.why, what.field))

    def _say(self, frame: f.AnyMessage) -> None:
        self.subscriber.outbox.put(f.encode_message(frame))

    async def _do(self, wish: Any) -> None:
        """One deed after the other: each is answered, done or refused."""
        house, seat = self.house, self.subscriber.seat
        try:
            house.deeds.take(f"{self.room.id}/{seat}", "deeds")
            entry = await self.room.execute_uncancelled(
                command_handler(self.room, seat, wish), f"{self.person}/{wish.id}"
            )
        except Exception as error:
            house.counts["refused" if isinstance(error, Refused) else "faults"] += 1
            if not isinstance(error, Refused):
                log.exception("a deed failed", extra={"table": self.room.id, "deed": type(wish).__name__})
            self._say(f.RequestRejected(wish.id, public_error_text(error), getattr(error, "field", "")))
            return
        house.counts["deeds"] += 1
        if isinstance(wish, w.LeaveSeat):
            sent = wish.seat not in ("", seat)
            await house.remove_member(self.room.id, wish.seat or seat, SENT_AWAY if sent else LEFT)
        self._say(f.CommandAccepted(wish.id, entry))

    def _count(self, wish: Any) -> None:
        """Begins to count; what was asked before in the same way is no longer waited for."""
        kind = type(wish).__name__
        asked, before = self.running_queries.pop(kind, ("", None))
        if before is not None and not before.done():
            before.cancel()
            self._say(f.RequestRejected(asked, "Something else was asked since."))
        self.running_queries[kind] = wish.id, asyncio.ensure_future(self._counted(wish))

    async def _counted(self, wish: Any) -> None:
        house, room, seat = self.house, self.room, self.subscriber.seat
        try:
            house.questions.take(f"{room.id}/{seat}", "questions")
            house.counts["questions"] += 1
            what, said = _asked(wish)
            known, packed, entries = (
                room.query_cache_key(seat, what, said),
                room.encoded_snapshot(),
                room.table.metadata.length,
            )
            answer = await house.counters.ask(room.box.source, packed, seat, what, said, known)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if not isinstance(error, Refused):
                log.exception("counting failed", extra={"table": room.id})
            self._say(f.RequestRejected(wish.id, public_error_text(error), getattr(error, "field", "")))
            return
        if answer.fault:
            house.counts["faults"] += 1
            log.error("the rules of a game failed at counting", extra={"table": room.id, "error": answer.fault})
        if answer.why:
            self._say(f.RequestRejected(wish.id, answer.why, answer.field))
        else:
            self._say(RESULT_MESSAGES[what](wish.id, entries, f.raw_json(answer.json)))


RESULT_MESSAGES: dict[str, Any] = {
    "draft": f.DraftResult,
    "odds": f.OddsResult,
    "counsel": f.AdviceResult,
    "actions": f.ActionsResult,
    "desk": f.QuickActionsResult,
    "forecast": f.ForecastResult,
    "values": f.ValuesResult,
}


def _asked(wish: w.AnyQuery) -> tuple[str, dict[str, Any]]:
    match wish:
        case w.QueryDraft():
            return "draft", {"action": wish.action, "values": wish.values}
        case w.QueryOdds():
            return "odds", {"action": wish.action, "values": wish.values}
        case w.QueryAdvice():
            return "counsel", {"of": wish.of, "at": wish.at}
        case w.QueryForecast():
            return "forecast", {"name": wish.name, "policy": wish.policy, "round": wish.round}
        case w.QueryValues():
            return "values", {"panel": wish.panel, "label": wish.label}
        case w.QueryQuickActions():
            return "desk", {}
    return "actions", {}
