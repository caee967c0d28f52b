"""A table in play: the moment it is at, and the door through which people act.

An entry is proposed, kept, and only then counts: whatever is refused, or cannot be kept, has never been.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from tablewright.kernel.action import Action
from tablewright.kernel.errors import Refused
from tablewright.kernel.form import recorded
from tablewright.kernel.game import Game
from tablewright.kernel.seat import Seat
from tablewright.kernel.view import Panel
from tablewright.run.question import ANSWERED, Question

from . import fair
from .course import Course, seats_of, set_up
from .feed import Item, Told
from .history import backwards, holds, last_of
from .journal import (
    EFFECTS,
    Acted,
    Agreed,
    Answered,
    AnyEntry,
    Closed,
    Edited,
    Fall,
    Fell,
    Handed,
    Joined,
    Left,
    Moved,
    Objected,
    Opened,
    Redone,
    Renamed,
    Rolled,
    Said,
    Undone,
    Withdrawn,
    deed,
    with_falls,
)
from .moment import Moment, Running, fallen
from .past import InMemory, Past
from .record import Body, Record, fingerprint, sealed
from .seating import TakesConsent, may_sit, voters
from .snapshot import pack
from .standing import Motion, Standing
from .telling import called, items

SNAPSHOTS = 20
"""A snapshot every so many entries."""
PAGE = 1_000
"""Records of the feed read at a time."""
#: What the rules told, and what was set by hand: the log, without the talk around it.
LOGGED = frozenset(("tell", "roll", "choice", "draw", "outcome", "given up", "edited", "handed"))
#: What no longer holds once the entry that told it is undone.
UNDOABLE = LOGGED | {"acted"}


class Proposal(msgspec.Struct, frozen=True):
    """An entry that would be legal, with everything it leads to. It counts once it is kept and accepted."""

    record: Record
    entry: AnyEntry
    standing: Standing
    moment: Moment
    told: tuple[Item, ...]


class Table:
    """Every change is one entry: proposed, kept, accepted."""

    def __init__(
        self,
        course: Course,
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

    def __repr__(self) -> str:
        people = ", ".join(seat.title for seat in self.standing.seats) or "nobody"
        state = " (read-only)" if self.read_only else " (closed)" if self.closed else ""
        return f"<table of {self.game.title}: {people}; {self.standing.entries} entries{state}>"

    @staticmethod
    def open(
        game: Game,
        *,
        seats: Iterable[Seat] = (),
        rulings: Mapping[str, Any] | None = None,
        seed: str | None = None,
        fair_dice: bool = True,
        empty: bool = False,
        past: Past | None = None,
    ) -> Table:
        """A new table: with the game's ready-made cast and seats, or, `empty`, with nothing but the seats named."""
        seed = fair.new_seed() if seed is None else seed
        people = tuple(seats) or (() if empty else game.seats)
        opened = Opened(game.name, game.version, dict(rulings or {}), fair.commitment(seed), people, empty)
        for i, seat in enumerate(people):
            may_sit(game, people[:i], seat)
        standing = Standing(people, opened.commitment, game.version)
        moment = Moment(set_up(game, opened))
        table = Table(Course(game, past or InMemory()), standing, moment, seed, fair_dice)
        table.commit(table.sealed(opened, standing.but(entries=1), moment, moment))
        return table

    # what is

    @property
    def state(self) -> Any:
        return self.now.state

    @property
    def seats(self) -> dict[str, Seat]:
        return seats_of(self.standing.seats)

    @property
    def closed(self) -> bool:
        return self.standing.closed

    @property
    def journal(self) -> list[AnyEntry]:
        """Every entry so far."""
        return self.entries(0, self.standing.entries - 1)

    def entries(self, first: int, last: int) -> list[AnyEntry]:
        return [record.read().entry for record in self.past.records(first, last)]

    @property
    def opened(self) -> Opened:
        (opened,) = self.entries(0, 0)
        assert isinstance(opened, Opened)
        return opened

    @property
    def motions(self) -> tuple[Motion, ...]:
        """Proposals that wait for consent, where nobody is the master."""
        return self.standing.motions

    def seat(self, id: str) -> Seat:
        return self.standing.seat(id)

    def seen(self, seat: str) -> Any:
        """The state as far as this seat may know it."""
        return self.game.seen(self.state, self.seat(seat))

    def view(self, seat: str) -> tuple[Panel, ...]:
        """What this seat sees of the state; nothing, where the rules no longer understand it."""
        return self.game.view(self.state, self.seat(seat)) if self.state is not None else ()

    def called(self, *ids: str) -> str:
        """Characters, seats and roles as people call them."""
        return called(self.game, self.standing.seats, self.state, ids)

    def questions(self, seat: str) -> list[tuple[Running, Question]]:
        """What the table asks this seat now."""
        who = self.seat(seat)
        return [(r, q) for r, q in self.now.waiting() if self.game.may_answer(who, q.by, self.state)]

    def feed(self, seat: str, since: int = 0) -> list[Told]:
        """What this seat has been told, from this number on. What was undone since is marked."""
        who, line = self.seat(seat), self.standing.line
        master = self.game.is_master(who)
        return [
            Told(item, item.kind in UNDOABLE and not holds(line, item.entry))
            for item in self.told(since)
            if item.readable(who, master)
        ]

    def told(self, since: int = 0) -> Iterator[Item]:
        """Everything told from this number on, whomever it was told to."""
        while since < self.standing.told:
            told = [item for record in self.past.told(since, PAGE) for item in record.read().told]
            yield from (item for item in told if item.number >= since)
            since = told[-1].number + 1

    def log(self, seat: str) -> list[Item]:
        """What the rules have told this seat and still holds."""
        return [told.item for told in self.feed(seat) if told.item.kind in LOGGED and not told.undone]

    def legal(self, seat: str) -> list[Action[Any]]:
        """The actions this seat may take now, as far as it can know."""
        who = self.seat(seat)
        if self.closed or self.read_only or not self.game.may_play(who):
            return []
        master, state = self.game.is_master(who), self.seen(seat)
        if self.game.over(state) and not master:
            return []
        return [
            a
            for a in self.game.actions
            if (master or not a.by or who.role in a.by)
            and (a.instant or not self.now.running)
            and not (a.when and a.when(state))
            and all(f.choices(state) != () or not f.required for f in a.fields)
        ]

    # what people do: each gives the number of its entry

    def act(self, seat: str, action: str, params: Mapping[str, Any] | None = None, nonce: str = "") -> int:
        """Take an action. Dice are thrown until somebody has to answer."""
        who, act = self.seat(seat), self.game.action(action)
        self.game.may_take(who, act)
        # Forms are read against what the seat may see: a refusal that lists what is legal must not list a secret.
        given = recorded(act.read(params or {}, self.seen(seat)))
        return self.do(Acted(seat, act.name, given, nonce or fair.new_nonce()))

    def answer(self, seat: str, of: int, at: str, choice: str, nonce: str = "") -> int:
        return self.do(Answered(seat, of, at, choice, nonce or fair.new_nonce()))

    def roll(self, seat: str, of: int, at: str, faces: Iterable[int], nonce: str = "") -> int:
        """Dice from somebody's hand."""
        asked = next((q for r, q in self.now.waiting() if (r.number, q.at) == (of, at)), None)
        sides, drawn = (asked.sides, asked.kind == "draw") if asked else (0, False)
        return self.do(Rolled(of, at, tuple(faces), sides, drawn, seat, nonce or fair.new_nonce()))

    def throw(self, seat: str, nonce: str = "") -> int | None:
        """Leaves whatever dice and cards are waited for to the table."""
        if not self._waits_for_dice():
            return None
        return self.do(Fell(seat, nonce or fair.new_nonce()))

    def withdraw(self, seat: str, of: int) -> int:
        return self.do(Withdrawn(seat, of, fair.new_nonce()))

    def edit(self, seat: str, path: str, value: Any, nonce: str = "") -> int:
        """The master's override of any value; where there is no master, by consent."""
        return self._by_consent(Edited(seat, path, value, nonce or fair.new_nonce()))

    def say(self, seat: str, text: str, to: Iterable[str] = ()) -> int:
        return self.do(Said(seat, text, tuple(to)))

    def undo(self, seat: str, to: int | None = None) -> int:
        """Back to how it was after entry `to`; without one, back to before the last action or edit."""
        return self._by_consent(Undone(seat, self._before_last() if to is None else to))

    def redo(self, seat: str, to: int | None = None) -> int:
        """Do again what was undone, up to entry `to`; without one, all of it."""
        if not self.standing.future:
            raise Refused("There is nothing to redo.")
        return self._by_consent(Redone(seat, last_of(self.standing.future) if to is None else to))

    def join(self, seat: Seat, by: str = "") -> int:
        return self.do(Joined(seat, by))

    def leave(self, seat: str, by: str = "") -> int:
        return self.do(Left(seat, by or seat))

    def rename(self, seat: str, name: str, by: str = "") -> int:
        return self.do(Renamed(seat, name, by or seat))

    def hand(self, seat: str, who: str, to: str) -> int:
        """Lets another seat play a character: one's own to anybody, nobody's to oneself; the master as they like."""
        return self.do(Handed(seat, who, to, fair.new_nonce()))

    def close(self, seat: str) -> int:
        """Ends the session and shows the seed."""
        if not self.seed:
            raise Refused("The seed of this table is not at hand, so the session cannot be closed.")
        return self._by_consent(Closed(self.seed, seat))

    def agree(self, seat: str, of: int) -> int:
        """Consents to a proposal; with the last of them it is done."""
        self.seat(seat)
        motion = next((m for m in self.motions if m.number == of), None)
        agreed = {*(motion.agreed if motion else ()), seat}
        whole = motion is not None and set(voters(self.game, self.standing)) <= agreed
        what: Any = motion.what if motion is not None and whole else None
        return self.do(Agreed(seat, of, what))

    def object(self, seat: str, of: int) -> int:
        return self.do(Objected(seat, of))

    def _by_consent(self, entry: Edited | Undone | Redone | Closed) -> int:
        """Done at once by whoever may; where there is no master, proposed to everybody else."""
        self.seat(entry.seat)
        if self.game.has_master or len(voters(self.game, self.standing)) == 1:
            return self.do(entry)
        if isinstance(entry, Undone | Redone):
            try:
                return self.do(entry)  # what is one's own needs nobody's consent
            except TakesConsent:
                pass
        # What is not possible need not be proposed.
        self.course.may(self.standing, entry, consent=True)
        return self.do(Moved(entry.seat, entry))

    def _before_last(self) -> int:
        """The entry before the last action or edit that is in effect."""
        numbers = backwards(self.standing.line)
        for number in numbers:
            if number and isinstance(deed(self.entries(number, number)[0]), Acted | Edited | Handed):
                return next(numbers)
        raise Refused("There is nothing to undo.")

    # the one door

    def do(self, entry: AnyEntry) -> int:
        """Proposes an entry, keeps it and accepts it; its number."""
        proposal = self.propose(entry)
        self.commit(proposal)
        return proposal.record.number

    def propose(self, entry: AnyEntry) -> Proposal:
        """What an entry would lead to, its dice included. Refused with a sentence; nothing has changed either way."""
        if self.read_only:
            raise Refused(self.read_only)
        standing, moment = self.course.step(self.standing, self.now, entry)
        nonce = getattr(deed(entry), "nonce", "")
        if len(nonce) > fair.MOST_NONCE:
            raise Refused(f"A nonce has at most {fair.MOST_NONCE} letters.")
        thrown: list[Fall] = []
        while isinstance(deed(entry), EFFECTS) and (fall := self._fall(moment, standing.throws + 1, nonce)):
            moment = fallen(self.game, moment, fall)
            standing = standing.but(throws=fall.throw)
            thrown.append(fall)
        return self.sealed(with_falls(entry, tuple(thrown)), standing, self.now, moment)

    def sealed(self, entry: AnyEntry, standing: Standing, before: Moment, moment: Moment) -> Proposal:
        number, first = standing.entries - 1, standing.told
        told = items(self.game, standing.seats, before, moment, number, entry, first)
        standing = standing.but(told=first + len(told))
        body = Body(entry, told, fingerprint(moment.state))
        record = sealed(number, body, self.standing.hash, first)
        standing = standing.but(hash=record.hash)
        snapshot = number % SNAPSHOTS == 0 or standing.line[-1][0] == number
        packed = pack(standing, moment) if snapshot else None
        record = msgspec.structs.replace(record, snapshot=packed, closed=standing.closed)
        return Proposal(record, entry, standing, moment, told)

    def trial(self, entry: AnyEntry) -> None:
        """Refused as proposing it would be; nothing is thrown and nothing is told."""
        if self.read_only:
            raise Refused(self.read_only)
        self.course.step(self.standing, self.now, entry)

    def commit(self, proposal: Proposal) -> None:
        """Keeps a proposal and lets it count. If it cannot be kept, nothing has changed."""
        self.past.append(proposal.record)
        self.accept(proposal)

    def accept(self, proposal: Proposal) -> None:
        """Lets a proposal count that has been kept."""
        assert proposal.record.number in (self.standing.entries, 0)
        self.standing, self.now = proposal.standing, proposal.moment
        if isinstance(deed(proposal.entry), (*EFFECTS, Opened)):
            self.course.remember(proposal.record.number, proposal.moment)

    # dice

    def _waits_for_dice(self) -> bool:
        return any(q.kind not in ANSWERED for _, q in self.now.waiting())

    def _fall(self, moment: Moment, throw: int, nonce: str) -> Fall | None:
        """The next throw that is waited for, by the table's seed; no dice at all need nobody's hand."""
        throws = self.fair_dice and self.seed
        for running, q in moment.waiting():
            n = q.cards if q.kind == "draw" else q.dice
            if q.kind not in ANSWERED and (throws or not n):
                cast = fair.cards if q.kind == "draw" else fair.dice
                return Fall(
                    throw, running.number, q.at, cast(self.seed, throw, nonce, n, q.sides), q.sides, q.kind == "draw"
                )
        return None
