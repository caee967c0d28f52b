"""The company at a table: whoever is connected, what they are told, and what they are shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator

from tablewright.run.shelf import Boxed
from tablewright.table.feed import Item
from tablewright.table.moment import Moment
from tablewright.table.retelling import UNDOABLE, told
from tablewright.table.store import Kept, Store

from .announce import announcement
from .frames import Feed, People, Sight, Welcome, ready
from .looking import Looking
from .looks import Whole, changed, whole
from .offering import Offering
from .others import Here, Others
from .outbox import GONE, Outbox

PAGE = 200
"""Items shown to somebody who comes for the first time."""
MOST_MISSED = 5_000
"""Items sent to somebody who comes back; older ones are asked for."""

SOON = 0.1
"""Seconds until it is said who is drafting."""


class Guest:
    """Somebody connected: in which seat, and what they have been shown."""

    def __init__(self, seat: str, outbox: Outbox) -> None:
        self.seat, self.outbox = seat, outbox
        self.shown: Whole | None = None
        self.drafting = False


class Company:
    """A table and the people at it."""

    def __init__(
        self, id: str, box: Boxed, kept: Kept, table: Offering, looking: Looking[Guest], said: str = ""
    ) -> None:
        self.id, self.box, self.kept, self.table, self.said = id, box, kept, table, said
        self.looking = looking
        self.guests: list[Guest] = []
        self.others = Others(id, lambda _: None)
        """Who is at this table in other processes, and how they hear who is here."""
        self.left_at = 0.0
        self.gone = False
        self._saying: asyncio.TimerHandle | None = None
        self._seen: tuple[Moment, int, dict[str, Whole]] | None = None
        """What each seat sees at the moment it was last looked at, and after so many entries."""

    # what is told

    def tell(self, items: Iterable[Item]) -> None:
        """Everybody is told what is for them, at once; who is told the same is sent the same bytes."""
        new, following = tuple(items), self.table.standing.told
        here = {guest.seat for guest in self.guests}
        public = all(item.to is None for item in new)
        seats = {s.id: new if public else self._readable(s.id, new) for s in self.table.standing.seats if s.id in here}
        frames: dict[tuple[int, ...], bytes] = {}
        for guest in self.guests:
            mine = seats.get(guest.seat)
            if not mine:
                continue
            key = tuple(item.number for item in mine)
            if key not in frames:
                frames[key] = ready(Feed(mine, following, announcement(mine)))
            guest.outbox.put(frames[key])

    def _readable(self, seat: str, items: Iterable[Item]) -> tuple[Item, ...]:
        who = next((one for one in self.table.standing.seats if one.id == seat), None)
        if who is None:
            return ()
        master = self.table.game.is_master(who)
        return tuple(item for item in items if item.readable(who, master))

    def reading(self, seat: str, since: int) -> Callable[[Store], Iterator[Item]]:
        """How what a seat was told until now, from a number on, is read in a store by whoever has time for it."""
        who, game, standing, past = self.table.seat(seat), self.table.game, self.table.standing, self.table.past
        master = game.is_master(who)

        def read(store: Store) -> Iterator[Item]:
            there = store.table(self.id) if past is self.kept else past
            return (item for item in told(there, standing, since) if item.readable(who, master))

        return read

    def begins(self, since: int) -> int:
        """The first item that somebody is sent who comes back with this number, or for the first time."""
        now = self.table.standing.told
        return max(since if 0 <= since <= now else now - PAGE, now - MOST_MISSED, 0)

    def look_soon(self) -> None:
        """Everybody is shown what has changed: at once, or as soon as there is time for it."""
        self.looking.soon(self.guests, self._show)

    def _show(self, guest: Guest) -> None:
        """One of them is shown how it is now."""
        now = self._whole(guest.seat)
        look = changed(guest.shown, now)
        guest.shown = now
        if look is not None:
            guest.outbox.put(ready(look))

    def _whole(self, seat: str) -> Whole:
        """What a seat sees now: worked out once, for however many look from there."""
        now, entries = self.table.now, self.table.standing.entries
        if self._seen is None or self._seen[0] is not now or self._seen[1] != entries:
            self._seen = now, entries, {}
        found = self._seen[2]
        if seat not in found:
            found[seat] = whole(self.table, seat)
        return found[seat]

    # who is here

    def enter(self, guest: Guest, since: int, read: tuple[Item, ...] = (), upto: int = 0) -> None:
        """Welcomes somebody, with what was told from a number on; of that, all up to another has been read already."""
        seat, head = self.table.seat(guest.seat), self.kept.head
        missed = read + self._readable(seat.id, self.table.told(max(since, upto)))
        welcome = Welcome(
            self.id,
            head.name,
            self.box.game.name,
            self.box.game.title,
            seat.id,
            self.box.game.is_master(seat),
            since,
            self.table.standing.commitment,
            tuple(sorted(UNDOABLE)),
            self.said,
            not self.table.fair_dice,
        )
        guest.outbox.put(ready(welcome))
        guest.shown = self._whole(seat.id)
        look = changed(None, guest.shown)
        assert isinstance(look, Sight)
        guest.outbox.put(ready(look))
        guest.outbox.put(ready(Feed(missed, self.table.standing.told)))
        self.guests.append(guest)
        self.presence()

    def leave(self, guest: Guest) -> None:
        if guest in self.guests:
            self._remove(guest)
            self.left_at = asyncio.get_running_loop().time()
            self.presence()

    def _remove(self, guest: Guest) -> None:
        self.guests.remove(guest)
        self.looking.forget(guest)

    def presence(self) -> None:
        """Who is here has changed: it is said here, and to other processes with this table."""
        self.others.say(*self._people())
        self.say_who()

    def presence_soon(self) -> None:
        """The same for what may change many times a second: said once, a moment later."""
        if self._saying is None:
            self._saying = asyncio.get_running_loop().call_later(SOON, self._say_now)

    def _say_now(self) -> None:
        self._saying = None
        self.presence()

    def say_who(self) -> None:
        """Everybody here is told who is at the table, wherever they are connected."""
        here, drafting = self._people()
        frame = ready(People(self.others.with_here(here), self.others.with_drafting(drafting)))
        for guest in self.guests:
            guest.outbox.put(frame)

    def overheard(self, who: Here) -> None:
        """Another process says who is at this table there. If it was not known, it may not know of us either."""
        known = who.by in self.others.known
        if self.others.hear(who):
            self.say_who()
        if not known and self.guests:
            self.others.say(*self._people())

    def still_here(self) -> None:
        """Said every so often; whoever has not said so for long is no longer counted."""
        if self.guests:
            self.others.say(*self._people())
        if self.others.forget_silent():
            self.say_who()

    def _people(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        here = dict.fromkeys(guest.seat for guest in self.guests)
        drafting = dict.fromkeys(guest.seat for guest in self.guests if guest.drafting)
        return tuple(here), tuple(drafting)

    def let_go(self) -> None:
        """Whoever no longer has a seat is no longer here."""
        seats = self.table.seats
        for guest in [guest for guest in self.guests if guest.seat not in seats]:
            self._remove(guest)
            guest.outbox.end(GONE, "This seat is no longer yours.")

    def send_away(self, code: int, why: str) -> None:
        """Nobody stays."""
        for guest in self.guests:
            guest.outbox.end(code, why)

    def end(self) -> None:
        """The table is no longer there, nor is anybody at it."""
        self.gone = True
        self.send_away(GONE, "This table is no longer here.")
