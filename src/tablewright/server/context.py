"""The house: everything that lives as long as the server does."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tablewright.catalog import installed_games, load_game_at
from tablewright.rules import Refused
from tablewright.server.protocol import CloseCode
from tablewright.server.rooms import GroupCommitter, Room, RoomRegistry, presence
from tablewright.server.workers import LabJobs, QueryPool
from tablewright.table.core import provably_fair
from tablewright.table.log import SessionReopened
from tablewright.table.stores import StoreUnavailable, TableStore

from .accounts import Account, Accounts, InvitationLink, Member, hash_token
from .limits import Limits, RateLimiter

T = TypeVar("T")
log = logging.getLogger("tablewright")
TRASHED_TEXT = "This table has been thrown away."


class ServerConfig(msgspec.Struct, frozen=True):
    """How a house is run."""

    host_hash: str
    """Hash of the token that makes somebody the host."""
    anyone_begins: bool = False
    """Whether anybody may begin a table, or the host alone."""
    counters: int = 1
    limits: Limits = Limits()
    folders: tuple[str, ...] = ()
    """Games beside those on the shelf, each a folder whose code the host trusts."""


class ServerContext:
    def __init__(self, open_store: Callable[[], TableStore], rules: ServerConfig) -> None:
        self.rules, self.limits = rules, rules.limits
        tried = (load_game_at(Path(folder)) for folder in rules.folders)
        self.games = {**installed_games(), **{box.game.name: box for box in tried}}
        """The games that are served here, by name."""
        self.store = open_store()
        self.people = Accounts(self.store, time.time)
        self.keeper = GroupCommitter(open_store)
        self.rooms = RoomRegistry(self.store, self.keeper, rules.limits)
        self.counters = QueryPool(rules.counters)
        self.deeds = RateLimiter(self.limits.deeds, self.limits.burst, time.monotonic)
        self.questions = RateLimiter(self.limits.questions, self.limits.burst, time.monotonic)
        self.requests = RateLimiter(self.limits.requests, self.limits.burst, time.monotonic)
        self._door = asyncio.Lock()
        self.connections = 0
        self.started = time.time()
        self.counts = dict.fromkeys(("deeds", "refused", "questions", "faults"), 0)
        self._open_store = open_store
        self.trials = LabJobs(self.write, rules.limits)
        self._clerk = ThreadPoolExecutor(1, thread_name_prefix="clerk")
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self._desk: TableStore | None = None
        self._archive: TableStore | None = None
        self._sweeper: asyncio.Task[None] | None = None
        self._saying: asyncio.Task[None] | None = None
        self._work: set[asyncio.Task[None]] = set()
        self._reading, self._looked_through = threading.Lock(), False

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Begins something that goes on to its end whoever leaves meanwhile."""
        task = asyncio.get_running_loop().create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def write(self, do: Callable[[TableStore], T]) -> T:
        """Whatever writes to the store beside the tables, one after the other, off the loop."""
        return await asyncio.get_running_loop().run_in_executor(self._clerk, self._at_the_desk, do)

    def _at_the_desk(self, do: Callable[[TableStore], T]) -> T:
        if self._desk is None:
            self._desk = self._open_store()
        return do(self._desk)

    async def read(self, do: Callable[[TableStore], T]) -> T:
        """Whatever takes long to read, one after the other, off the loop and out of the clerk's way."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._in_the_archive, do)

    def _in_the_archive(self, do: Callable[[TableStore], T]) -> T:
        if self._archive is None:
            self._archive = self._open_store()
        return do(self._archive)

    def is_host(self, token: str) -> bool:
        return hash_token(token) == self.rules.host_hash

    def person(self, token: str) -> Account | None:
        """Whoever holds this token. Who was the host by a link that has been replaced is a guest."""
        found = self.people.of(token)
        replaced = found is not None and found.host and found.host_by != self.rules.host_hash
        return msgspec.structs.replace(found, host=False) if found is not None and replaced else found

    # people, written at the desk

    async def rename_account(self, token: str, person: Account | None, name: str) -> tuple[Account, str]:
        """Whoever this is, by this name; somebody new, if nobody was known."""
        if person is None:
            return await self._written(lambda people: people.new(name))
        changed = msgspec.structs.replace(person, name=name)
        await self._written(lambda people: people.change(token, changed))
        return changed, token

    async def made_host(self, token: str, person: Account | None, again: bool = False) -> tuple[Account, str]:
        """Whoever asks, as the host; with `again`, somebody new is the host there was."""
        by = self.rules.host_hash
        if person is None:
            return await self._written(lambda people: (again and people.again(by)) or people.new("", host_by=by))
        changed = msgspec.structs.replace(person, host=True, host_by=by)
        await self._written(lambda people: people.change(token, changed))
        return changed, token

    async def enrol(self, member: Member) -> None:
        await self._written(lambda people: people.enrol(member))

    async def remove_member(self, table: str, seat: str, how: str) -> None:
        """Whoever had a seat that was given up is told how, from now on."""
        with suppress(Refused):  # it cannot be kept just now: they are told so at the table itself
            await self._written(lambda people: people.let_go(table, seat, how))

    async def invite(self, table: str, by: str, role: str, seat: str) -> tuple[InvitationLink, str]:
        if len(self.people.links(table)) >= self.limits.links:
            raise Refused(f"{self.limits.links} links lead to this table, and that is enough: revoke one first.")
        return await self._written(lambda people: people.new_link(table, by, role, seat))

    async def revoke(self, table: str, link: str) -> None:
        await self._written(lambda people: people.revoke(table, link))

    async def _written(self, do: Callable[[Accounts], T]) -> T:
        return await self.write(lambda store: do(Accounts(store, time.time)))

    def resolve_link(self, token: str) -> tuple[InvitationLink, Room]:
        """Where a link leads."""
        link = self.people.link(token)
        if self.trashed_at(link.table):
            raise Refused(TRASHED_TEXT)
        return link, self.rooms.open_room(link.table)

    async def reopen(self, table: str, seat: str) -> None:
        """The next session of a closed table: its new seed is on the disk before anybody hears of it."""
        seed = provably_fair.new_seed()
        await self.rooms.open_room(table).execute(
            lambda offered: offered.apply(SessionReopened(seat, provably_fair.commitment(seed))), seed=seed
        )

    @asynccontextmanager
    async def seat_lock(self, table: str) -> AsyncIterator[None]:
        """Whoever sits down or gets up does so one after the other, and finds the table as it is."""
        loop, turn = asyncio.get_running_loop(), self.store.mutex(f"door/{table}")
        async with self._door:
            await loop.run_in_executor(None, turn.__enter__)
            try:
                self.rooms.open_room(table)
                yield
            finally:
                await loop.run_in_executor(None, turn.__exit__, None, None, None)

    # from start to end

    async def open(self) -> None:
        loop = asyncio.get_running_loop()

        def heard(lengths: Mapping[str, int]) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._woken, lengths)

        def overheard(word: str) -> None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._overheard, word)

        self.store.subscribe(heard, overheard)
        if self.store.shared:
            self.rooms.pass_on = lambda who: self.spawn(self._pass_on(presence.encode_report(who)))
            self._saying = asyncio.ensure_future(self._say_again())
        self.counters.warm(box.source for box in self.games.values())
        self._sweeper = asyncio.ensure_future(self._sweep())

    def look_through(self) -> None:
        """Reads all ledgers beside whatever else is done, once."""
        if not self._looked_through:
            self._looked_through = True
            self.spawn(asyncio.to_thread(self.read_ledgers))

    def read_ledgers(self) -> None:
        """What the games are about, read by one at a time: two would read everything twice."""
        with self._reading:
            for box in self.games.values():
                len(box.ledger.rule)

    def _woken(self, lengths: Mapping[str, int]) -> None:
        """Something happened elsewhere: to tables, or, where there is no length, to the papers beside one. To nobody
        knows which, if none is named.
        """
        if not lengths:
            self.rooms.all_woken()
        for id, length in lengths.items():
            if id not in self.rooms.open:
                continue
            if length:
                self.rooms.on_remote_append(id, length)
            elif id in self.trashed_tables():
                self.rooms.open[id].close_all(CloseCode.GONE, TRASHED_TEXT)

    def _overheard(self, word: str) -> None:
        """Another process says who is at a table there."""
        who = presence.decode_report(word)
        if who is not None and who.table in self.rooms.open:
            self.rooms.open[who.table].on_remote_presence(who)

    async def _pass_on(self, word: str) -> None:
        with suppress(Refused):  # it is said again before long
            await self.write(lambda store: store.notify(word))

    async def _say_again(self) -> None:
        while True:
            await asyncio.sleep(presence.REPORT_INTERVAL)
            for room in self.rooms.open.values():
                room.send_presence_heartbeat()

    async def close(self) -> None:
        self.rooms.pass_on = lambda _: None
        for task in (self._sweeper, self._saying):
            if task is not None:
                task.cancel()
        for room in self.rooms.open.values():
            async with room.lock:  # what is being kept is kept
                room.close_all(CloseCode.SERVER_RESTART, "The server is stopping.")
        await self.trials.close()
        self.keeper.close()
        self.rooms.close()
        self.counters.close()
        if self._desk is not None:
            await self.write(lambda store: store.close())
        if self._archive is not None:
            await self.read(lambda store: store.close())
        self._clerk.shutdown()
        self._reader.shutdown()
        self.store.close()

    async def _sweep(self) -> None:
        """Every so often: empty rooms are left, and what was thrown away long enough ago is gone."""
        while True:
            await asyncio.sleep(self.limits.sweep)
            try:
                self.rooms.evict_idle(self.limits.idle)
                await self.write(self.empty_trash)
            except StoreUnavailable:
                pass  # the next time, then
            except Exception:  # whatever it is, the next time comes
                log.exception("what was thrown away could not be looked through")

    def empty_trash(self, store: TableStore) -> int:
        """Deletes what has been in the bin longer than the grace; how many tables."""
        due = [p.of for p in store.documents("trash") if float(p.body) + self.limits.grace <= time.time()]
        for id in due:
            if id not in self.rooms.open:
                self._delete(store, id)
        return len(due)

    def _delete(self, store: TableStore, id: str) -> None:
        """One table that cannot be deleted keeps no other."""
        try:
            store.delete(store.table(id).head.name)
        except StoreUnavailable:
            raise
        except Refused:
            log.exception("a table could not be deleted", extra={"table": id})

    def trashed_at(self, table: str) -> float:
        """Since when a table has been in the bin; 0, if it is not."""
        paper = self.store.document("trash", table)
        return float(paper.body) if paper else 0.0

    def trashed_tables(self) -> dict[str, float]:
        """The tables in the bin, and since when."""
        return {paper.of: float(paper.body) for paper in self.store.documents("trash")}


def public_error_text(error: Exception) -> str:
    """What is said of something that went wrong, to a person: a refusal's own words, or nothing of what is inside."""
    if isinstance(error, Refused):
        return str(error)
    return "Something went wrong here; nothing was changed. Whoever runs this server finds it in the log."
