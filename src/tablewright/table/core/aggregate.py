"""The door of a table: an entry is proposed, kept, and only then counts.

Whatever is refused, or cannot be kept, has never been.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self

import msgspec

from tablewright.engine import ANSWERED_BY_PEOPLE
from tablewright.rules import Refused, S, Seat
from tablewright.table.log import (
    GAME_EVENTS,
    STATE_EVENTS,
    AnyEvent,
    DiceResult,
    FeedItem,
    Record,
    RecordBody,
    RulesUpgraded,
    effective_event,
    encode_state,
    seal_record,
    truncated_hash,
    with_dice_results,
)

from . import provably_fair
from .feed_builder import feed_items
from .metadata import TableMetadata
from .permissions import check_ids_distinct, shared_ids
from .play_state import PlayState
from .reducer import EventReducer
from .snapshot import LASTING_EVERY, SNAPSHOT_EVERY, encode_snapshot, snapshot_hash
from .transitions import apply_dice


class UncommittedEvent(msgspec.Struct, frozen=True):
    """An entry that would be legal, with everything it leads to. It counts once it is kept and accepted."""

    record: Record
    event: AnyEvent
    metadata: TableMetadata
    play_state: PlayState
    feed_items: tuple[FeedItem, ...]


class TableAggregate(Generic[S]):
    """Where a table stands and the moment it is at. Every change is one entry."""

    def __init__(
        self,
        course: EventReducer[S],
        standing: TableMetadata,
        moment: PlayState,
        seed: str = "",
        fair_dice: bool = True,
        read_only: str = "",
    ) -> None:
        self.reducer, self.game, self.record_log = course, course.game, course.past
        self.metadata, self.play_state = standing, moment
        self.seed, self.fair_dice = seed, fair_dice
        self.read_only = read_only
        """Why nothing can be done at this table but look, if so."""
        self.pending_records: tuple[Record, ...] = ()
        """What opening it under other rules has led to: kept with the next entry, so that looking writes nothing."""
        self.nonce: Callable[[], str] = provably_fair.new_nonce
        """Where nonces come from for those who bring none."""
        self._uncommitted: list[UncommittedEvent] | None = None
        """What the command that `propose_command` runs has proposed; None while commands commit by themselves."""
        self.last_event: tuple[int, AnyEvent] | None = None
        """The entry that came last while we were here, which many look at right after it."""
        self._seen: tuple[Any, dict[Seat, Any]] = None, {}
        """What seats see of a state, for as long as it is that one."""

    @property
    def state(self) -> S:
        """What lies on the table, as the game keeps it."""
        state: S = self.play_state.state
        return state

    def visible_state(self, seat: str) -> Any:
        """The state as far as this seat may know it; refused where the rules no longer understand it."""
        if self.state is None:
            raise Refused(self.read_only)
        whose = self.metadata.seat(seat)
        if self._seen[0] is not self.state:
            self._seen = self.state, {}
        known = self._seen[1]
        if whose not in known:
            known[whose] = self.game.visible_state(self.state, whose)
        return known[whose]

    def apply(self, entry: AnyEvent) -> int:
        """Propose an event, store it and accept it; returns its number."""
        proposal = self.propose(entry)
        if self._uncommitted is None:
            self.commit(proposal)
        else:
            self._uncommitted.append(proposal)
        return proposal.record.number

    def propose_command(self, command: Callable[[Self], object]) -> UncommittedEvent | None:
        """Run a command that commits nothing; returns the event it would append, or None if it has nothing to do.

        For callers that store the event elsewhere, and may fail to, before it is accepted.
        """
        proposed: list[UncommittedEvent] = []
        self._uncommitted = proposed
        try:
            command(self)
        finally:
            self._uncommitted = None
        assert len(proposed) <= 1, "a command is one event, or two could be stored apart"
        return proposed[0] if proposed else None

    def propose(self, entry: AnyEvent) -> UncommittedEvent:
        """What an entry would lead to, its dice included. Refused with a sentence; nothing has changed either way."""
        standing, moment = self.validate(entry)
        thrown: list[DiceResult] = []
        if isinstance(effective_event(entry), GAME_EVENTS):
            nonce = getattr(effective_event(entry), "nonce", "")
            while fall := self._fall(moment, standing.throws + 1, nonce):
                moment = apply_dice(self.game, moment, fall)
                standing = standing.but(throws=fall.throw)
                thrown.append(fall)
        self._apart(standing, moment)
        return self.build_record(with_dice_results(entry, tuple(thrown)), standing, moment)

    def validate(self, entry: AnyEvent) -> tuple[TableMetadata, PlayState]:
        """Refused as proposing it would be; nothing is thrown and nothing is told."""
        if self.read_only:
            raise Refused(self.read_only)
        if len(getattr(effective_event(entry), "nonce", "")) > provably_fair.MAX_NONCE:
            raise Refused(f"A nonce has at most {provably_fair.MAX_NONCE} letters.")
        standing, moment = self.reducer.apply(self.metadata, self.play_state, entry)
        self._apart(standing, moment)
        return standing, moment

    def _apart(self, standing: TableMetadata, moment: PlayState) -> None:
        """Refused if a seat and a character would go by one name from now on."""
        if moment.state is self.state and standing.seats is self.metadata.seats:
            return
        if moment.state is not None and self.state is not None:
            check_ids_distinct(self.game, standing, moment.state, shared_ids(self.game, self.metadata, self.state))

    def build_record(self, entry: AnyEvent, standing: TableMetadata, moment: PlayState) -> UncommittedEvent:
        """An entry that leads here, as it will be kept."""
        number, first = standing.length - 1, standing.feed_length
        told = feed_items(self.game, self.metadata.seats, standing.seats, self.play_state, moment, number, entry, first)
        standing = standing.but(feed_length=first + len(told))
        lasting = number % LASTING_EVERY == 0 or isinstance(entry, RulesUpgraded)
        # Where a new stretch of the line begins, what lies before it in the journal is no way to get here.
        staying = lasting or number % SNAPSHOT_EVERY == 0 or standing.timeline.last[0] == number
        passing = (
            not staying and isinstance(effective_event(entry), STATE_EVENTS) and standing.timeline.last[1] == number
        )
        whole, state = lasting or number % SNAPSHOT_EVERY == 0, encode_state(moment.state)
        packed = encode_snapshot(standing, moment, whole, state, small=not passing) if staying or passing else None
        body = RecordBody(first, entry, told, truncated_hash(state), snapshot_hash(packed) if packed else "")
        kept = {"snapshot": packed, "lasting": lasting, "passing": passing, "closed": standing.closed}
        record = seal_record(number, body, self.metadata.hash, **kept)
        return UncommittedEvent(record, entry, standing.but(hash=record.hash), moment, told)

    def commit(self, proposal: UncommittedEvent) -> None:
        """Keeps a proposal and lets it count. If it cannot be kept, nothing has changed."""
        self.record_log.append(*self.records_to_commit(proposal))
        self.accept(proposal)

    def records_to_commit(self, proposal: UncommittedEvent) -> tuple[Record, ...]:
        """What has to be kept, all of it or nothing, for a proposal to count."""
        return (*self.pending_records, proposal.record)

    @property
    def pending_feed(self) -> tuple[FeedItem, ...]:
        """What is told with the next entry because opening the table has led to it."""
        return tuple(item for record in self.pending_records for item in record.read().told)

    def accept(self, proposal: UncommittedEvent) -> None:
        """Lets a proposal count that has been kept."""
        assert proposal.record.number in (self.metadata.length, 0)
        self.metadata, self.play_state, self.pending_records = proposal.metadata, proposal.play_state, ()
        self.last_event = proposal.record.number, proposal.event
        self.reducer.remember(proposal.record.number, self.metadata, self.play_state)

    def is_waiting_for_dice(self) -> bool:
        """Whether dice or cards are waited for."""
        return any(q.kind not in ANSWERED_BY_PEOPLE for _, q in self.play_state.waiting())

    def _fall(self, moment: PlayState, throw: int, nonce: str) -> DiceResult | None:
        """The next throw that is waited for, by the table's seed; no dice at all need nobody's hand."""
        throws = self.fair_dice and self.seed
        for running, q in moment.waiting():
            n = q.cards if q.kind == "draw" else q.dice
            if q.kind not in ANSWERED_BY_PEOPLE and (throws or not n):
                cast = provably_fair.cards if q.kind == "draw" else provably_fair.dice
                faces = cast(self.seed, throw, nonce, n, q.sides)
                return DiceResult(throw, running.number, q.at, faces, q.sides, q.kind == "draw")
        return None
