"""A table in play: what is, what has been told, and what people can do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from tablewright.kernel.action import Action
from tablewright.kernel.errors import Refused
from tablewright.kernel.form import recorded
from tablewright.kernel.game import Game, S
from tablewright.kernel.seat import Seat
from tablewright.kernel.view import Panel
from tablewright.run.question import Question

from . import fair
from .course import Course, seats_of, set_up
from .door import Door
from .feed import Item, Told
from .journal import (
    Acted,
    Agreed,
    Answered,
    AnyEntry,
    Closed,
    Edited,
    Fell,
    Handed,
    Joined,
    Left,
    Moved,
    Objected,
    Opened,
    Redone,
    Renamed,
    Reopened,
    Rolled,
    Said,
    Undone,
    Withdrawn,
    deed,
    proposed,
)
from .moment import Moment, Running
from .past import InMemory, Past
from .retelling import LOGGED, as_told, told
from .seating import TakesConsent, apart, may_sit, voters
from .standing import Motion, opening
from .telling import called

FEW = 50
"""Records read at a time on the way to the last action."""


class Table(Door[S]):
    """What people see of a table, and what they do at it."""

    def __repr__(self) -> str:
        people = ", ".join(seat.title for seat in self.standing.seats) or "nobody"
        state = " (read-only)" if self.read_only else " (closed)" if self.closed else ""
        return f"<table of {self.game.title}: {people}; {self.standing.entries} entries{state}>"

    @staticmethod
    def open(
        game: Game[S],
        *,
        seats: Iterable[Seat] = (),
        rulings: Mapping[str, Any] | None = None,
        seed: str | None = None,
        fair_dice: bool = True,
        empty: bool = False,
        past: Past | None = None,
    ) -> Table[S]:
        """A new table: with the game's ready-made cast and seats, or, `empty`, with nothing but the seats named."""
        seed = fair.new_seed() if seed is None else fair.checked(seed)
        people = tuple(seats) or (() if empty else game.seats)
        opened = Opened(game.name, game.version, dict(rulings or {}), fair.commitment(seed), people, empty)
        for i, seat in enumerate(people):
            may_sit(game, people[:i], seat)
        standing, moment = opening(opened), Moment(set_up(game, opened))
        apart(game, standing, moment.state)
        table = Table(Course(game, past or InMemory()), standing, moment, seed, fair_dice)
        table.commit(table.sealed(opened, standing, moment))
        return table

    # what is

    @property
    def seats(self) -> dict[str, Seat]:
        """Who sits here, by id."""
        return seats_of(self.standing.seats)

    @property
    def closed(self) -> bool:
        """Whether the session has ended."""
        return self.standing.closed

    @property
    def journal(self) -> list[AnyEntry]:
        """Every entry so far."""
        return self.entries(0, self.standing.entries - 1)

    def entries(self, first: int, last: int) -> list[AnyEntry]:
        """The entries of the journal from one number to another."""
        if self.newest is not None and self.newest[0] == first == last:
            return [self.newest[1]]
        return [record.read().entry for record in self.past.records(first, last)]

    @property
    def opened(self) -> Opened:
        """The entry the table began with."""
        (opened,) = self.entries(0, 0)
        assert isinstance(opened, Opened)
        return opened

    @property
    def motions(self) -> tuple[Motion, ...]:
        """Proposals that wait for consent, where nobody is the master."""
        return self.standing.motions

    def seat(self, id: str) -> Seat:
        """The seat of this id; refused with those there are."""
        return self.standing.seat(id)

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
        who, line = self.seat(seat), self.standing.line.unfolded()
        master = self.game.is_master(who)
        return [as_told(item, line) for item in self.told(since) if item.readable(who, master)]

    def told(self, since: int = 0) -> Iterator[Item]:
        """Everything told from this number on, whomever it was told to."""
        return told(self.past, self.standing, since)

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
            and all(f.at_hand(state) != () or not f.required for f in a.fields)
        ]

    # what people do: each gives the number of its entry

    def act(self, seat: str, action: str, params: Mapping[str, Any] | None = None, nonce: str = "") -> int:
        """Take an action. Dice are thrown until somebody has to answer."""
        who, act = self.seat(seat), self.game.action(action)
        self.game.may_take(who, act)
        # Forms are read against what the seat may see: a refusal that lists what is legal must not list a secret.
        given = recorded(act.read(params or {}, self.seen(seat)))
        return self.do(Acted(seat, act.name, given, nonce or self.nonce()))

    def answer(self, seat: str, of: int, at: str, choice: str, nonce: str = "") -> int:
        """Answer a question at its place, by the key of an option or in words."""
        return self.do(Answered(seat, of, at, choice, nonce or self.nonce()))

    def roll(self, seat: str, of: int, at: str, faces: Iterable[int], nonce: str = "") -> int:
        """Dice from somebody's hand."""
        asked = next((q for r, q in self.now.waiting() if (r.number, q.at) == (of, at)), None)
        sides, drawn = (asked.sides, asked.kind == "draw") if asked else (0, False)
        return self.do(Rolled(of, at, tuple(faces), sides, drawn, seat, nonce or self.nonce()))

    def throw(self, seat: str, nonce: str = "") -> int | None:
        """Leaves whatever dice and cards are waited for to the table; nothing, if it throws none."""
        if self.closed or not (self.fair_dice and self.seed and self.waits_for_dice()):
            return None
        return self.do(Fell(seat, nonce or self.nonce()))

    def withdraw(self, seat: str, of: int, nonce: str = "") -> int:
        """Give up an action that waits."""
        return self.do(Withdrawn(seat, of, nonce or self.nonce()))

    def edit(self, seat: str, path: str, value: Any, nonce: str = "") -> int:
        """The master's override of any value; where there is no master, by consent."""
        return self._by_consent(Edited(seat, path, value, nonce or self.nonce()))

    def say(self, seat: str, text: str, to: Iterable[str] = ()) -> int:
        """Talk, to all or to some."""
        return self.do(Said(seat, text, tuple(to)))

    def undo(self, seat: str, to: int | None = None) -> int:
        """Back to how it was after entry `to`; without one, back to before the last action or edit."""
        return self._by_consent(Undone(seat, self._before_last() if to is None else to))

    def redo(self, seat: str, to: int | None = None) -> int:
        """Do again what was undone, up to entry `to`; without one, all of it."""
        if not self.standing.future:
            raise Refused("There is nothing to redo.")
        return self._by_consent(Redone(seat, self.standing.future.last[1] if to is None else to))

    def join(self, seat: Seat, by: str = "") -> int:
        """Another seat, taken by whoever joins or given by who may."""
        return self.do(Joined(seat, by))

    def leave(self, seat: str, by: str = "") -> int:
        """A seat is given up; what it played, nobody plays."""
        return self.do(Left(seat, by or seat))

    def rename(self, seat: str, name: str, by: str = "", sits: bool = False) -> int:
        """A seat goes by another name; that of somebody who sits down in it, if so."""
        return self.do(Renamed(seat, name, by or seat, sits))

    def hand(self, seat: str, who: str, to: str, nonce: str = "") -> int:
        """Lets another seat play a character: one's own to anybody, nobody's to oneself; the master as they like."""
        return self.do(Handed(seat, who, to, nonce or self.nonce()))

    def close(self, seat: str) -> int:
        """Ends the session and shows the seed."""
        if not self.seed:
            raise Refused("The seed of this table is not at hand, so the session cannot be closed.")
        return self._by_consent(Closed(self.seed, seat))

    def reopen(self, seat: str, seed: str) -> int:
        """Begins the next session, with dice by a new seed, which whoever keeps the table has kept before."""
        number = self.do(Reopened(seat, fair.commitment(fair.checked(seed))))
        self.seed = seed
        return number

    def agree(self, seat: str, of: int) -> int:
        """Consents to a proposal; with the last of them it is done."""
        self.seat(seat)
        motion = next((m for m in self.motions if m.number == of), None)
        agreed = {*(motion.agreed if motion else ()), seat}
        whole = motion is not None and set(voters(self.game, self.standing)) <= agreed
        what: Any = motion.what if motion is not None and whole else None
        if isinstance(what, Closed):
            what = Closed(self.seed, what.seat)
        elif isinstance(what, Edited):
            what = msgspec.structs.replace(what, nonce=self.nonce())
        return self.do(Agreed(seat, of, what))

    def object(self, seat: str, of: int) -> int:
        """Stops a proposal."""
        return self.do(Objected(seat, of))

    def _by_consent(self, entry: Edited | Undone | Redone | Closed) -> int:
        """Done at once by whoever may; where there is no master, proposed to everybody else."""
        self.seat(entry.seat)
        if self.game.has_master or voters(self.game, self.standing) == (entry.seat,):
            return self.do(entry)
        if isinstance(entry, Undone | Redone):
            try:
                return self.do(entry)  # what is one's own needs nobody's consent
            except TakesConsent:
                pass
        return self.do(Moved(entry.seat, proposed(entry)))

    def _before_last(self) -> int:
        """The entry before the last action or edit that is in effect."""
        line = self.standing.line
        for first, last in reversed(line):
            for end in range(last, first - 1, -FEW):
                start = max(first, end - FEW + 1)
                for number, entry in reversed(list(enumerate(self.entries(start, end), start))):
                    if isinstance(deed(entry), Acted | Edited | Handed):
                        return line.cut(number - 1)[0].last[1]
        raise Refused("There is nothing to undo.")
