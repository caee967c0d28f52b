"""A table in play: one journal, the moments it replays to, and the door through which people act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablewright.kernel.action import Action
from tablewright.kernel.errors import Refused, Unknown
from tablewright.kernel.form import recorded
from tablewright.kernel.game import Game
from tablewright.kernel.seat import Seat
from tablewright.kernel.view import Panel
from tablewright.run.line import Line
from tablewright.run.question import Question

from . import fair
from .journal import (
    MOST_CHAT,
    Acted,
    Answered,
    AnyEntry,
    BrokenJournal,
    Closed,
    Edited,
    Joined,
    Opened,
    Redone,
    Rolled,
    Said,
    Undone,
    Withdrawn,
)
from .moment import Moment, Running, follow

#: Entries that neither change the state nor can be undone.
BESIDE = (Opened, Joined, Said, Undone, Redone, Closed)


class Table:
    """Every change is one journal entry, checked before it is appended. A refused one changes nothing."""

    def __init__(self, game: Game, opened: Opened, seed: str = "", fair_dice: bool = True) -> None:
        if opened.game != game.name:
            raise Refused(f"This journal is of {opened.game}, not of {game.name}.")
        self.game, self.seed, self.fair_dice = game, seed, fair_dice
        self.journal: list[AnyEntry] = [opened]
        self.seats: dict[str, Seat] = {}
        for seat in opened.seats:
            self._seat(seat)
        self.moments: dict[int, Moment] = {0: Moment(game.setup(game.rule_on(opened.rulings)))}
        self.line: list[int] = [0]
        """The entries in effect, in order."""
        self.future: list[int] = []
        """The entries undone that can be redone, in order."""

    @staticmethod
    def open(
        game: Game,
        *,
        seats: Iterable[Seat] = (),
        rulings: Mapping[str, Any] | None = None,
        seed: str | None = None,
        fair_dice: bool = True,
    ) -> Table:
        seed = fair.new_seed() if seed is None else seed
        chosen = dict(rulings or {})
        game.rule_on(chosen)
        opened = Opened(game.name, game.version, chosen, fair.commitment(seed), tuple(seats) or game.seats)
        return Table(game, opened, seed, fair_dice)

    @staticmethod
    def replay(game: Game, entries: Iterable[AnyEntry], seed: str = "") -> Table:
        """The table a journal leads to. A wrong entry raises BrokenJournal; its `kept` holds everything before."""
        entries = iter(entries)
        opened = next(entries, None)
        if not isinstance(opened, Opened):
            raise BrokenJournal(0, "a journal begins with an opening.")
        table = Table(game, opened, seed)
        try:
            for entry in entries:
                table._append(entry)
        except Refused as refused:
            broken = BrokenJournal(len(table.journal), str(refused))
            broken.kept = table
            raise broken from None
        return table

    # what is

    @property
    def now(self) -> Moment:
        return self.moments[self.line[-1]]

    @property
    def state(self) -> Any:
        return self.now.state

    def seat(self, id: str) -> Seat:
        if id not in self.seats:
            raise Unknown("seat", id, self.seats)
        return self.seats[id]

    def seen(self, seat: str) -> Any:
        """The state as far as this seat may know it."""
        return self.game.conceal(self.state, self.seat(seat))

    def view(self, seat: str) -> tuple[Panel, ...]:
        """What this seat sees of the state."""
        return self.game.view(self.state, self.seat(seat))

    def questions(self, seat: str) -> list[tuple[Running, Question]]:
        """What the table asks this seat now."""
        who = self.seat(seat)
        return [(r, q) for r, q in self.now.waiting() if self.game.may_answer(who, q.by, self.state)]

    def log(self, seat: str) -> list[Line]:
        """What this seat may read of everything told so far, chat aside."""
        who, out = self.seat(seat), []
        for number in self.line:
            moment = self.moments[number]
            out += [line for ended in moment.ended for line in ended.lines]
            out += [moment.edit] if moment.edit else []
        out += [line for running in self.now.running for line in running.progress.lines]
        return [line for line in out if self.game.may_see(who, line.audience, self.state)]

    def legal(self, seat: str) -> list[Action[Any]]:
        """The actions this seat may take now."""
        who, state = self.seat(seat), self.state
        if self.game.over(state) and not self.game.is_master(who):
            return []
        return [
            a
            for a in self.game.actions
            if (self.game.is_master(who) or not a.by or who.role in a.by)
            and (a.instant or not self.now.running)
            and not (a.when and a.when(state))
            and all(f.choices(state) != () or not f.required for f in a.fields)
        ]

    # what people do

    def join(self, seat: Seat) -> int:
        return self._do(Joined(seat))

    def act(self, seat: str, action: str, params: Mapping[str, Any] | None = None) -> int:
        """Take an action; the number of its entry. Dice are thrown until somebody has to answer."""
        who, act = self.seat(seat), self.game.action(action)
        self.game.may_take(who, act)
        # Forms are read against what the seat may see: a refusal that lists what is legal must not list a secret.
        given = recorded(act.read(params or {}, self.seen(seat)))
        return self._do(Acted(seat, act.name, given))

    def answer(self, seat: str, of: int, at: str, choice: str) -> int:
        self.seat(seat)
        return self._do(Answered(seat, of, at, choice))

    def roll(self, seat: str, of: int, at: str, faces: Iterable[int]) -> int:
        """Dice from somebody's hand."""
        self.seat(seat)
        return self._do(self._rolled(seat, of, at, faces))

    def withdraw(self, seat: str, of: int) -> int:
        self.seat(seat)
        return self._do(Withdrawn(seat, of))

    def edit(self, seat: str, path: str, value: Any) -> int:
        """The master's override of any value."""
        self.seat(seat)
        return self._do(Edited(seat, path, value))

    def say(self, seat: str, text: str) -> int:
        self.seat(seat)
        return self._do(Said(seat, text))

    def undo(self, seat: str, to: int | None = None) -> int:
        """Back to how it was after entry `to`; without one, back to before the last action or edit.

        Back to where dice were still to fall, new ones fall at once, and what was undone cannot be redone.
        """
        self.seat(seat)
        if to is None:
            starts = [i for i in self.line if isinstance(self.journal[i], Acted | Edited)]
            if not starts:
                raise Refused("There is nothing to undo.")
            to = self.line[self.line.index(starts[-1]) - 1]
        return self._do(Undone(seat, to))

    def redo(self, seat: str, to: int | None = None) -> int:
        """Do again what was undone, up to entry `to`; without one, all of it."""
        self.seat(seat)
        if not self.future:
            raise Refused("There is nothing to redo.")
        return self._do(Redone(seat, self.future[-1] if to is None else to))

    def forget(self, number: int) -> None:
        """This entry and all after it have never been: for what could not be finished or written down."""
        before = Table.replay(self.game, self.journal[:number], self.seed)
        before.fair_dice = self.fair_dice
        vars(self).update(vars(before))

    def close(self, seat: str) -> int:
        """Ends the session and shows the seed."""
        if not self.game.is_master(self.seat(seat)):
            raise Refused("Only the game master can close the session.")
        return self._do(Closed(self.seed))

    def _rolled(self, seat: str, of: int, at: str, faces: Iterable[int]) -> Rolled:
        asked = next((q for r, q in self.now.waiting() if (r.number, q.at) == (of, at)), None)
        sides, drawn = (asked.sides, asked.kind == "draw") if asked else (0, False)
        return Rolled(of, at, tuple(faces), sides, drawn, seat)

    def _do(self, entry: AnyEntry) -> int:
        number = self._append(entry)
        try:
            self.throw()
        except Exception:  # whatever a rule makes of its dice, a refused entry changes nothing
            self.forget(number)
            raise
        return number

    # the one door

    def _append(self, entry: AnyEntry) -> int:
        number = len(self.journal)
        if self.closed:
            raise Refused("This session is closed.")
        if isinstance(entry, BESIDE):
            self._beside(entry)
        else:
            if not isinstance(entry, Rolled):
                self.seat(entry.seat)
            elif entry.hand:
                self.seat(entry.hand)
            moment = follow(self.game, self.seats, self.now, number, entry)
            self.moments[number] = moment
            self.line.append(number)
            for undone in self.future:
                del self.moments[undone]
            self.future = []
        self.journal.append(entry)
        return number

    def _beside(self, entry: AnyEntry) -> None:
        match entry:
            case Joined():
                self._seat(entry.seat)
            case Said():
                self.seat(entry.seat)
                if not 0 < len(entry.text) <= MOST_CHAT:
                    raise Refused(f"Say something, in at most {MOST_CHAT} characters.")
            case Undone():
                self._undo(self.seat(entry.seat), entry.to)
            case Redone():
                self._redo(self.seat(entry.seat), entry.to)
            case Closed():
                if fair.commitment(entry.seed) != self.opened.commitment:
                    raise Refused("This is not the seed the table committed to.")
            case _:
                raise Refused("A journal is opened once.")

    def _undo(self, seat: Seat, to: int) -> None:
        if to not in self.line:
            raise Refused(f"Entry {to} is not one to go back to. {_one_of(self.line)}")
        cut = self.line.index(to) + 1
        if not self._may_turn(seat, self.line[cut:]):
            raise Refused("Only the game master can undo dice, and what others did.")
        self.line, self.future = self.line[:cut], self.line[cut:] + self.future

    def _redo(self, seat: Seat, to: int) -> None:
        if to not in self.future:
            raise Refused(f"Entry {to} cannot be redone. {_one_of(self.future)}")
        cut = self.future.index(to) + 1
        if not self._may_turn(seat, self.future[:cut]):
            raise Refused("Only the game master can redo dice, and what others did.")
        self.line, self.future = self.line + self.future[:cut], self.future[cut:]

    def _may_turn(self, seat: Seat, numbers: list[int]) -> bool:
        """Whether these entries are this seat's to take back and to do again."""
        own = all(getattr(self.journal[i], "seat", None) == seat.id for i in numbers)
        return own or self.game.is_master(seat)

    def _seat(self, seat: Seat) -> None:
        role = self.game.role(seat.role)
        # Audiences name seats and roles alike: a seat called like another role would be told that role's secrets.
        if not seat.id or any(seat.id == other.name for other in self.game.roles if other is not role):
            raise Refused(f"A seat cannot be called {seat.id!r}: choose a name that is no other role's.")
        taken = [s for s in self.seats.values() if s.role == seat.role and s.id != seat.id]
        if len(taken) >= role.most:
            raise Refused(f"There are {role.most} seats for {role.name}, and all are taken.")
        self.seats[seat.id] = seat

    @property
    def closed(self) -> bool:
        return isinstance(self.journal[-1], Closed)

    @property
    def opened(self) -> Opened:
        opened = self.journal[0]
        assert isinstance(opened, Opened)
        return opened

    # dice

    def throw(self) -> None:
        """Throws, by the table's seed, whatever dice and cards are waited for; no dice at all need nobody's hand."""
        throws = self.fair_dice and self.seed
        while not self.closed:
            asked = [(r, q) for r, q in self.now.waiting() if q.kind != "choose" and (throws or not q.dice + q.cards)]
            if not asked:
                break
            running, q = asked[0]
            drawn = q.kind == "draw"
            number, most = len(self.journal), q.cards if drawn else q.dice
            faces = (fair.cards if drawn else fair.dice)(self.seed, number, q.at, most, q.sides)
            self._append(Rolled(running.number, q.at, faces, q.sides, drawn))


def _one_of(numbers: list[int]) -> str:
    return f"There is: {', '.join(map(str, numbers[-12:]))}." if numbers else "There is none."


def verify(entries: Iterable[AnyEntry]) -> list[str]:
    """What is wrong with the dice of a closed journal: nothing, if every die is the one the seed gives."""
    journal = list(entries)
    opened, closed = (journal[0], journal[-1]) if journal else (None, None)
    if not isinstance(opened, Opened) or not isinstance(closed, Closed):
        return ["The seed has not been shown: the session is not closed."]
    if fair.commitment(closed.seed) != opened.commitment:
        return ["The seed shown is not the one the table committed to."]
    wrong = []
    for number, entry in enumerate(journal):
        if isinstance(entry, Rolled) and not entry.hand:
            given = _by_seed(closed.seed, number, entry)
            if given != entry.faces:
                wrong.append(f"Entry {number}: {entry.faces} is not what the seed gives, which is {given}.")
    return wrong


def _by_seed(seed: str, number: int, entry: Rolled) -> tuple[int, ...] | None:
    n, sides = len(entry.faces), entry.sides
    if entry.drawn:
        return fair.cards(seed, number, entry.at, n, sides) if n <= sides else None
    return fair.dice(seed, number, entry.at, n, sides) if sides > 0 else None
