"""How a table stands beside its state: who sits there, which entries are in effect, what has been thrown and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tablewright.rules import Seat, UnknownName
from tablewright.table.log import (
    GAME_EVENTS,
    AnyEvent,
    PlayPaused,
    PlayResumed,
    ProposalAgreed,
    ProposalMade,
    ProposalRejected,
    Redone,
    RulesUpgraded,
    SeatJoined,
    SeatLeft,
    SeatRenamed,
    SeedCommitted,
    SessionClosed,
    SessionReopened,
    TableOpened,
    Timeline,
    Undone,
    dice_results,
    effective_event,
)


class Proposal(msgspec.Struct, frozen=True):
    """A proposal that waits for everybody's consent."""

    number: int
    seat: str
    what: AnyEvent
    agreed: tuple[str, ...]


def initial_metadata(entry: TableOpened) -> TableMetadata:
    """How a table stands when it has been opened, and nothing more."""
    return TableMetadata(entry.seats, entry.commitment, entry.version, length=1)


class TableMetadata(msgspec.Struct, frozen=True):
    """Everything about a table that its entries decide, but for the moment it is at. It stays small."""

    seats: tuple[Seat, ...]
    commitment: str
    version: str
    timeline: Timeline = Timeline(((0, 0),))
    """The entries in effect, in order."""
    redo_timeline: Timeline = Timeline()
    """The entries undone that can be redone, in order."""
    length: int = 0
    throws: int = 0
    feed_length: int = 0
    hash: str = ""
    proposals: tuple[Proposal, ...] = ()
    closed: bool = False
    paused: str = ""
    """The seat that stopped the play; nothing, while it goes on."""

    if TYPE_CHECKING:

        def but(self, **changes: object) -> TableMetadata:
            """This, with some fields different."""

    else:
        but = msgspec.Struct.__replace__  # every entry does it a few times: four times as quick as a function around it

    def seat(self, id: str) -> Seat:
        for seat in self.seats:
            if seat.id == id:
                return seat
        raise UnknownName("seat", id, (seat.id for seat in self.seats))

    def after(self, number: int, entry: AnyEvent) -> TableMetadata:
        """How the table stands after an entry that is legal."""
        done = effective_event(entry)
        standing = self.but(
            length=number + 1, throws=self.throws + len(dice_results(entry)), **self._people(number, entry)
        )
        match done:
            case Undone():
                line, gone = self.timeline.cut(done.to_event)
                return standing.but(timeline=line, redo_timeline=gone.joined(self.redo_timeline))
            case Redone():
                taken, left = self.redo_timeline.cut(done.to_event)
                return standing.but(timeline=self.timeline.joined(taken), redo_timeline=left)
            case RulesUpgraded():
                kept = self.timeline.cut(done.to_event)[0]
                return standing.but(timeline=kept.with_next(number), redo_timeline=Timeline(), version=done.version)
            case SeedCommitted():
                standing = standing.but(commitment=done.commitment)
            case SessionClosed():
                standing = standing.but(closed=True)
            case SessionReopened():
                standing = standing.but(closed=False, commitment=done.commitment)
            case PlayPaused():
                standing = standing.but(paused=done.seat)
            case PlayResumed():
                standing = standing.but(paused="")
        if isinstance(done, GAME_EVENTS):
            return standing.but(timeline=self.timeline.with_next(number), redo_timeline=Timeline())
        # What changes nothing belongs to the line while nothing can be redone: few stretches, however much is said.
        quiet = not self.redo_timeline and self.timeline.last[1] == number - 1
        return standing.but(timeline=self.timeline.with_next(number)) if quiet else standing

    def _people(self, number: int, entry: AnyEvent) -> dict[str, object]:
        """Who sits here and what they consider."""
        seats, motions = self.seats, self.proposals
        match entry:
            case SeatJoined() | SeatRenamed():
                return {"seats": apply_seat_event(seats, entry)}
            case SeatLeft():
                left = tuple(m for m in motions if m.seat != entry.seat)
                return {"seats": apply_seat_event(seats, entry), "proposals": left}
            case ProposalMade():
                return {"proposals": (*motions, Proposal(number, entry.seat, entry.what, (entry.seat,)))}
            case ProposalRejected():
                return {"proposals": tuple(m for m in motions if m.number != entry.proposal)}
            case ProposalAgreed() if entry.done is not None:
                return {"proposals": tuple(m for m in motions if m.number != entry.proposal)}
            case ProposalAgreed():
                return {"proposals": tuple(_agreed(m, entry) for m in motions)}
        return {}


def apply_seat_event(seats: tuple[Seat, ...], entry: SeatJoined | SeatLeft | SeatRenamed) -> tuple[Seat, ...]:
    """Who sits at the table once somebody has come, gone or got another name."""
    if isinstance(entry, SeatJoined):
        return (*seats, entry.seat)
    if isinstance(entry, SeatLeft):
        return tuple(seat for seat in seats if seat.id != entry.seat)
    return tuple(Seat(seat.id, seat.role, entry.name) if seat.id == entry.seat else seat for seat in seats)


def _agreed(motion: Proposal, entry: ProposalAgreed) -> Proposal:
    if motion.number != entry.proposal or entry.seat in motion.agreed:
        return motion
    return msgspec.structs.replace(motion, agreed=(*motion.agreed, entry.seat))
