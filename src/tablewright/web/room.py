"""A room: one table in memory and whoever is connected. One deed at a time; nobody hears of it before it is kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from tablewright.kernel.errors import Faulty, Refused
from tablewright.run.shelf import Boxed
from tablewright.table import At, Proposal
from tablewright.table.journal import Reopened, Said
from tablewright.table.opening import open_kept
from tablewright.table.record import Record, fingerprint
from tablewright.table.snapshot import pack
from tablewright.table.store import Away, Elsewhere, Kept, Twice

from .announce import announcement
from .company import Company, Guest
from .frames import encode
from .keeper import Keeper
from .limits import Limits
from .looking import Looking
from .offering import Offering

KNOWN = 1_000
"""Deeds remembered by what their doers called them."""
TRIES = 40
"""How often a deed is offered that others, elsewhere, are faster than."""
TOO_LONG = "the session can be closed; whoever runs this server may allow more, or it goes on elsewhere from its file."
LAST = 2**31 - 1
TALK = 100
"""Entries read back, when a table is opened, to see since when its questions have been asked."""


class Room(Company):
    def __init__(
        self,
        id: str,
        box: Boxed,
        kept: Kept,
        table: Offering,
        keeper: Keeper,
        looking: Looking[Guest],
        said: str = "",
        most: int = Limits().entries,
    ) -> None:
        super().__init__(id, box, kept, table, looking, said)
        self.keeper, self.most = keeper, most
        self.lock = asyncio.Lock()
        self.done: OrderedDict[str, int] = OrderedDict(reversed(list(kept.tags(KNOWN).items())))
        self.asked: dict[tuple[int, str], tuple[int, bytes]] = {}
        """Since which entry each open question has been as it is."""
        self.heard = 0
        """How long the table is said to be, by whoever went on with it elsewhere."""
        self._packed: tuple[int, bytes] = (-1, b"")
        self._note_asked(self._unchanged())

    # what is done

    async def do(self, deed: Callable[[Offering], Any], tag: str = "", seed: str = "") -> int:
        """Offers a deed, keeps it, lets it count and tells it; the number of its entry. Refused with a sentence.

        Goes on to its end even if whoever asked for it is no longer there.
        """
        return await asyncio.shield(asyncio.ensure_future(self.do_now(deed, tag, seed)))

    async def do_now(self, deed: Callable[[Offering], Any], tag: str = "", seed: str = "") -> int:
        """The same, for a task that nobody cancels."""
        try:
            return await self._done(deed, tag, seed)
        finally:
            if self.behind:  # we were told so while this was being kept
                self.woken(self.heard)

    async def _done(self, deed: Callable[[Offering], Any], tag: str, seed: str) -> int:
        async with self.lock:
            for _ in range(TRIES):
                if self.gone:
                    raise Refused("This table was left a moment ago: try again.")
                if self.behind:
                    self.catch_up()
                if tag and tag in self.done:
                    return self.done[tag]
                proposal = self.table.offer(deed)
                if proposal is None:
                    return self.table.standing.entries - 1
                if proposal.record.number >= self.most and not (proposal.record.closed and not self.table.closed):
                    raise Refused(f"This table has {self.most:,} entries, as many as one may: {TOO_LONG}")
                if await self._kept(proposal, tag, seed):
                    self.table.seed = seed or self.table.seed  # before anybody's next throw
                    self.take(proposal, tag)
                    return proposal.record.number
        raise Refused("Too much happens at this table at once: try again.")

    async def _kept(self, proposal: Proposal, tag: str, seed: str) -> bool:
        """Whether it is safe; not, if somebody elsewhere was first, or it was done long ago. Refused if it cannot be
        kept.
        """
        try:
            await self.keeper.keep(self.id, self.table.due(proposal), tag, seed)
        except Twice:
            self._remember(tag, self.kept.tagged(tag))
            return False
        except (Elsewhere, Away) as error:  # what was lost on the way may have been kept
            self.heard = self.length + 1
            if isinstance(error, Away):
                raise
            return False
        return True

    def take(self, proposal: Proposal, tag: str = "") -> None:
        """Lets a proposal count that has been kept, and tells it."""
        told = (*self.table.untold, *proposal.told)
        self.table.accept(proposal)
        if tag:
            self._remember(tag, proposal.record.number)
        self._note_asked()
        self.tell(told)
        self.let_go()
        self.look_soon()

    # what is done elsewhere

    @property
    def length(self) -> int:
        """How much of the table is kept, as far as we know."""
        return self.table.standing.entries - len(self.table.unkept)

    @property
    def behind(self) -> bool:
        return self.heard > self.length

    def woken(self, length: int | None = None) -> None:
        """The table is so long now, it is said; longer than we know, if nothing is said. Whoever is here is told."""
        self.heard = max(self.heard, self.length + 1 if length is None else length)
        if self.guests and self.behind:
            with suppress(Refused):  # the store is away, and wakes us again when it is back
                self.refresh()

    def refresh(self) -> None:
        """The table as it is now. While something is being kept here, that notices by itself if it is not."""
        if not self.lock.locked():
            self.catch_up()

    def catch_up(self) -> None:
        """Takes in what was done elsewhere, and tells it."""
        missed = self.kept.records(self.length, LAST)
        if not missed:
            self.kept.head  # noqa: B018  refused if it is not there any more
        try:
            for record in missed:
                self._follow(record)
        except (Refused, Faulty):
            self._open_anew(missed)
        self.heard = self.length
        for tag, number in self.kept.tags(len(missed)).items() if missed else ():
            self._remember(tag, number)

    def _remember(self, tag: str, number: int) -> None:
        self.done[tag] = number
        if len(self.done) > KNOWN:
            self.done.popitem(last=False)

    def _follow(self, record: Record) -> None:
        entry = record.read().entry
        if self.table.unkept:
            raise Refused("Somebody else has carried it over to other rules.")
        proposal = self.table.sealed(entry, *self.table.trial(entry))
        if proposal.record.hash != record.hash:
            raise Refused("What was done elsewhere leads to something else here.")
        if isinstance(entry, Reopened):
            self.table.seed = self.kept.seed()
        self.take(proposal)

    def _open_anew(self, missed: Sequence[Record]) -> None:
        """The table as whoever went on with it left it, where it cannot be followed step by step."""
        known = self.length
        table, self.said = open_kept(self.box.game, self.kept)
        self.table = Offering.of(table)
        self._note_asked()
        self.tell(item for record in missed if record.number >= known for item in record.read().told)
        self.let_go()
        self.look_soon()

    def _unchanged(self) -> int:
        """Since which entry at the latest nothing but talk has been added: what is asked has been asked since then."""
        now = self.table.standing.entries
        last = self.table.past.records(max(0, now - TALK), now - 1)
        return next((r.number + 1 for r in reversed(last) if not isinstance(r.read().entry, Said)), now - len(last))

    def _note_asked(self, now: int | None = None) -> None:
        """Since when every open question has been the same; if it is not known otherwise, since now."""
        now, known = self.table.standing.entries if now is None else now, self.asked
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
