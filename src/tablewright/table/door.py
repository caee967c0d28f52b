"""The door of a table: an entry is proposed, kept, and only then counts.

Whatever is refused, or cannot be kept, has never been.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

import msgspec

from tablewright.kernel.errors import Refused
from tablewright.kernel.game import S
from tablewright.kernel.seat import Seat
from tablewright.run.question import ANSWERED

from . import fair
from .course import Course
from .feed import Item
from .journal import CHANGES, EFFECTS, AnyEntry, Carried, Fall, deed, with_falls
from .moment import Moment, fallen
from .record import Body, Record, sealed, short_hash, state_text
from .seating import apart, shared
from .snapshot import LASTING, SNAPSHOTS, hash_of, pack
from .standing import Standing
from .telling import items


class Proposal(msgspec.Struct, frozen=True):
    """An entry that would be legal, with everything it leads to. It counts once it is kept and accepted."""

    record: Record
    entry: AnyEntry
    standing: Standing
    moment: Moment
    told: tuple[Item, ...]


class Door(Generic[S]):
    """Where a table stands and the moment it is at. Every change is one entry."""

    def __init__(
        self,
        course: Course[S],
        standing: Standing,
        moment: Moment,
        seed: str = "",
        fair_dice: bool = True,
        read_only: str = "",
    ) -> None:
        self.course, self.game, self.past = course, course.game, course.past
        self.standing, self.now = standing, moment
        self.seed, self.fair_dice = seed, fair_dice
        self.read_only = read_only
        """Why nothing can be done at this table but look, if so."""
        self.unkept: tuple[Record, ...] = ()
        """What opening it under other rules has led to: kept with the next entry, so that looking writes nothing."""
        self.nonce: Callable[[], str] = fair.new_nonce
        """Where nonces come from for those who bring none."""
        self.newest: tuple[int, AnyEntry] | None = None
        """The entry that came last while we were here, which many look at right after it."""
        self._seen: tuple[Any, dict[Seat, Any]] = None, {}
        """What seats see of a state, for as long as it is that one."""

    @property
    def state(self) -> S:
        """What lies on the table, as the game keeps it."""
        state: S = self.now.state
        return state

    def seen(self, seat: str) -> Any:
        """The state as far as this seat may know it; refused where the rules no longer understand it."""
        if self.state is None:
            raise Refused(self.read_only)
        whose = self.standing.seat(seat)
        if self._seen[0] is not self.state:
            self._seen = self.state, {}
        known = self._seen[1]
        if whose not in known:
            known[whose] = self.game.seen(self.state, whose)
        return known[whose]

    def do(self, entry: AnyEntry) -> int:
        """Proposes an entry, keeps it and accepts it; its number."""
        proposal = self.propose(entry)
        self.commit(proposal)
        return proposal.record.number

    def propose(self, entry: AnyEntry) -> Proposal:
        """What an entry would lead to, its dice included. Refused with a sentence; nothing has changed either way."""
        standing, moment = self.trial(entry)
        thrown: list[Fall] = []
        if isinstance(deed(entry), EFFECTS):
            nonce = getattr(deed(entry), "nonce", "")
            while fall := self._fall(moment, standing.throws + 1, nonce):
                moment = fallen(self.game, moment, fall)
                standing = standing.but(throws=fall.throw)
                thrown.append(fall)
        self._apart(standing, moment)
        return self.sealed(with_falls(entry, tuple(thrown)), standing, moment)

    def trial(self, entry: AnyEntry) -> tuple[Standing, Moment]:
        """Refused as proposing it would be; nothing is thrown and nothing is told."""
        if self.read_only:
            raise Refused(self.read_only)
        if len(getattr(deed(entry), "nonce", "")) > fair.MOST_NONCE:
            raise Refused(f"A nonce has at most {fair.MOST_NONCE} letters.")
        standing, moment = self.course.step(self.standing, self.now, entry)
        self._apart(standing, moment)
        return standing, moment

    def _apart(self, standing: Standing, moment: Moment) -> None:
        """Refused if a seat and a character would go by one name from now on."""
        if moment.state is self.state and standing.seats is self.standing.seats:
            return
        if moment.state is not None and self.state is not None:
            apart(self.game, standing, moment.state, shared(self.game, self.standing, self.state))

    def sealed(self, entry: AnyEntry, standing: Standing, moment: Moment) -> Proposal:
        """An entry that leads here, as it will be kept."""
        number, first = standing.entries - 1, standing.told
        told = items(self.game, self.standing.seats, standing.seats, self.now, moment, number, entry, first)
        standing = standing.but(told=first + len(told))
        lasting = number % LASTING == 0 or isinstance(entry, Carried)
        # Where a new stretch of the line begins, what lies before it in the journal is no way to get here.
        staying = lasting or number % SNAPSHOTS == 0 or standing.line.last[0] == number
        passing = not staying and isinstance(deed(entry), CHANGES) and standing.line.last[1] == number
        whole, state = lasting or number % SNAPSHOTS == 0, state_text(moment.state)
        packed = pack(standing, moment, whole, state, small=not passing) if staying or passing else None
        body = Body(first, entry, told, short_hash(state), hash_of(packed) if packed else "")
        kept = {"snapshot": packed, "lasting": lasting, "passing": passing, "closed": standing.closed}
        record = sealed(number, body, self.standing.hash, **kept)
        return Proposal(record, entry, standing.but(hash=record.hash), moment, told)

    def commit(self, proposal: Proposal) -> None:
        """Keeps a proposal and lets it count. If it cannot be kept, nothing has changed."""
        self.past.append(*self.due(proposal))
        self.accept(proposal)

    def due(self, proposal: Proposal) -> tuple[Record, ...]:
        """What has to be kept, all of it or nothing, for a proposal to count."""
        return (*self.unkept, proposal.record)

    @property
    def untold(self) -> tuple[Item, ...]:
        """What is told with the next entry because opening the table has led to it."""
        return tuple(item for record in self.unkept for item in record.read().told)

    def accept(self, proposal: Proposal) -> None:
        """Lets a proposal count that has been kept."""
        assert proposal.record.number in (self.standing.entries, 0)
        self.standing, self.now, self.unkept = proposal.standing, proposal.moment, ()
        self.newest = proposal.record.number, proposal.entry
        self.course.remember(proposal.record.number, self.standing, self.now)

    def waits_for_dice(self) -> bool:
        """Whether dice or cards are waited for."""
        return any(q.kind not in ANSWERED for _, q in self.now.waiting())

    def _fall(self, moment: Moment, throw: int, nonce: str) -> Fall | None:
        """The next throw that is waited for, by the table's seed; no dice at all need nobody's hand."""
        throws = self.fair_dice and self.seed
        for running, q in moment.waiting():
            n = q.cards if q.kind == "draw" else q.dice
            if q.kind not in ANSWERED and (throws or not n):
                cast = fair.cards if q.kind == "draw" else fair.dice
                faces = cast(self.seed, throw, nonce, n, q.sides)
                return Fall(throw, running.number, q.at, faces, q.sides, q.kind == "draw")
        return None
