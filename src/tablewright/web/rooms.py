"""Rooms: tables come into memory when somebody comes, and leave it when everybody has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import Boxed, find
from tablewright.table.opening import open_kept
from tablewright.table.store import Head, Store

from .company import Guest
from .keeper import Keeper
from .limits import Full, Limits
from .looking import Looking
from .offering import Offering
from .others import Here
from .room import Room


class Rooms:
    def __init__(self, store: Store, keeper: Keeper, limits: Limits) -> None:
        self.store, self.keeper, self.limits = store, keeper, limits
        self.looking: Looking[Guest] = Looking()
        self.open: dict[str, Room] = {}
        self.pass_on: Callable[[Here], None] = lambda _: None
        """How other processes hear who is at a table here."""
        self._holds: dict[str, ExitStack] = {}
        self._promised = 0
        """Places that are kept free for tables that are about to be."""

    def room(self, id: str) -> Room:
        """The room of a table; refused with a sentence if it cannot be opened."""
        found = self.open.get(id)
        if found is not None:
            if self.store.shared:
                found.refresh()  # it may have gone on, and we were not told yet
            return found
        self._make_room()
        kept = self.store.table(id)
        head, hold = kept.head, ExitStack()
        box = game_of(head)
        hold.enter_context(self.store.held(head.name))
        try:
            table, said = open_kept(box.game, kept)
            room = Room(id, box, kept, Offering.of(table), self.keeper, self.looking, said, self.limits.entries)
            room.others.pass_on = self._say
        except BaseException:
            hold.close()
            raise
        self.open[id], self._holds[id] = room, hold
        room.left_at = asyncio.get_running_loop().time()
        return room

    @contextmanager
    def place(self) -> Iterator[None]:
        """Keeps a place in memory free for a table that is about to be; refused if there is none."""
        self._make_room()
        self._promised += 1
        try:
            yield
        finally:
            self._promised -= 1

    def _make_room(self) -> None:
        """Room for one more; refused if every table in memory is played at."""
        if len(self.open) + self._promised >= self.limits.open_tables and not self._leave_oldest():
            raise Full("All tables of this server are taken: try again later.")

    def _say(self, who: Here) -> None:
        self.pass_on(who)

    def woken(self, id: str, length: int) -> None:
        """An open table has this length now; one whose length is negative is gone."""
        if length < 0:
            self.open[id].end()
            self.leave(id)
        else:
            self.open[id].woken(length)

    def all_woken(self) -> None:
        """Any table may have another length now."""
        for room in [*self.open.values()]:
            room.woken()

    def leave(self, id: str) -> None:
        """A room is left: nobody is in it, and nothing is being done."""
        room = self.open.pop(id, None)
        if room is not None:
            room.gone = True
            self._holds.pop(id).close()

    def leave_idle(self, idle: float) -> int:
        """Leaves every room that has been empty for so long; how many."""
        now = asyncio.get_running_loop().time()
        empty = [id for id, room in self.open.items() if _empty(room) and now - room.left_at >= idle]
        for id in empty:
            self.leave(id)
        return len(empty)

    def _leave_oldest(self) -> bool:
        empty = [(room.left_at, id) for id, room in self.open.items() if _empty(room)]
        if empty:
            self.leave(min(empty)[1])
        return bool(empty)

    def close(self) -> None:
        for id in list(self.open):
            self.leave(id)


def _empty(room: Room) -> bool:
    return not room.guests and not room.lock.locked()


def game_of(head: Head) -> Boxed:
    """The game of a table, where it was when the table was begun."""
    box = find(head.source)
    if box.game.name != head.game:
        raise Refused(f"{head.name} is a table of {head.game}, and at {head.source} there is {box.game.name} now.")
    return box
