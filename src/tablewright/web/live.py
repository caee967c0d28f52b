"""Live: one connection of one person to one table."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Any

from litestar.connection import WebSocket
from litestar.exceptions import WebSocketDisconnect

from tablewright.kernel.errors import Refused
from tablewright.table.feed import Item
from tablewright.table.store import Away

from . import frames as f
from . import wishes as w
from .company import Guest
from .deeds import doing
from .farewell import code_of, in_a_frame
from .hearing import Heard, Unclear, understood
from .house import BINNED, House, refusal
from .limits import Full, Slow
from .outbox import BEHIND, UNREADABLE, Outbox
from .room import Room
from .socket import socket_of
from .visitor import LEFT, SENT_AWAY

log = logging.getLogger("tablewright")
MUCH = 250
"""Items that nobody else should wait for, while they are read."""
FIRST = 10.0
"""Seconds to say hello in."""
MOST_UNHEEDED = 32
"""Wishes of one client that wait; what it says beyond that is not read yet."""


class Live:
    """Hears what somebody wishes, and has it done, counted or refused."""

    def __init__(self, house: House, room: Room, socket: WebSocket[Any, Any, Any], seat: str, person: str) -> None:
        self.house, self.room, self.socket, self.person = house, room, socket, person
        self.line = socket_of(socket.scope)
        self.guest = Guest(seat, Outbox(self.line.write), house.limits.message_bytes)
        self.wishes: deque[Heard] = deque()
        """What was said and has not been heeded yet."""
        self.heeding = False
        self.counting: dict[str, tuple[str, asyncio.Task[None]]] = {}
        """The last question of each kind, and whoever counts it."""

    async def run(self) -> None:
        """From hello to the end, whichever side ends it."""
        try:
            said = await asyncio.wait_for(self.socket.receive_data("text"), FIRST)
            hello = understood(said.encode(), self.house.limits.message_bytes)
        except (TimeoutError, WebSocketDisconnect):
            hello = Unclear()
        if not isinstance(hello, w.Hello):
            await self._close(UNREADABLE, "Say hello first.")
            return
        try:
            await self._enter(hello.since)
        except Refused as refused:
            away = isinstance(refused, Away)
            why = "The tables cannot be reached just now: come back in a moment." if away else str(refused)
            await self._close(code_of(refused), in_a_frame(why))
            return
        self.line.begin(self)
        ends = [asyncio.ensure_future(end) for end in (self.guest.outbox.stopped.wait(), self._left())]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.leave(self.guest)
            self.wishes.clear()
            tasks = (*ends, *(task for _, task in self.counting.values()))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self.guest.outbox.full:
            await self._close(BEHIND, "You have fallen behind: come back for the rest.")
        elif self.guest.outbox.ended:
            await self._close(*self.guest.outbox.ended)

    async def _enter(self, since: int) -> None:
        """Where much was missed it is read first, while others go on; what is told meanwhile comes after it."""
        room, seat = self.room, self.guest.seat
        first, upto = room.begins(since), 0
        read: tuple[Item, ...] = ()
        if room.table.standing.told - first > MUCH:
            reading, upto = room.reading(seat, first), room.table.standing.told
            read = await self.house.read(lambda store: tuple(reading(store)))
        if room.gone:
            raise Away("This table was left a moment ago.")
        if self.house.binned(room.id):  # while somebody was on the way in
            raise Refused(BINNED)
        if len(room.guests) >= self.house.limits.people:  # many may have come while this one was waited for
            raise Full("This table is full: try again later.")
        room.enter(self.guest, first, read, upto)

    async def _left(self) -> None:
        """Until the client is gone."""
        while (await self.socket.receive())["type"] != "websocket.disconnect":
            pass

    async def _close(self, code: int, why: str) -> None:
        with suppress(Exception):  # there may be nobody left to tell
            await asyncio.wait_for(self.socket.close(code, why), 1)
        self.line.let_go()

    # what is heard

    def pause(self) -> None:
        self.guest.outbox.pause()

    def resume(self) -> None:
        self.guest.outbox.resume()

    def heard(self, text: bytes) -> None:
        """Something is said: it is heeded when all that was said before has been."""
        self.wishes.append(understood(text, self.house.limits.message_bytes))
        if len(self.wishes) >= MOST_UNHEEDED:
            self.line.listen(False)
        if not self.heeding:
            self.heeding = True
            self.house.at_work(self._heed())

    async def _heed(self) -> None:
        """One wish after the other. What has been begun is done, even if whoever wished for it has gone."""
        while self.wishes:
            wish = self.wishes.popleft()
            if isinstance(wish, Unclear):
                self._refuse(wish)
            elif isinstance(wish, w.Hello):
                self._refuse(Unclear("", "You have said hello already."))
            elif isinstance(wish, w.Drafting):
                self.guest.drafting = wish.on
                self.room.presence_soon()
            elif isinstance(wish, w.Question):
                self._count(wish)
            else:
                await self._do(wish)
        self.heeding = False
        self.line.listen(True)

    def _refuse(self, what: Unclear) -> None:
        """What is not understood; whoever says too much of it is no longer listened to."""
        try:
            self.house.deeds.take(f"{self.room.id}/{self.guest.seat}", "deeds")
        except Slow:
            self.guest.outbox.drop(UNREADABLE, "Too much that was said cannot be understood.")
            self.wishes.clear()
        else:
            self._say(f.No(what.id, what.why, what.field))

    def _say(self, frame: f.AnyFrame) -> None:
        self.guest.outbox.put(f.ready(frame))

    async def _do(self, wish: Any) -> None:
        """One deed after the other: each is answered, done or refused."""
        house, seat = self.house, self.guest.seat
        try:
            house.deeds.take(f"{self.room.id}/{seat}", "deeds")
            entry = await self.room.do_now(doing(self.room, seat, wish), f"{self.person}/{wish.id}")
        except Exception as error:
            house.counts["refused" if isinstance(error, Refused) else "faults"] += 1
            if not isinstance(error, Refused):
                log.exception("a deed failed", extra={"table": self.room.id, "deed": type(wish).__name__})
            self._say(f.No(wish.id, refusal(error), getattr(error, "field", "")))
            return
        house.counts["deeds"] += 1
        if isinstance(wish, w.Leave):
            sent = wish.seat not in ("", seat)
            await house.let_go(self.room.id, wish.seat or seat, SENT_AWAY if sent else LEFT)
        self._say(f.Done(wish.id, entry))

    def _count(self, wish: Any) -> None:
        """Begins to count; what was asked before in the same way is no longer waited for."""
        kind = type(wish).__name__
        asked, before = self.counting.pop(kind, ("", None))
        if before is not None and not before.done():
            before.cancel()
            self._say(f.No(asked, "Something else was asked since."))
        self.counting[kind] = wish.id, asyncio.ensure_future(self._counted(wish))

    async def _counted(self, wish: Any) -> None:
        house, room, seat = self.house, self.room, self.guest.seat
        try:
            house.questions.take(f"{room.id}/{seat}", "questions")
            house.counts["questions"] += 1
            what, said = _asked(wish)
            known, packed, entries = room.known(seat, what, said), room.packed(), room.table.standing.entries
            answer = await house.counters.ask(room.box.source, packed, seat, what, said, known)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if not isinstance(error, Refused):
                log.exception("counting failed", extra={"table": room.id})
            self._say(f.No(wish.id, refusal(error), getattr(error, "field", "")))
            return
        if answer.fault:
            house.counts["faults"] += 1
            log.error("the rules of a game failed at counting", extra={"table": room.id, "error": answer.fault})
        if answer.why:
            self._say(f.No(wish.id, answer.why, answer.field))
        else:
            self._say(FRAMES[what](wish.id, entries, f.raw(answer.json)))


FRAMES: dict[str, Any] = {
    "draft": f.Drafted,
    "odds": f.Counted,
    "counsel": f.Counselled,
    "actions": f.Doables,
    "desk": f.AtHand,
    "forecast": f.Foreseen,
    "values": f.Behind,
}


def _asked(wish: w.AnyQuestion) -> tuple[str, dict[str, Any]]:
    match wish:
        case w.DraftOf():
            return "draft", {"action": wish.action, "values": wish.values}
        case w.OddsOf():
            return "odds", {"action": wish.action, "values": wish.values}
        case w.CounselOn():
            return "counsel", {"of": wish.of, "at": wish.at}
        case w.ForecastOf():
            return "forecast", {"name": wish.name, "policy": wish.policy, "round": wish.round}
        case w.ValuesOf():
            return "values", {"panel": wish.panel, "label": wish.label}
        case w.DeskOf():
            return "desk", {}
    return "actions", {}
