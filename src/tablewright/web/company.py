"""The company at a table: whoever is connected, what they are told, and what they are shown."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import islice

from tablewright.run.shelf import Boxed
from tablewright.table.feed import Item
from tablewright.table.store import Kept
from tablewright.table.table import UNDOABLE

from .announce import announcement
from .frames import Feed, People, Sight, Welcome, encode
from .looks import Whole, changed, whole
from .offering import Offering
from .outbox import GONE, Outbox
from .pace import Pace

PAGE = 200
"""Items shown to somebody who comes for the first time."""
MOST_MISSED = 5_000
"""Items sent to somebody who comes back; older ones are asked for."""


class Guest:
    """Somebody connected: in which seat, and what they have been shown."""

    def __init__(self, seat: str, outbox: Outbox) -> None:
        self.seat, self.outbox = seat, outbox
        self.shown: Whole | None = None
        self.drafting = False


class Company:
    """A table and the people at it."""

    def __init__(self, id: str, box: Boxed, kept: Kept, table: Offering, said: str = "") -> None:
        self.id, self.box, self.kept, self.table, self.said = id, box, kept, table, said
        self.guests: list[Guest] = []
        self.left_at = 0.0
        self.gone = False
        self._looking: asyncio.TimerHandle | None = None
        self._pace = Pace()

    # what is told

    def tell(self, items: Iterable[Item]) -> None:
        told, following = tuple(items), self.table.standing.told
        frames: dict[tuple[int, ...], bytes] = {}
        for guest in self.guests:
            mine = self._readable(guest.seat, told)
            key = tuple(item.number for item in mine)
            if key not in frames:
                frames[key] = encode(Feed(mine, following, announcement(mine)))
            if mine:
                guest.outbox.put(frames[key])

    def _readable(self, seat: str, items: Iterable[Item]) -> tuple[Item, ...]:
        who = self.table.seats.get(seat)
        if who is None:
            return ()
        master = self.table.game.is_master(who)
        return tuple(item for item in items if item.readable(who, master))

    def told(self, seat: str, since: int, most: int) -> tuple[Item, ...]:
        """What a seat was told from a number on, as much as was asked for."""
        who = self.table.seat(seat)
        master = self.table.game.is_master(who)
        return tuple(islice((item for item in self.table.told(since) if item.readable(who, master)), most))

    def look_soon(self) -> None:
        """Everybody is shown what has changed: at once, or together with what follows within a moment."""
        if self._looking is not None or not self.guests:
            return
        loop = asyncio.get_running_loop()
        self._looking = loop.call_at(self._pace.next(loop.time()), self._look)

    def _look(self) -> None:
        self._looking = None
        self._pace.looked(asyncio.get_running_loop().time())
        wholes: dict[str, Whole] = {}
        frames: dict[tuple[str, int], bytes] = {}
        for guest in self.guests:
            now = wholes.get(guest.seat) or wholes.setdefault(guest.seat, whole(self.table, guest.seat))
            key = (guest.seat, id(guest.shown))
            if key not in frames:
                look = changed(guest.shown, now)
                frames[key] = encode(look) if look is not None else b""
            guest.shown = now
            if frames[key]:
                guest.outbox.put(frames[key])

    # who is here

    def enter(self, guest: Guest, since: int) -> None:
        """Welcomes somebody, with what they missed: all that was told, or as much as one frame should hold."""
        seat, head = self.table.seat(guest.seat), self.kept.head
        told = self.table.standing.told
        since = since if 0 <= since <= told else max(0, told - PAGE)
        missed = self._readable(seat.id, self.table.told(max(since, told - MOST_MISSED)))
        welcome = Welcome(
            self.id,
            head.name,
            self.box.game.name,
            self.box.game.title,
            seat.id,
            self.box.game.is_master(seat),
            since if told - since <= MOST_MISSED else told - MOST_MISSED,
            self.table.standing.commitment,
            tuple(sorted(UNDOABLE)),
            self.said,
        )
        guest.outbox.put(encode(welcome))
        guest.shown = whole(self.table, seat.id)
        look = changed(None, guest.shown)
        assert isinstance(look, Sight)
        guest.outbox.put(encode(look))
        guest.outbox.put(encode(Feed(missed, told)))
        self.guests.append(guest)
        self.presence()

    def leave(self, guest: Guest) -> None:
        if guest in self.guests:
            self.guests.remove(guest)
            self.left_at = asyncio.get_running_loop().time()
            self.presence()

    def presence(self) -> None:
        here = tuple(dict.fromkeys(guest.seat for guest in self.guests))
        drafting = tuple(dict.fromkeys(guest.seat for guest in self.guests if guest.drafting))
        frame = encode(People(here, drafting))
        for guest in self.guests:
            guest.outbox.put(frame)

    def let_go(self) -> None:
        """Whoever no longer has a seat is no longer here."""
        seats = self.table.seats
        for guest in [guest for guest in self.guests if guest.seat not in seats]:
            self.guests.remove(guest)
            guest.outbox.end(GONE, "This seat is no longer yours.")

    def send_away(self, code: int, why: str) -> None:
        """Nobody stays."""
        for guest in self.guests:
            guest.outbox.end(code, why)

    def end(self) -> None:
        """The table is no longer there, nor is anybody at it."""
        self.gone = True
        self.send_away(GONE, "This table is no longer here.")
