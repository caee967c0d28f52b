"""A WebSocket connection of one seat: reads requests, dispatches commands and queries, sends the answers."""

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
from tablewright.server.protocol import (
    AnyMessage,
    AnyQuery,
    CloseCode,
    Command,
    CommandAccepted,
    DecodedRequest,
    Hello,
    InvalidRequest,
    LabQuery,
    LeaveSeat,
    QueryResult,
    RequestRejected,
    SeatQuery,
    SetPreparing,
    decode_request,
    encode_message,
    raw_json,
    request_tag,
)
from tablewright.server.rooms import Outbox, Room, Subscriber
from tablewright.table.log import FeedItem
from tablewright.table.stores import StoreUnavailable

from .close_reason import close_code_for, truncated_reason
from .dispatch import command_handler

log = logging.getLogger("tablewright")
LARGE_BACKLOG = 250  # feed items; a longer backlog is read off the event loop
HELLO_TIMEOUT = 10.0  # seconds
MAX_QUEUED_REQUESTS = 32  # of one client; then its socket is not read (backpressure)


class LiveConnection:
    """Serves one client: queues its requests, runs commands in order, answers queries in the background."""

    def __init__(
        self, house: ServerContext, room: Room, socket: WebSocket[Any, Any, Any], seat: str, person: str
    ) -> None:
        self.house, self.room, self.socket, self.person = house, room, socket, person
        self.line = find_websocket(socket.scope)
        self.subscriber = Subscriber(seat, Outbox(self.line.write), house.limits.message_bytes)
        self.queue: deque[DecodedRequest] = deque()
        """Requests not handled yet."""
        self.handling = False
        self.running_queries: dict[str, tuple[str, asyncio.Task[None]]] = {}
        """The last query of each type: its id and its task."""

    async def run(self) -> None:
        """Serve the client from its hello until either side closes the connection."""
        try:
            first = await asyncio.wait_for(self.socket.receive_data("text"), HELLO_TIMEOUT)
            hello = decode_request(first.encode(), self.house.limits.message_bytes)
        except (TimeoutError, WebSocketDisconnect):
            hello = InvalidRequest()
        if not isinstance(hello, Hello):
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
        ends = [asyncio.ensure_future(end) for end in (self.subscriber.outbox.stopped.wait(), self._disconnected())]
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
        """Subscribe to the room. A large backlog is read first, while the table goes on; what it tells then follows."""
        room, seat = self.room, self.subscriber.seat
        first, upto = room.resume_from(since), 0
        read: tuple[FeedItem, ...] = ()
        if room.table.metadata.feed_length - first > LARGE_BACKLOG:
            reading, upto = room.backlog_reader(seat, first), room.table.metadata.feed_length
            read = await self.house.read(lambda store: tuple(reading(store)))
        if room.gone:
            raise StoreUnavailable("This table was left a moment ago.")
        if self.house.trashed_at(room.id):  # the table may have been trashed while the backlog was read
            raise Refused(TRASHED_TEXT)
        if len(room.subscribers) >= self.house.limits.people:  # or it may have filled up
            raise CapacityReached("This table is full: try again later.")
        room.subscribe(self.subscriber, first, read, upto)

    async def _disconnected(self) -> None:
        """Wait until the client is gone."""
        while (await self.socket.receive())["type"] != "websocket.disconnect":
            pass

    async def _close(self, code: int, why: str) -> None:
        with suppress(Exception):  # the client may be gone already
            await self.socket.close(code, why)

    # requests

    def pause(self) -> None:
        self.subscriber.outbox.pause()

    def resume(self) -> None:
        self.subscriber.outbox.resume()

    def on_message(self, text: bytes) -> None:
        """Queue a message; messages of one connection are handled in order."""
        self.queue.append(decode_request(text, self.house.limits.message_bytes))
        if len(self.queue) >= MAX_QUEUED_REQUESTS:
            self.line.pause_reading()
        if not self.handling:
            self.handling = True
            self.house.spawn(self._handle_queue())

    async def _handle_queue(self) -> None:
        """Dispatch queued requests. A command that has begun is finished, even if its client disconnects."""
        while self.queue:
            match self.queue.popleft():
                case InvalidRequest() as invalid:
                    self._reject_invalid(invalid)
                case Hello():
                    self._reject_invalid(InvalidRequest("", "You have said hello already."))
                case SetPreparing(on):
                    self.subscriber.preparing = on
                    self.room.presence_soon()
                case SeatQuery() | LabQuery() as query:
                    self._start_query(query)
                case Command() as command:
                    await self._run_command(command)
        self.handling = False
        self.line.resume_reading()

    def _reject_invalid(self, invalid: InvalidRequest) -> None:
        """Reject an invalid request; close the connection after too many of them."""
        try:
            self.house.deeds.take(f"{self.room.id}/{self.subscriber.seat}", "deeds")
        except RateLimited:
            self.subscriber.outbox.drop(CloseCode.UNREADABLE, "Too much that was said cannot be understood.")
            self.queue.clear()
        else:
            self._send(RequestRejected(invalid.id, invalid.reason, invalid.field))

    def _send(self, message: AnyMessage) -> None:
        self.subscriber.outbox.put(encode_message(message))

    async def _run_command(self, command: Command) -> None:
        """Run a command and answer it. Its id makes it idempotent: sent again, it is answered and not done again."""
        house, seat = self.house, self.subscriber.seat
        try:
            house.deeds.take(f"{self.room.id}/{seat}", "deeds")
            handler = command_handler(self.room, seat, command)
            event = await self.room.execute_uncancelled(handler, f"{self.person}/{command.id}")
        except Exception as error:
            house.counts["refused" if isinstance(error, Refused) else "faults"] += 1
            if not isinstance(error, Refused):
                log.exception("a command failed", extra={"table": self.room.id, "command": request_tag(command)})
            self._send(RequestRejected(command.id, public_error_text(error), getattr(error, "field", "")))
            return
        house.counts["deeds"] += 1
        if isinstance(command, LeaveSeat):
            sent_away = command.seat not in ("", seat)
            await house.remove_member(self.room.id, command.seat or seat, SENT_AWAY if sent_away else LEFT)
        self._send(CommandAccepted(command.id, event))

    def _start_query(self, query: AnyQuery) -> None:
        """Start a query; the query of its type before it is cancelled."""
        tag = request_tag(query)
        id, before = self.running_queries.pop(tag, ("", None))
        if before is not None and not before.done():
            before.cancel()
            self._send(RequestRejected(id, "Something else was asked since."))
        self.running_queries[tag] = query.id, asyncio.ensure_future(self._answer_query(query))

    async def _answer_query(self, query: AnyQuery) -> None:
        house, room, seat = self.house, self.room, self.subscriber.seat
        try:
            house.questions.take(f"{room.id}/{seat}", "questions")
            house.counts["questions"] += 1
            version, key = room.table.metadata.length, room.query_cache_key(seat, query)
            answer = await house.counters.ask(room.box.source, room.encoded_snapshot(), seat, query, key)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if not isinstance(error, Refused):
                log.exception("a query failed", extra={"table": room.id})
            self._send(RequestRejected(query.id, public_error_text(error), getattr(error, "field", "")))
            return
        if answer.fault:
            house.counts["faults"] += 1
            log.error("the rules of a game failed at counting", extra={"table": room.id, "error": answer.fault})
        if answer.reason:
            self._send(RequestRejected(query.id, answer.reason, answer.field))
        else:
            self._send(QueryResult(query.id, version, request_tag(query), raw_json(answer.json)))
