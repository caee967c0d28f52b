"""A table in play: its seats, its feed, and every command. What a seat sees and may do is `SeatView`'s."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from tablewright.engine import Prompt
from tablewright.rules import Game, Refused, S, Seat
from tablewright.rules.forms import to_recorded_values
from tablewright.table.log import (
    ActionTaken,
    ActionWithdrawn,
    AnyEvent,
    CharacterHandedOver,
    DiceEntered,
    DiceThrown,
    FeedItem,
    FeedItemView,
    InMemoryLog,
    MessageSent,
    PromptAnswered,
    ProposalAgreed,
    ProposalMade,
    ProposalRejected,
    RecordLog,
    Redone,
    SeatJoined,
    SeatLeft,
    SeatRenamed,
    SessionClosed,
    SessionReopened,
    TableOpened,
    Undone,
    ValueEdited,
    effective_event,
    to_proposal,
)

from . import provably_fair
from .aggregate import TableAggregate
from .feed_builder import display_names
from .feed_reader import LOG_KINDS, feed_item_view, read_feed, readable_items
from .metadata import Proposal, initial_metadata
from .permissions import ConsentRequired, check_ids_distinct, check_sit, voters
from .play_state import PendingAction, PlayState
from .reducer import EventReducer, initial_state, seats_by_id

FEW = 50
"""Records read at a time on the way to the last action."""


class Table(TableAggregate[S]):
    """A table, with a method for everything that people do at it."""

    def __repr__(self) -> str:
        people = ", ".join(seat.title for seat in self.metadata.seats) or "nobody"
        state = " (read-only)" if self.read_only else " (closed)" if self.closed else ""
        return f"<table of {self.game.title}: {people}; {self.metadata.length} entries{state}>"

    @staticmethod
    def open(
        game: Game[S],
        *,
        seats: Iterable[Seat] = (),
        rulings: Mapping[str, Any] | None = None,
        seed: str | None = None,
        fair_dice: bool = True,
        empty: bool = False,
        past: RecordLog | None = None,
    ) -> Table[S]:
        """A new table: with the game's ready-made cast and seats, or, `empty`, with nothing but the seats named."""
        seed = provably_fair.new_seed() if seed is None else provably_fair.check_seed(seed)
        people = tuple(seats) or (() if empty else game.seats)
        opened = TableOpened(
            game.name, game.version, dict(rulings or {}), provably_fair.commitment(seed), people, empty
        )
        for i, seat in enumerate(people):
            check_sit(game, people[:i], seat)
        standing, moment = initial_metadata(opened), PlayState(initial_state(game, opened))
        check_ids_distinct(game, standing, moment.state)
        table = Table(EventReducer(game, past or InMemoryLog()), standing, moment, seed, fair_dice)
        table.commit(table.build_record(opened, standing, moment))
        return table

    # what is

    @property
    def seats(self) -> dict[str, Seat]:
        """Who sits here, by id."""
        return seats_by_id(self.metadata.seats)

    @property
    def closed(self) -> bool:
        """Whether the session has ended."""
        return self.metadata.closed

    @property
    def journal(self) -> list[AnyEvent]:
        """Every entry so far."""
        return self.entries(0, self.metadata.length - 1)

    def entries(self, first: int, last: int) -> list[AnyEvent]:
        """The entries of the journal from one number to another."""
        if self.last_event is not None and self.last_event[0] == first == last:
            return [self.last_event[1]]
        return [record.read().event for record in self.record_log.records(first, last)]

    @property
    def opened(self) -> TableOpened:
        """The entry the table began with."""
        (opened,) = self.entries(0, 0)
        assert isinstance(opened, TableOpened)
        return opened

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """Proposals that wait for consent, where nobody is the master."""
        return self.metadata.proposals

    def seat(self, id: str) -> Seat:
        """The seat of this id; refused with those there are."""
        return self.metadata.seat(id)

    def display_names(self, *ids: str) -> str:
        """Characters, seats and roles as people call them."""
        return display_names(self.game, self.metadata.seats, self.state, ids)

    def prompts_for(self, seat: str) -> list[tuple[PendingAction, Prompt]]:
        """What the table asks this seat now."""
        who = self.seat(seat)
        return [(r, q) for r, q in self.play_state.waiting() if self.game.may_answer(who, q.by, self.state)]

    def feed(self, seat: str, since: int = 0) -> list[FeedItemView]:
        """What this seat has been told, from this number on. What was undone since is marked."""
        line = self.metadata.timeline.unfolded()
        readable = readable_items(self.game, self.seat(seat), self.feed_items(since))
        return [feed_item_view(item, line) for item in readable]

    def feed_items(self, since: int = 0) -> Iterator[FeedItem]:
        """Everything told from this number on, whomever it was told to."""
        return read_feed(self.record_log, self.metadata, since)

    def log(self, seat: str) -> list[FeedItem]:
        """What the rules have told this seat and still holds."""
        return [told.item for told in self.feed(seat) if told.item.kind in LOG_KINDS and not told.undone]

    # what people do: each gives the number of its entry

    def act(self, seat: str, action: str, params: Mapping[str, Any] | None = None, nonce: str = "") -> int:
        """Take an action. Dice are thrown until somebody has to answer."""
        who, act = self.seat(seat), self.game.action(action)
        self.game.check_may_take(who, act)
        # Forms are read against what the seat may see: a refusal that lists what is legal must not list a secret.
        given = to_recorded_values(act.read(params or {}, self.visible_state(seat)))
        return self.apply(ActionTaken(seat, act.name, given, nonce or self.nonce()))

    def answer(self, seat: str, of: int, at: str, choice: str, nonce: str = "") -> int:
        """Answer a question at its place, by the key of an option or in words."""
        return self.apply(PromptAnswered(seat, of, at, choice, nonce or self.nonce()))

    def roll(self, seat: str, of: int, at: str, faces: Iterable[int], nonce: str = "") -> int:
        """Dice from somebody's hand."""
        asked = next((q for r, q in self.play_state.waiting() if (r.number, q.at) == (of, at)), None)
        sides, drawn = (asked.sides, asked.kind == "draw") if asked else (0, False)
        return self.apply(DiceEntered(of, at, tuple(faces), sides, drawn, seat, nonce or self.nonce()))

    def throw(self, seat: str, nonce: str = "") -> int | None:
        """Leaves whatever dice and cards are waited for to the table; nothing, if it throws none."""
        if self.closed or not (self.fair_dice and self.seed and self.is_waiting_for_dice()):
            return None
        return self.apply(DiceThrown(seat, nonce or self.nonce()))

    def withdraw(self, seat: str, of: int, nonce: str = "") -> int:
        """Give up an action that waits."""
        return self.apply(ActionWithdrawn(seat, of, nonce or self.nonce()))

    def edit(self, seat: str, path: str, value: Any, nonce: str = "") -> int:
        """The master's override of any value; where there is no master, by consent."""
        return self._by_consent(ValueEdited(seat, path, value, nonce or self.nonce()))

    def say(self, seat: str, text: str, to: Iterable[str] = ()) -> int:
        """Talk, to all or to some."""
        return self.apply(MessageSent(seat, text, tuple(to)))

    def undo(self, seat: str, to: int | None = None) -> int:
        """Back to how it was after entry `to`; without one, back to before the last action or edit."""
        return self._by_consent(Undone(seat, self._before_last() if to is None else to))

    def redo(self, seat: str, to: int | None = None) -> int:
        """Do again what was undone, up to entry `to`; without one, all of it."""
        if not self.metadata.redo_timeline:
            raise Refused("There is nothing to redo.")
        return self._by_consent(Redone(seat, self.metadata.redo_timeline.last[1] if to is None else to))

    def join(self, seat: Seat, by: str = "") -> int:
        """Another seat, taken by whoever joins or given by who may."""
        return self.apply(SeatJoined(seat, by))

    def leave(self, seat: str, by: str = "") -> int:
        """A seat is given up; what it played, nobody plays."""
        return self.apply(SeatLeft(seat, by or seat))

    def rename(self, seat: str, name: str, by: str = "", sits: bool = False) -> int:
        """A seat goes by another name; that of somebody who sits down in it, if so."""
        return self.apply(SeatRenamed(seat, name, by or seat, sits))

    def hand_over(self, seat: str, who: str, to: str, nonce: str = "") -> int:
        """Lets another seat play a character: one's own to anybody, nobody's to oneself; the master as they like."""
        return self.apply(CharacterHandedOver(seat, who, to, nonce or self.nonce()))

    def close(self, seat: str) -> int:
        """Ends the session and shows the seed."""
        if not self.seed:
            raise Refused("The seed of this table is not at hand, so the session cannot be closed.")
        return self._by_consent(SessionClosed(self.seed, seat))

    def reopen(self, seat: str, seed: str) -> int:
        """Begins the next session, with dice by a new seed, which whoever keeps the table has kept before."""
        number = self.apply(SessionReopened(seat, provably_fair.commitment(provably_fair.check_seed(seed))))
        self.seed = seed
        return number

    def agree(self, seat: str, of: int) -> int:
        """Consents to a proposal; with the last of them it is done."""
        self.seat(seat)
        motion = next((m for m in self.proposals if m.number == of), None)
        agreed = {*(motion.agreed if motion else ()), seat}
        whole = motion is not None and set(voters(self.game, self.metadata)) <= agreed
        what: Any = motion.what if motion is not None and whole else None
        if isinstance(what, SessionClosed):
            what = SessionClosed(self.seed, what.seat)
        elif isinstance(what, ValueEdited):
            what = msgspec.structs.replace(what, nonce=self.nonce())
        return self.apply(ProposalAgreed(seat, of, what))

    def reject(self, seat: str, of: int) -> int:
        """Stops a proposal."""
        return self.apply(ProposalRejected(seat, of))

    def _by_consent(self, entry: ValueEdited | Undone | Redone | SessionClosed) -> int:
        """Done at once by whoever may; where there is no master, proposed to everybody else."""
        self.seat(entry.seat)
        if self.game.has_master or voters(self.game, self.metadata) == (entry.seat,):
            return self.apply(entry)
        if isinstance(entry, Undone | Redone):
            try:
                return self.apply(entry)  # what is one's own needs nobody's consent
            except ConsentRequired:
                pass
        return self.apply(ProposalMade(entry.seat, to_proposal(entry)))

    def _before_last(self) -> int:
        """The entry before the last action or edit that is in effect."""
        line = self.metadata.timeline
        for first, last in reversed(line):
            for end in range(last, first - 1, -FEW):
                start = max(first, end - FEW + 1)
                for number, entry in reversed(list(enumerate(self.entries(start, end), start))):
                    if isinstance(effective_event(entry), ActionTaken | ValueEdited | CharacterHandedOver):
                        return line.cut(number - 1)[0].last[1]
        raise Refused("There is nothing to undo.")
