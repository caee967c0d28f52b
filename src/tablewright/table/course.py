"""The course of a table: where each entry leads. Replaying a journal and playing on are the same steps."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic

from tablewright.kernel.errors import Refused
from tablewright.kernel.game import Game, S
from tablewright.kernel.seat import Seat

from . import fair
from .history import Stretches
from .journal import (
    EFFECTS,
    MOST_CHAT,
    TURNS,
    Agreed,
    AnyEntry,
    BrokenJournal,
    Carried,
    Closed,
    Committed,
    Edited,
    Effect,
    Joined,
    Left,
    Motionable,
    Moved,
    Objected,
    Opened,
    Redone,
    Renamed,
    Reopened,
    Rolled,
    Said,
    Undone,
    Unplayed,
    deed,
    falls,
)
from .moment import Moment, follow, with_state
from .past import Past
from .record import fingerprint
from .seating import alone, may_consent, may_join, may_leave, may_rename
from .snapshot import Damaged, Found, Undecodable, unpacked
from .standing import Standing, opening, seats_after

RECENT = 16
"""Moments kept at hand; older ones are replayed from the snapshot before them."""


class Course(Generic[S]):
    """Steps from entry to entry; a refused one leads nowhere and changes nothing."""

    def __init__(self, game: Game[S], past: Past) -> None:
        self.game, self.past = game, past
        self.recent: OrderedDict[int, tuple[tuple[Seat, ...], Moment]] = OrderedDict()

    def remember(self, number: int, standing: Standing, moment: Moment) -> None:
        """Keeps the moment after an entry at hand, if the entry is one to go back to."""
        if standing.line.holds(number):
            self._keep(number, standing.seats, moment)

    def _keep(self, number: int, seats: tuple[Seat, ...], moment: Moment) -> None:
        self.recent[number] = seats, Moment(moment.state, moment.running)
        self.recent.move_to_end(number)
        if len(self.recent) > RECENT:
            self.recent.popitem(last=False)

    def step(self, standing: Standing, moment: Moment, entry: AnyEntry) -> tuple[Standing, Moment]:
        """How the table stands after an entry. Refused, with a sentence, if it is not legal here."""
        if standing.closed != isinstance(entry, Reopened):
            raise Refused("This session is closed." if standing.closed else "The session has not been closed.")
        if isinstance(entry, Moved | Agreed | Objected):
            may_consent(self.game, standing, entry)
        if isinstance(entry, Moved):
            self._possible(standing, moment, entry.what)
        done = deed(entry)
        self.may(standing, done, consent=done is not entry)
        after, still = standing.after(standing.entries, entry), Moment(moment.state, moment.running)
        if isinstance(done, EFFECTS):
            return after, follow(self.game, seats_of(standing.seats), moment, standing.entries, done)
        if isinstance(done, Undone | Redone | Carried):
            return after, self.moment_at(done.to, after)
        if isinstance(done, Joined | Left | Renamed):
            return after, self.seated(still, standing.seats, after.seats)
        return after, still

    def _possible(self, standing: Standing, moment: Moment, what: Motionable) -> None:
        """Refused if a proposal could not be done even if all agreed now."""
        if isinstance(what, Closed):  # the seed is shown once they have
            return
        self.may(standing, what, consent=True)
        if isinstance(what, Edited):
            follow(self.game, seats_of(standing.seats), moment, standing.entries, what)

    # who may

    def may(self, standing: Standing, entry: AnyEntry, consent: bool = False) -> None:
        """Refused if the entry is not legal beside what its own rule says."""
        match entry:
            case Joined():
                may_join(self.game, standing, entry)
            case Left():
                may_leave(self.game, standing, entry)
            case Renamed():
                may_rename(self.game, standing, entry)
            case Undone() | Redone() | Carried():
                self._may_turn(standing, entry, consent)
            case Said():
                for seat in (entry.seat, *entry.to):
                    standing.seat(seat)
                if not 0 < len(entry.text) <= MOST_CHAT:
                    raise Refused(f"Say something, in at most {MOST_CHAT} characters.")
            case Closed():
                self._may_close(standing, entry, consent)
            case Reopened():
                self._may_reopen(standing, entry)
            case Moved() | Agreed() | Objected() | Committed() | Unplayed():
                pass
            case _ if isinstance(entry, EFFECTS):
                self._may_do(standing, entry, consent)
            case _:
                raise Refused("A journal is opened once.")

    def _may_do(self, standing: Standing, entry: Effect, consent: bool) -> None:
        seat = standing.seat(entry.hand if isinstance(entry, Rolled) else entry.seat)
        if not self.game.may_play(seat):
            raise Refused(f"{seat.title} only looks on.")
        if isinstance(entry, Edited) and not self.game.has_master and not consent:
            alone(self.game, standing, entry.seat, "Setting a value by hand")

    def _may_close(self, standing: Standing, entry: Closed, consent: bool) -> None:
        if entry.seat:
            seat = standing.seat(entry.seat)
            if self.game.has_master and not self.game.is_master(seat):
                raise Refused("Only the game master can close the session.")
            if not self.game.has_master and not consent:
                alone(self.game, standing, entry.seat, "Closing the session")
        if fair.commitment(entry.seed) != standing.commitment:
            raise Refused("This is not the seed the table committed to.")

    def _may_reopen(self, standing: Standing, entry: Reopened) -> None:
        """The master begins the next session; where there is none, anybody who plays."""
        seat = standing.seat(entry.seat)
        if not (self.game.is_master(seat) if self.game.has_master else self.game.may_play(seat)):
            raise Refused("Only the game master can begin the next session.")
        if entry.commitment == standing.commitment:
            raise Refused("The dice of the last session are known: the next one needs others.")

    def _may_turn(self, standing: Standing, entry: Undone | Redone | Carried, consent: bool) -> None:
        """Refused unless there is something to take back or do again, and it is this seat's to."""
        if isinstance(entry, Redone):
            if not standing.future.holds(entry.to):
                raise Refused(f"Entry {entry.to} cannot be redone. {_one_of(standing.future)}")
            turned, what = standing.future.cut(entry.to)[0], "redo"
        else:
            if not standing.line.holds(entry.to):
                raise Refused(f"Entry {entry.to} is not one to go back to. {_one_of(standing.line)}")
            turned, what = standing.line.cut(entry.to)[1], "undo"
        if isinstance(entry, Carried):
            return
        seat = standing.seat(entry.seat)
        if self.game.is_master(seat) or consent or self._own(seat, turned):
            return
        if self.game.has_master:
            raise Refused(f"Only the game master can {what} dice, and what others did.")
        alone(self.game, standing, entry.seat, f"To {what} dice, and what others did,")

    def _own(self, seat: Seat, stretches: Stretches) -> bool:
        """Whether all that was done in these entries is this seat's own, without dice."""
        for first, last in stretches:
            for record in self.past.records(first, last):
                entry = record.read().entry
                if isinstance(deed(entry), EFFECTS) and (getattr(entry, "seat", "") != seat.id or falls(entry)):
                    return False
        return True

    # moments

    def moment_at(self, number: int, standing: Standing) -> Moment:
        """The moment after an entry that is in effect, with the people who sit at the table now."""
        if number in self.recent:
            seats, moment = self.recent[number]
        else:
            found = self.found(number, standing.line)
            seats, moment = found.standing.seats, found.moment
            self._keep(number, seats, moment)
        return self.seated(moment, seats, standing.seats)

    def seated(self, moment: Moment, before: tuple[Seat, ...], seats: tuple[Seat, ...]) -> Moment:
        """The moment with these people at the table, where there were others before."""
        if seats == before:
            return moment
        return with_state(self.game, moment, self.game.sit(moment.state, seats))

    def found(self, number: int, line: Stretches) -> Found:
        """The moment after an entry, from the last snapshot before it that is whole and can still be read.

        Each entry leads to the state it led to in play, or it does not hold; but where the game's state is made
        otherwise now, nobody can tell, and the entries are played once more.
        """
        unreadable: Undecodable | None = None
        line = line.unfolded()
        found: Found | None = None
        for start in reversed([n for n in self.past.snapshots() if n <= number and line.holds(n)]):
            try:
                found = unpacked(self.game, self.past, start)
                break
            except Damaged:
                continue
            except Undecodable as wrong:
                unreadable = unreadable or wrong
        try:
            return self.replay(found or self._start(not unreadable), number, line)
        except BrokenJournal:
            if unreadable is None:
                raise
            raise unreadable from None  # what is wrong with the state says more than why it cannot be played anew

    def from_the_start(self, number: int, line: Stretches) -> Moment:
        """Everything in effect up to an entry, played once more from the opening."""
        return self.replay(self._start(exactly=True), number, line).moment

    def _start(self, exactly: bool) -> Found:
        (first,) = self.past.records(0, 0)
        body = first.read()
        if not isinstance(body.entry, Opened):
            raise BrokenJournal(0, "a journal begins with an opening.")
        standing = opening(body.entry).but(hash=first.hash, told=body.told_from + len(body.told))
        with holding(0):
            moment = Moment(set_up(self.game, body.entry))
        if exactly and body.state != fingerprint(moment.state):
            raise BrokenJournal(0, "it leads to another state now.")
        return Found(standing, moment, exactly)

    def replay(self, start: Found, number: int, line: Stretches) -> Found:
        """What a stretch of entries leads to from here; those in the line are played."""
        seats, moment = start.standing.seats, start.moment
        line = line.unfolded()
        lost, before, alike = moment.ended, (seats, moment), True
        for record in self.past.records(start.standing.entries, number):
            body = record.read()
            entry, counts = deed(body.entry), line.holds(record.number)
            with holding(record.number):
                if isinstance(entry, EFFECTS) and counts:
                    alike = start.alike
                    moment = follow(self.game, seats_of(seats), moment, record.number, entry)
                    if start.alike and body.state != fingerprint(moment.state):
                        raise Refused("it leads to another state now.")
                elif isinstance(entry, Joined | Left | Renamed):
                    there, seats = seats, seats_after(seats, entry)
                    moment = self.seated(moment, there, seats)
                elif isinstance(entry, TURNS):
                    moment = self.seated(before[1], before[0], seats)
            before = (seats, moment) if counts else before
        standing = start.standing.but(seats=seats, entries=number + 1)
        return Found(standing, Moment(moment.state, moment.running, lost), alike)


@contextmanager
def holding(number: int) -> Iterator[None]:
    """Whatever goes wrong meanwhile, the entry does not hold for it: no reason to lose a table."""
    try:
        yield
    except BrokenJournal:
        raise
    except Refused as refused:
        raise BrokenJournal(number, str(refused)) from None
    except Exception as error:
        raise BrokenJournal(number, f"{type(error).__name__}: {str(error).rstrip('.')}.") from None


def set_up(game: Game, opened: Opened) -> Any:
    """The first state of a table."""
    if opened.empty and game.empty is None:
        raise Refused(f"{game.title} has no empty table to begin with.")
    setup = game.empty if opened.empty and game.empty is not None else game.setup
    return game.sit(setup(game.rule_on(opened.rulings)), opened.seats)


def seats_of(seats: Iterable[Seat]) -> dict[str, Seat]:
    return {seat.id: seat for seat in seats}


def _one_of(stretches: Stretches) -> str:
    numbers = [number for number, _ in zip(stretches.backwards(), range(12), strict=False)]
    return f"There is: {', '.join(map(str, reversed(numbers)))}." if numbers else "There is none."
