"""A room: one table in memory and whoever is connected. One deed at a time; nobody hears of it before it is kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import Boxed
from tablewright.table import At, Proposal
from tablewright.table.feed import Item
from tablewright.table.record import fingerprint
from tablewright.table.snapshot import pack
from tablewright.table.store import Kept
from tablewright.table.table import UNDOABLE

from .announce import announcement
from .frames import Feed, People, Sight, Welcome, encode
from .keeper import Keeper
from .looks import Whole, changed, whole
from .offering import Offering
from .outbox import GONE, Outbox
from .pace import Pace

KNOWN = 1_000
"""Deeds remembered by what their doers called them."""
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


class Room:
    def __init__(self, id: str, box: Boxed, kept: Kept, table: Offering, keeper: Keeper, said: str = "") -> None:
        self.id, self.box, self.kept, self.table, self.keeper, self.said = id, box, kept, table, keeper, said
        self.guests: list[Guest] = []
        self.lock = asyncio.Lock()
        self.done: OrderedDict[str, int] = OrderedDict(reversed(list(kept.tags(KNOWN).items())))
        self.asked: dict[tuple[int, str], tuple[int, bytes]] = {}
        """Since which entry each open question has been as it is."""
        self.left_at = 0.0
        self.gone = False
        self._looking: asyncio.TimerHandle | None = None
        self._pace = Pace()
        self._packed: tuple[int, bytes] = (-1, b"")
        self._note_asked()

    # what is done

    async def do(self, deed: Callable[[Offering], Any], tag: str = "") -> int:
        """Offers a deed, keeps it, lets it count and tells it; the number of its entry. Refused with a sentence.

        Goes on to its end even if whoever asked for it is no longer there.
        """
        return await asyncio.shield(asyncio.ensure_future(self._do(deed, tag)))

    async def _do(self, deed: Callable[[Offering], Any], tag: str) -> int:
        async with self.lock:
            if self.gone:
                raise Refused("This table was left a moment ago: try again.")
            if tag and tag in self.done:
                return self.done[tag]
            proposal = self.table.offer(deed)
            if proposal is None:
                return self.table.standing.entries - 1
            await self.keeper.keep(self.id, self.table.due(proposal), tag)
            self.take(proposal, tag)
            return proposal.record.number

    def take(self, proposal: Proposal, tag: str = "") -> None:
        """Lets a proposal count that has been kept, and tells it."""
        told = (*self.table.untold, *proposal.told)
        self.table.accept(proposal)
        if tag:
            self.done[tag] = proposal.record.number
            if len(self.done) > KNOWN:
                self.done.popitem(last=False)
        self._note_asked()
        self._tell(told)
        self._let_go()
        self.look_soon()

    def _note_asked(self) -> None:
        """Since when every open question has been the same."""
        now, known = self.table.standing.entries, self.asked
        self.asked = {}
        for running, q in self.table.now.waiting():
            place, words = (running.number, q.at), encode(q)
            before = known.get(place)
            self.asked[place] = before if before and before[1] == words else (now, words)

    def changed_since(self, of: int, at: str, seen: int) -> str:
        """Why an answer no longer fits what was asked when so many entries were known; nothing, if it does."""
        if seen < 0 or seen >= self.table.standing.entries:
            return ""
        asked = self.asked.get((of, at))
        if asked is None or asked[0] > seen:
            return f"What was asked is no longer asked. {self.news(seen)}".strip()
        return ""

    def news(self, seen: int, most: int = 3) -> str:
        """What everybody was told since so many entries were known, in a few words."""
        records = self.table.past.records(max(seen, self.table.standing.entries - 20), self.table.standing.entries - 1)
        told = [item for record in records for item in record.read().told if item.to is None]
        words = announcement(told[-most:] if len(told) > most else told)
        return f"Since then: {words}" if words else ""

    # what is told

    def _tell(self, items: Iterable[Item]) -> None:
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

    def _let_go(self) -> None:
        """Whoever no longer has a seat is no longer here."""
        seats = self.table.seats
        for guest in [guest for guest in self.guests if guest.seat not in seats]:
            self.guests.remove(guest)
            guest.outbox.end(GONE, "This seat is no longer yours.")

    def send_away(self, code: int, why: str) -> None:
        """Nobody stays."""
        for guest in self.guests:
            guest.outbox.end(code, why)

    # what is counted elsewhere

    def known(self, seat: str, what: str, said: dict[str, Any]) -> bytes:
        """All that an answer to this seat may depend on: who may know the same is answered the same."""
        at = At(self.table, seat)
        action = self.table.game.action(said["action"]) if "action" in said else None
        who = (at.eyes.role, sorted(at.eyes.plays)) if action is not None and not action.form.me else at.seat.id
        return encode((self.id, self.table.standing.entries, who, fingerprint(at.seen), what, said))

    def packed(self) -> bytes:
        """The table as it is, for a process that counts."""
        entries = self.table.standing.entries
        if self._packed[0] != entries:
            self._packed = entries, pack(self.table.standing, self.table.now)
        return self._packed[1]
