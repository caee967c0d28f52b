"""The company at a table: whoever is connected, what they are told, and what they are shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator

from tablewright.catalog import InstalledGame
from tablewright.server.limits import Limits
from tablewright.server.protocol import CloseCode, FeedMessage, Presence, ViewUpdate, Welcome, encode_message
from tablewright.table import Table
from tablewright.table.core import UNDOABLE_KINDS, PlayState, read_feed, readable_items
from tablewright.table.log import FeedItem
from tablewright.table.stores import StoredTable, TableStore

from .announcements import announce
from .outbox import Outbox
from .presence import PresenceReport, RemotePresence
from .view_diff import SeatSnapshot, diff_views, take_snapshot
from .view_queue import ViewQueue

FIRST_PAGE = 200
"""Items shown to somebody who comes for the first time."""
MAX_MISSED_ITEMS = 5_000
"""Items sent to somebody who comes back; older ones are asked for."""

PRESENCE_DELAY = 0.1
"""Seconds until it is said who is drafting."""


class Subscriber:
    """Somebody connected: in which seat, what they have been shown, and how many bytes they may say at once."""

    def __init__(self, seat: str, outbox: Outbox, most: int = Limits().message_bytes) -> None:
        self.seat, self.outbox, self.max_message_bytes = seat, outbox, most
        self.last_snapshot: SeatSnapshot | None = None
        self.preparing = False


class Broadcaster:
    """A table and the people at it."""

    def __init__(
        self,
        id: str,
        box: InstalledGame,
        kept: StoredTable,
        table: Table,
        looking: ViewQueue[Subscriber],
        said: str = "",
    ) -> None:
        self.id, self.box, self.kept, self.table, self.opening_note = id, box, kept, table, said
        self.looking = looking
        self.subscribers: list[Subscriber] = []
        self.remote_presence = RemotePresence(id, lambda _: None)
        """Who is at this table in other processes, and how they hear who is here."""
        self.left_at = 0.0
        self.gone = False
        self._saying: asyncio.TimerHandle | None = None
        self._seen: tuple[PlayState, int, dict[str, SeatSnapshot]] | None = None
        """What each seat sees at the moment it was last looked at, and after so many entries."""

    # what is told

    def broadcast(self, items: Iterable[FeedItem]) -> None:
        """Everybody is told what is for them, at once; who is told the same is sent the same bytes."""
        new, following = tuple(items), self.table.metadata.feed_length
        here = {guest.seat for guest in self.subscribers}
        game, seats = self.table.game, (seat for seat in self.table.metadata.seats if seat.id in here)
        readable = {seat.id: tuple(readable_items(game, seat, new)) for seat in seats}
        frames: dict[tuple[int, ...], bytes] = {}
        for guest in self.subscribers:
            mine = readable.get(guest.seat)
            if not mine:
                continue
            key = tuple(item.number for item in mine)
            if key not in frames:
                frames[key] = encode_message(FeedMessage(mine, following, announce(mine)))
            guest.outbox.put(frames[key])

    def backlog_reader(self, seat: str, since: int) -> Callable[[TableStore], Iterator[FeedItem]]:
        """How what a seat was told until now, from a number on, is read in a store by whoever has time for it."""
        who, game, standing, past = self.table.seat(seat), self.table.game, self.table.metadata, self.table.record_log

        def read(store: TableStore) -> Iterator[FeedItem]:
            there = store.table(self.id) if past is self.kept else past
            return readable_items(game, who, read_feed(there, standing, since))

        return read

    def resume_from(self, since: int) -> int:
        """The first item that somebody is sent who comes back with this number, or for the first time."""
        now = self.table.metadata.feed_length
        return max(since if 0 <= since <= now else now - FIRST_PAGE, now - MAX_MISSED_ITEMS, 0)

    def schedule_view_updates(self) -> None:
        """Everybody is shown what has changed: at once, or as soon as there is time for it."""
        self.looking.soon(self.subscribers, self._show)

    def _show(self, guest: Subscriber) -> None:
        """One of them is shown how it is now."""
        now = self._whole(guest.seat)
        look = diff_views(guest.last_snapshot, now)
        guest.last_snapshot = now
        if look is not None:
            guest.outbox.put(encode_message(look))

    def _whole(self, seat: str) -> SeatSnapshot:
        """What a seat sees now: worked out once, for however many look from there."""
        now, entries = self.table.play_state, self.table.metadata.length
        if self._seen is None or self._seen[0] is not now or self._seen[1] != entries:
            self._seen = now, entries, {}
        found = self._seen[2]
        if seat not in found:
            found[seat] = take_snapshot(self.table, seat)
        return found[seat]

    # who is here

    def subscribe(self, guest: Subscriber, since: int, read: tuple[FeedItem, ...] = (), upto: int = 0) -> None:
        """Welcomes somebody, with what was told from a number on; of that, all up to another has been read already."""
        seat, head = self.table.seat(guest.seat), self.kept.head
        missed = read + tuple(readable_items(self.table.game, seat, self.table.feed_items(max(since, upto))))
        welcome = Welcome(
            self.id,
            head.name,
            self.box.game.name,
            self.box.game.title,
            seat.id,
            self.box.game.is_master(seat),
            since,
            self.table.metadata.commitment,
            tuple(sorted(UNDOABLE_KINDS)),
            self.opening_note,
            not self.table.fair_dice,
            guest.max_message_bytes,
        )
        guest.outbox.put(encode_message(welcome))
        guest.last_snapshot = self._whole(seat.id)
        look = diff_views(None, guest.last_snapshot)
        assert isinstance(look, ViewUpdate)
        guest.outbox.put(encode_message(look))
        guest.outbox.put(encode_message(FeedMessage(missed, self.table.metadata.feed_length)))
        self.subscribers.append(guest)
        self.presence()

    def unsubscribe(self, guest: Subscriber) -> None:
        if guest in self.subscribers:
            self._remove(guest)
            self.left_at = asyncio.get_running_loop().time()
            self.presence()

    def _remove(self, guest: Subscriber) -> None:
        self.subscribers.remove(guest)
        self.looking.forget(guest)

    def presence(self) -> None:
        """Who is here has changed: it is said here, and to other processes with this table."""
        self.remote_presence.say(*self._people())
        self.broadcast_presence()

    def presence_soon(self) -> None:
        """The same for what may change many times a second: said once, a moment later."""
        if self._saying is None:
            self._saying = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._say_now)

    def _say_now(self) -> None:
        self._saying = None
        self.presence()

    def broadcast_presence(self) -> None:
        """Everybody here is told who is at the table, wherever they are connected."""
        here, drafting = self._people()
        frame = encode_message(
            Presence(self.remote_presence.with_here(here), self.remote_presence.with_drafting(drafting))
        )
        for guest in self.subscribers:
            guest.outbox.put(frame)

    def on_remote_presence(self, who: PresenceReport) -> None:
        """Another process says who is at this table there. If it was not known, it may not know of us either."""
        known = who.by in self.remote_presence.known
        if self.remote_presence.hear(who):
            self.broadcast_presence()
        if not known and self.subscribers:
            self.remote_presence.say(*self._people())

    def send_presence_heartbeat(self) -> None:
        """Said every so often; whoever has not said so for long is no longer counted."""
        if self.subscribers:
            self.remote_presence.say(*self._people())
        if self.remote_presence.forget_silent():
            self.broadcast_presence()

    def _people(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        here = dict.fromkeys(guest.seat for guest in self.subscribers)
        drafting = dict.fromkeys(guest.seat for guest in self.subscribers if guest.preparing)
        return tuple(here), tuple(drafting)

    def drop_unseated(self) -> None:
        """Whoever no longer has a seat is no longer here."""
        seats = self.table.seats
        for guest in [guest for guest in self.subscribers if guest.seat not in seats]:
            self._remove(guest)
            guest.outbox.end(CloseCode.GONE, "This seat is no longer yours.")

    def close_all(self, code: int, why: str) -> None:
        """Nobody stays."""
        for guest in self.subscribers:
            guest.outbox.end(code, why)

    def end(self) -> None:
        """The table is no longer there, nor is anybody at it."""
        self.gone = True
        self.close_all(CloseCode.GONE, "This table is no longer here.")
