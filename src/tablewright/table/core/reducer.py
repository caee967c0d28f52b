"""The reducer: where each event leads. Replaying a journal and playing on are the same steps."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Generic

from tablewright.rules import Game, Refused, S, Seat
from tablewright.table.log import (
    GAME_EVENTS,
    HISTORY_EVENTS,
    MAX_CHAT,
    AnyEvent,
    CorruptJournal,
    MessageSent,
    PlayPaused,
    PlayResumed,
    Proposable,
    ProposalAgreed,
    ProposalMade,
    ProposalRejected,
    RecordLog,
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
    ValueEdited,
    dice_results,
    effective_event,
    state_hash,
)

from .metadata import TableMetadata, apply_seat_event, initial_metadata
from .permissions import (
    SESSION_CLOSED,
    check_close,
    check_consent,
    check_game_event,
    check_join,
    check_leave,
    check_pause,
    check_rename,
    check_reopen,
    check_sole_voter,
)
from .play_state import PlayState
from .snapshot import RestoredTable, SnapshotCorrupt, SnapshotOutdated, load_snapshot
from .transitions import apply_event, replace_state

KEPT_STATES = 16
"""Moments kept at hand; older ones are replayed from the snapshot before them."""


class EventReducer(Generic[S]):
    """Steps from entry to entry; a refused one leads nowhere and changes nothing."""

    def __init__(self, game: Game[S], past: RecordLog) -> None:
        self.game, self.past = game, past
        self.recent: OrderedDict[int, tuple[tuple[Seat, ...], PlayState]] = OrderedDict()

    def remember(self, number: int, standing: TableMetadata, moment: PlayState) -> None:
        """Keeps the moment after an entry at hand, if the entry is one to go back to."""
        if standing.timeline.holds(number):
            self._keep(number, standing.seats, moment)

    def _keep(self, number: int, seats: tuple[Seat, ...], moment: PlayState) -> None:
        self.recent[number] = seats, PlayState(moment.state, moment.pending)
        self.recent.move_to_end(number)
        if len(self.recent) > KEPT_STATES:
            self.recent.popitem(last=False)

    def apply(self, standing: TableMetadata, moment: PlayState, entry: AnyEvent) -> tuple[TableMetadata, PlayState]:
        """How the table stands after an entry. Refused, with a sentence, if it is not legal here."""
        if standing.closed != isinstance(entry, SessionReopened):
            raise Refused(SESSION_CLOSED if standing.closed else "The session has not been closed.")
        if isinstance(entry, ProposalMade | ProposalAgreed | ProposalRejected):
            check_consent(self.game, standing, entry)
        if isinstance(entry, ProposalMade):
            self._possible(standing, moment, entry.what)
        done = effective_event(entry)
        self.check_allowed(standing, done, consent=done is not entry)
        after, still = standing.after(standing.length, entry), PlayState(moment.state, moment.pending)
        if isinstance(done, GAME_EVENTS):
            return after, apply_event(self.game, seats_by_id(standing.seats), moment, standing.length, done)
        if isinstance(done, Undone | Redone | RulesUpgraded):
            return after, self.play_state_at(done.to_event, after)
        if isinstance(done, SeatJoined | SeatLeft | SeatRenamed):
            return after, self.with_seats(still, standing.seats, after.seats)
        return after, still

    def _possible(self, standing: TableMetadata, moment: PlayState, what: Proposable) -> None:
        """Refused if a proposal could not be done even if all agreed now."""
        if isinstance(what, SessionClosed):  # the seed is shown once they have
            return
        self.check_allowed(standing, what, consent=True)
        if isinstance(what, ValueEdited):
            apply_event(self.game, seats_by_id(standing.seats), moment, standing.length, what)

    # who may

    def check_allowed(self, standing: TableMetadata, entry: AnyEvent, consent: bool = False) -> None:
        """Refused if the entry is not legal beside what its own rule says."""
        match entry:
            case SeatJoined():
                check_join(self.game, standing, entry)
            case SeatLeft():
                check_leave(self.game, standing, entry)
            case SeatRenamed():
                check_rename(self.game, standing, entry)
            case Undone() | Redone() | RulesUpgraded():
                self._may_turn(standing, entry, consent)
            case MessageSent():
                for seat in (entry.seat, *entry.recipients):
                    standing.seat(seat)
                if not 0 < len(entry.text) <= MAX_CHAT:
                    raise Refused(f"Say something, in at most {MAX_CHAT} characters.")
            case SessionClosed():
                check_close(self.game, standing, entry, consent)
            case SessionReopened():
                check_reopen(self.game, standing, entry)
            case PlayPaused() | PlayResumed():
                check_pause(self.game, standing, entry)
            case ProposalMade() | ProposalAgreed() | ProposalRejected() | SeedCommitted():
                pass
            case _ if isinstance(entry, GAME_EVENTS):
                check_game_event(self.game, standing, entry, consent)
            case _:
                raise Refused("A journal is opened once.")

    def _may_turn(self, standing: TableMetadata, entry: Undone | Redone | RulesUpgraded, consent: bool) -> None:
        """Refused unless there is something to take back or do again, and it is this seat's to."""
        if isinstance(entry, Redone):
            if not standing.redo_timeline.holds(entry.to_event):
                raise Refused(f"Entry {entry.to_event} cannot be redone. {_one_of(standing.redo_timeline)}")
            turned, what = standing.redo_timeline.cut(entry.to_event)[0], "redo"
        else:
            if not standing.timeline.holds(entry.to_event):
                raise Refused(f"Entry {entry.to_event} is not one to go back to. {_one_of(standing.timeline)}")
            turned, what = standing.timeline.cut(entry.to_event)[1], "undo"
        if isinstance(entry, RulesUpgraded):
            return
        seat = standing.seat(entry.seat)
        if self.game.is_master(seat) or consent or self._own(seat, turned):
            return
        if self.game.has_master:
            raise Refused(f"Only the game master can {what} dice, and what others did.")
        check_sole_voter(self.game, standing, entry.seat, f"To {what} dice, and what others did,")

    def _own(self, seat: Seat, stretches: Timeline) -> bool:
        """Whether all that was done in these entries is this seat's own, without dice."""
        for first, last in stretches:
            for record in self.past.records(first, last):
                entry = record.read().event
                if isinstance(effective_event(entry), GAME_EVENTS) and (
                    getattr(entry, "seat", "") != seat.id or dice_results(entry)
                ):
                    return False
        return True

    # moments

    def play_state_at(self, number: int, standing: TableMetadata) -> PlayState:
        """The moment after an entry that is in effect, with the people who sit at the table now."""
        if number in self.recent:
            seats, moment = self.recent[number]
        else:
            found = self.restore(number, standing.timeline)
            seats, moment = found.standing.seats, found.moment
            self._keep(number, seats, moment)
        return self.with_seats(moment, seats, standing.seats)

    def with_seats(self, moment: PlayState, before: tuple[Seat, ...], seats: tuple[Seat, ...]) -> PlayState:
        """The moment with these people at the table, where there were others before."""
        if seats == before:
            return moment
        return replace_state(self.game, moment, self.game.on_seats_changed(moment.state, seats))

    def restore(self, number: int, line: Timeline) -> RestoredTable:
        """The moment after an entry, from the last snapshot before it that is whole and can still be read.

        Each entry leads to the state it led to in play, or it does not hold; but where the game's state is made
        otherwise now, nobody can tell, and the entries are played once more.
        """
        unreadable: SnapshotOutdated | None = None
        line = line.unfolded()
        found: RestoredTable | None = None
        for start in reversed([n for n in self.past.snapshots() if n <= number and line.holds(n)]):
            try:
                found = load_snapshot(self.game, self.past, start)
                break
            except SnapshotCorrupt:
                continue
            except SnapshotOutdated as wrong:
                unreadable = unreadable or wrong
        try:
            return self.replay(found or self._start(not unreadable), number, line)
        except CorruptJournal:
            if unreadable is None:
                raise
            raise unreadable from None  # what is wrong with the state says more than why it cannot be played anew

    def replay_all(self, number: int, line: Timeline) -> PlayState:
        """Everything in effect up to an entry, played once more from the opening."""
        return self.replay(self._start(exactly=True), number, line).moment

    def _start(self, exactly: bool) -> RestoredTable:
        (first,) = self.past.records(0, 0)
        body = first.read()
        if not isinstance(body.event, TableOpened):
            raise CorruptJournal(0, "a journal begins with an opening.")
        standing = initial_metadata(body.event).but(hash=first.hash, feed_length=body.told_from + len(body.told))
        with as_corrupt_journal(0):
            moment = PlayState(initial_state(self.game, body.event))
        if exactly and body.state != state_hash(moment.state):
            raise CorruptJournal(0, "it leads to another state now.")
        return RestoredTable(standing, moment, exactly)

    def replay(self, start: RestoredTable, number: int, line: Timeline) -> RestoredTable:
        """What a stretch of entries leads to from here; those in the line are played."""
        seats, moment = start.standing.seats, start.moment
        line = line.unfolded()
        lost, before, alike = moment.finished, (seats, moment), True
        for record in self.past.records(start.standing.length, number):
            body = record.read()
            entry, counts = effective_event(body.event), line.holds(record.number)
            with as_corrupt_journal(record.number):
                if isinstance(entry, GAME_EVENTS) and counts:
                    alike = start.alike
                    moment = apply_event(self.game, seats_by_id(seats), moment, record.number, entry)
                    if start.alike and body.state != state_hash(moment.state):
                        raise Refused("it leads to another state now.")
                elif isinstance(entry, SeatJoined | SeatLeft | SeatRenamed):
                    there, seats = seats, apply_seat_event(seats, entry)
                    moment = self.with_seats(moment, there, seats)
                elif isinstance(entry, HISTORY_EVENTS):
                    moment = self.with_seats(before[1], before[0], seats)
            before = (seats, moment) if counts else before
        standing = start.standing.but(seats=seats, length=number + 1)
        return RestoredTable(standing, PlayState(moment.state, moment.pending, lost), alike)


@contextmanager
def as_corrupt_journal(number: int) -> Iterator[None]:
    """Whatever goes wrong meanwhile, the entry does not hold for it: no reason to lose a table."""
    try:
        yield
    except CorruptJournal:
        raise
    except Refused as refused:
        raise CorruptJournal(number, str(refused)) from None
    except Exception as error:
        raise CorruptJournal(number, f"{type(error).__name__}: {str(error).rstrip('.')}.") from None


def initial_state(game: Game, opened: TableOpened) -> Any:
    """The first state of a table."""
    if opened.empty and game.empty is None:
        raise Refused(f"{game.title} has no empty table to begin with.")
    setup = game.empty if opened.empty and game.empty is not None else game.setup
    return game.on_seats_changed(setup(game.parse_rulings(opened.rulings)), opened.seats)


def seats_by_id(seats: Iterable[Seat]) -> dict[str, Seat]:
    return {seat.id: seat for seat in seats}


def _one_of(stretches: Timeline) -> str:
    numbers = [number for number, _ in zip(stretches.backwards(), range(12), strict=False)]
    return f"There is: {', '.join(map(str, reversed(numbers)))}." if numbers else "There is none."
