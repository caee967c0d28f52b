"""How a table stands beside its state: who sits there, which entries are in effect, what has been thrown and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tablewright.kernel.errors import Unknown
from tablewright.kernel.seat import Seat

from .history import Stretches
from .journal import (
    EFFECTS,
    Agreed,
    AnyEntry,
    Carried,
    Closed,
    Committed,
    Joined,
    Left,
    Moved,
    Objected,
    Opened,
    Paused,
    Redone,
    Renamed,
    Reopened,
    Resumed,
    Undone,
    deed,
    falls,
)


class Motion(msgspec.Struct, frozen=True):
    """A proposal that waits for everybody's consent."""

    number: int
    seat: str
    what: AnyEntry
    agreed: tuple[str, ...]


def opening(entry: Opened) -> Standing:
    """How a table stands when it has been opened, and nothing more."""
    return Standing(entry.seats, entry.commitment, entry.version, entries=1)


class Standing(msgspec.Struct, frozen=True):
    """Everything about a table that its entries decide, but for the moment it is at. It stays small."""

    seats: tuple[Seat, ...]
    commitment: str
    version: str
    line: Stretches = Stretches(((0, 0),))
    """The entries in effect, in order."""
    future: Stretches = Stretches()
    """The entries undone that can be redone, in order."""
    entries: int = 0
    throws: int = 0
    told: int = 0
    hash: str = ""
    motions: tuple[Motion, ...] = ()
    closed: bool = False
    paused: str = ""
    """The seat that stopped the play; nothing, while it goes on."""

    if TYPE_CHECKING:

        def but(self, **changes: object) -> Standing:
            """This, with some fields different."""

    else:
        but = msgspec.Struct.__replace__  # every entry does it a few times: four times as quick as a function around it

    def seat(self, id: str) -> Seat:
        for seat in self.seats:
            if seat.id == id:
                return seat
        raise Unknown("seat", id, (seat.id for seat in self.seats))

    def after(self, number: int, entry: AnyEntry) -> Standing:
        """How the table stands after an entry that is legal."""
        done = deed(entry)
        standing = self.but(entries=number + 1, throws=self.throws + len(falls(entry)), **self._people(number, entry))
        match done:
            case Undone():
                line, gone = self.line.cut(done.to)
                return standing.but(line=line, future=gone.joined(self.future))
            case Redone():
                taken, left = self.future.cut(done.to)
                return standing.but(line=self.line.joined(taken), future=left)
            case Carried():
                kept = self.line.cut(done.to)[0]
                return standing.but(line=kept.with_next(number), future=Stretches(), version=done.version)
            case Committed():
                standing = standing.but(commitment=done.commitment)
            case Closed():
                standing = standing.but(closed=True)
            case Reopened():
                standing = standing.but(closed=False, commitment=done.commitment)
            case Paused():
                standing = standing.but(paused=done.seat)
            case Resumed():
                standing = standing.but(paused="")
        if isinstance(done, EFFECTS):
            return standing.but(line=self.line.with_next(number), future=Stretches())
        # What changes nothing belongs to the line while nothing can be redone: few stretches, however much is said.
        quiet = not self.future and self.line.last[1] == number - 1
        return standing.but(line=self.line.with_next(number)) if quiet else standing

    def _people(self, number: int, entry: AnyEntry) -> dict[str, object]:
        """Who sits here and what they consider."""
        seats, motions = self.seats, self.motions
        match entry:
            case Joined() | Renamed():
                return {"seats": seats_after(seats, entry)}
            case Left():
                left = tuple(m for m in motions if m.seat != entry.seat)
                return {"seats": seats_after(seats, entry), "motions": left}
            case Moved():
                return {"motions": (*motions, Motion(number, entry.seat, entry.what, (entry.seat,)))}
            case Objected():
                return {"motions": tuple(m for m in motions if m.number != entry.of)}
            case Agreed() if entry.done is not None:
                return {"motions": tuple(m for m in motions if m.number != entry.of)}
            case Agreed():
                return {"motions": tuple(_agreed(m, entry) for m in motions)}
        return {}


def seats_after(seats: tuple[Seat, ...], entry: Joined | Left | Renamed) -> tuple[Seat, ...]:
    """Who sits at the table once somebody has come, gone or got another name."""
    if isinstance(entry, Joined):
        return (*seats, entry.seat)
    if isinstance(entry, Left):
        return tuple(seat for seat in seats if seat.id != entry.seat)
    return tuple(Seat(seat.id, seat.role, entry.name) if seat.id == entry.seat else seat for seat in seats)


def _agreed(motion: Motion, entry: Agreed) -> Motion:
    if motion.number != entry.of or entry.seat in motion.agreed:
        return motion
    return msgspec.structs.replace(motion, agreed=(*motion.agreed, entry.seat))
