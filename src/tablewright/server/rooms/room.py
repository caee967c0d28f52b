"""A room: one table in memory and whoever is connected. One deed at a time; nobody hears of it before it is kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.rules import GameError, Refused
from tablewright.server.limits import Limits
from tablewright.server.protocol import ActionQuery, Query, encode_json
from tablewright.table import SeatView, Table, UncommittedEvent
from tablewright.table.core import encode_snapshot
from tablewright.table.lifecycle import open_stored
from tablewright.table.log import MessageSent, Record, SessionReopened, state_hash
from tablewright.table.stores import DuplicateCommand, StoredTable, StoreUnavailable, VersionConflict

from .announcements import announce
from .broadcast import Broadcaster, Subscriber
from .group_commit import GroupCommitter
from .view_queue import ViewQueue

REMEMBERED_COMMANDS = 1_000
"""Deeds remembered by what their doers called them."""
MAX_RETRIES = 40
"""How often a deed is offered that others, elsewhere, are faster than."""
TOO_LONG = "the session can be closed; whoever runs this server may allow more, or it goes on elsewhere from its file."
LAST_RECORD = 2**31 - 1
MAX_TALK_READ = 100
"""Entries read back, when a table is opened, to see since when its questions have been asked."""


class Room(Broadcaster):
    def __init__(
        self,
        id: str,
        box: InstalledGame,
        kept: StoredTable,
        table: Table,
        keeper: GroupCommitter,
        looking: ViewQueue[Subscriber],
        said: str = "",
        most: int = Limits().entries,
    ) -> None:
        super().__init__(id, box, kept, table, looking, said)
        self.keeper, self.most = keeper, most
        self.lock = asyncio.Lock()
        self.entry_by_command_id: OrderedDict[str, int] = OrderedDict(
            reversed(list(kept.tags(REMEMBERED_COMMANDS).items()))
        )
        self.prompt_since: dict[tuple[int, str], tuple[int, bytes]] = {}
        """Since which entry each open question has been as it is."""
        self.known_length = 0
        """How long the table is said to be, by whoever went on with it elsewhere."""
        self._packed: tuple[int, bytes] = (-1, b"")
        self._note_asked(self._unchanged())

    # what is done

    async def execute(self, deed: Callable[[Table], Any], tag: str = "", seed: str = "") -> int:
        """Offers a deed, keeps it, lets it count and tells it; the number of its entry. Refused with a sentence.

        Goes on to its end even if whoever asked for it is no longer there.
        """
        return await asyncio.shield(asyncio.ensure_future(self.execute_uncancelled(deed, tag, seed)))

    async def execute_uncancelled(self, deed: Callable[[Table], Any], tag: str = "", seed: str = "") -> int:
        """The same, for a task that nobody cancels."""
        try:
            return await self._done(deed, tag, seed)
        finally:
            if self.behind:  # we were told so while this was being kept
                self.on_remote_append(self.known_length)

    async def _done(self, deed: Callable[[Table], Any], tag: str, seed: str) -> int:
        async with self.lock:
            for _ in range(MAX_RETRIES):
                if self.gone:
                    raise Refused("This table was left a moment ago: try again.")
                if self.behind:
                    self.catch_up()
                if tag and tag in self.entry_by_command_id:
                    return self.entry_by_command_id[tag]
                proposal = self.table.propose_command(deed)
                if proposal is None:
                    return self.table.metadata.length - 1
                if proposal.record.number >= self.most and not (proposal.record.closed and not self.table.closed):
                    raise Refused(f"This table has {self.most:,} entries, as many as one may: {TOO_LONG}")
                if await self._kept(proposal, tag, seed):
                    self.table.seed = seed or self.table.seed  # before anybody's next throw
                    self.accept_and_broadcast(proposal, tag)
                    return proposal.record.number
        raise Refused("Too much happens at this table at once: try again.")

    async def _kept(self, proposal: UncommittedEvent, tag: str, seed: str) -> bool:
        """Whether it is safe; not, if somebody elsewhere was first, or it was done long ago. Refused if it cannot be
        kept.
        """
        try:
            await self.keeper.commit(self.id, self.table.records_to_commit(proposal), tag, seed)
        except DuplicateCommand:
            self._remember(tag, self.kept.tagged(tag))
            return False
        except (VersionConflict, StoreUnavailable) as error:  # what was lost on the way may have been kept
            self.known_length = self.length + 1
            if isinstance(error, StoreUnavailable):
                raise
            return False
        return True

    def accept_and_broadcast(self, proposal: UncommittedEvent, tag: str = "") -> None:
        """Lets a proposal count that has been kept, and tells it."""
        told = (*self.table.pending_feed, *proposal.feed_items)
        self.table.accept(proposal)
        if tag:
            self._remember(tag, proposal.record.number)
        self._note_asked()
        self.broadcast(told)
        self.drop_unseated()
        self.schedule_view_updates()

    # what is done elsewhere

    @property
    def length(self) -> int:
        """How much of the table is kept, as far as we know."""
        return self.table.metadata.length - len(self.table.pending_records)

    @property
    def behind(self) -> bool:
        return self.known_length > self.length

    def on_remote_append(self, length: int | None = None) -> None:
        """The table is so long now, it is said; longer than we know, if nothing is said. Whoever is here is told."""
        self.known_length = max(self.known_length, self.length + 1 if length is None else length)
        if self.subscribers and self.behind:
            with suppress(Refused):  # the store is away, and wakes us again when it is back
                self.catch_up_if_idle()

    def catch_up_if_idle(self) -> None:
        """The table as it is now. While something is being kept here, that notices by itself if it is not."""
        if not self.lock.locked():
            self.catch_up()

    def catch_up(self) -> None:
        """Takes in what was done elsewhere, and tells it."""
        missed = self.kept.records(self.length, LAST_RECORD)
        if not missed:
            self.kept.head  # noqa: B018  refused if it is not there any more
        try:
            for record in missed:
                self._follow(record)
        except (Refused, GameError):
            self._open_anew(missed)
        self.known_length = self.length
        for tag, number in self.kept.tags(len(missed)).items() if missed else ():
            self._remember(tag, number)

    def _remember(self, tag: str, number: int) -> None:
        self.entry_by_command_id[tag] = number
        if len(self.entry_by_command_id) > REMEMBERED_COMMANDS:
            self.entry_by_command_id.popitem(last=False)

    def _follow(self, record: Record) -> None:
        entry = record.read().event
        if self.table.pending_records:
            raise Refused("Somebody else has carried it over to other rules.")
        proposal = self.table.build_record(entry, *self.table.validate(entry))
        if proposal.record.hash != record.hash:
            raise Refused("What was done elsewhere leads to something else here.")
        if isinstance(entry, SessionReopened):
            self.table.seed = self.kept.seed()
        self.accept_and_broadcast(proposal)

    def _open_anew(self, missed: Sequence[Record]) -> None:
        """The table as whoever went on with it left it, where it cannot be followed step by step."""
        known = self.length
        self.table, self.opening_note = open_stored(self.box.game, self.kept)
        self._note_asked()
        self.broadcast(item for record in missed if record.number >= known for item in record.read().told)
        self.drop_unseated()
        self.schedule_view_updates()

    def _unchanged(self) -> int:
        """Since which entry at the latest nothing but talk has been added: what is asked has been asked since then."""
        now = self.table.metadata.length
        last = self.table.record_log.records(max(0, now - MAX_TALK_READ), now - 1)
        return next(
            (r.number + 1 for r in reversed(last) if not isinstance(r.read().event, MessageSent)), now - len(last)
        )

    def _note_asked(self, now: int | None = None) -> None:
        """Since when every open question has been the same; if it is not known otherwise, since now."""
        now, known = self.table.metadata.length if now is None else now, self.prompt_since
        self.prompt_since = {}
        for running, q in self.table.play_state.waiting():
            place, words = (running.number, q.at), encode_json(q)
            before = known.get(place)
            self.prompt_since[place] = before if before and before[1] == words else (now, words)

    def stale_answer_reason(self, of: int, at: str, seen: int) -> str:
        """Why an answer no longer fits what was asked when so many entries were known; nothing, if it does."""
        if seen < 0 or seen >= self.table.metadata.length:
            return ""
        asked = self.prompt_since.get((of, at))
        if asked is None or asked[0] > seen:
            return f"What was asked is no longer asked. {self.events_since_text(seen)}".strip()
        return ""

    def events_since_text(self, seen: int, most: int = 3) -> str:
        """What everybody was told since so many entries were known, in a few words."""
        records = self.table.record_log.records(
            max(seen, self.table.metadata.length - 20), self.table.metadata.length - 1
        )
        told = [item for record in records for item in record.read().told if item.readers is None]
        words = announce(told[-most:] if len(told) > most else told)
        return f"Since then: {words}" if words else ""

    # what is counted elsewhere

    def query_cache_key(self, seat: str, query: Query[Any]) -> bytes:
        """Encode all that an answer to this seat may depend on: seats that may know the same get the same answer."""
        at = SeatView(self.table, seat)
        action = self.table.game.action(query.action) if isinstance(query, ActionQuery) else None
        who = (at.viewer.role, sorted(at.viewer.plays)) if action is not None and not action.form.me else at.seat.id
        unnamed = msgspec.structs.replace(query, id="")
        return encode_json((self.id, self.table.metadata.length, who, state_hash(at.state), unnamed))

    def encoded_snapshot(self) -> bytes:
        """The table as it is, for a process that counts."""
        entries = self.table.metadata.length
        if self._packed[0] != entries:
            self._packed = entries, encode_snapshot(self.table.metadata, self.table.play_state)
        return self._packed[1]
