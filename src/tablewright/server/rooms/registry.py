"""Rooms: tables come into memory when somebody comes, and leave it when everybody has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from tablewright.catalog import InstalledGame, find_game
from tablewright.rules import Refused
from tablewright.server.limits import CapacityReached, Limits
from tablewright.table.lifecycle import open_stored
from tablewright.table.stores import TableHeader, TableStore

from .broadcast import Subscriber
from .group_commit import GroupCommitter
from .presence import PresenceReport
from .room import Room
from .view_queue import ViewQueue


class RoomRegistry:
    def __init__(self, store: TableStore, keeper: GroupCommitter, limits: Limits) -> None:
        self.store, self.keeper, self.limits = store, keeper, limits
        self.looking: ViewQueue[Subscriber] = ViewQueue()
        self.open: dict[str, Room] = {}
        self.pass_on: Callable[[PresenceReport], None] = lambda _: None
        """How other processes hear who is at a table here."""
        self._holds: dict[str, ExitStack] = {}
        self._promised = 0
        """Places that are kept free for tables that are about to be."""

    def open_room(self, id: str) -> Room:
        """The room of a table; refused with a sentence if it cannot be opened."""
        found = self.open.get(id)
        if found is not None:
            if self.store.shared:
                found.catch_up_if_idle()  # it may have gone on, and we were not told yet
            return found
        self._make_room()
        kept = self.store.table(id)
        head, hold = kept.head, ExitStack()
        box = game_of_table(head)
        hold.enter_context(self.store.lock(head.name))
        try:
            table, said = open_stored(box.game, kept)
            room = Room(id, box, kept, table, self.keeper, self.looking, said, self.limits.entries)
            room.remote_presence.pass_on = self._say
        except BaseException:
            hold.close()
            raise
        self.open[id], self._holds[id] = room, hold
        room.left_at = asyncio.get_running_loop().time()
        return room

    @contextmanager
    def reserve(self) -> Iterator[None]:
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
            raise CapacityReached("All tables of this server are taken: try again later.")

    def _say(self, who: PresenceReport) -> None:
        self.pass_on(who)

    def on_remote_append(self, id: str, length: int) -> None:
        """An open table has this length now; one whose length is negative is gone."""
        if length < 0:
            self.open[id].end()
            self.evict(id)
        else:
            self.open[id].on_remote_append(length)

    def all_woken(self) -> None:
        """Any table may have another length now."""
        for room in [*self.open.values()]:
            room.on_remote_append()

    def evict(self, id: str) -> None:
        """A room is left: nobody is in it, and nothing is being done."""
        room = self.open.pop(id, None)
        if room is not None:
            room.gone = True
            self._holds.pop(id).close()

    def evict_idle(self, idle: float) -> int:
        """Leaves every room that has been empty for so long; how many."""
        now = asyncio.get_running_loop().time()
        empty = [id for id, room in self.open.items() if _empty(room) and now - room.left_at >= idle]
        for id in empty:
            self.evict(id)
        return len(empty)

    def _leave_oldest(self) -> bool:
        empty = [(room.left_at, id) for id, room in self.open.items() if _empty(room)]
        if empty:
            self.evict(min(empty)[1])
        return bool(empty)

    def close(self) -> None:
        for id in list(self.open):
            self.evict(id)


def _empty(room: Room) -> bool:
    return not room.subscribers and not room.lock.locked()


def game_of_table(head: TableHeader) -> InstalledGame:
    """The game of a table, where it was when the table was begun."""
    box = find_game(head.source)
    if box.game.name != head.game:
        raise Refused(f"{head.name} is a table of {head.game}, and at {head.source} there is {box.game.name} now.")
    return box
