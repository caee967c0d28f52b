"""One moment of a table: the state, and the actions that wait. The next moment follows from the entry alone."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from tablewright.kernel.effects import Outcome
from tablewright.kernel.errors import Refused, Unknown
from tablewright.kernel.game import Game
from tablewright.kernel.seat import Seat
from tablewright.kernel.state import put
from tablewright.run.line import Line
from tablewright.run.live import Progress, play
from tablewright.run.odds import maker
from tablewright.run.question import Question

from .journal import Acted, Answered, AnyEntry, Edited, Fall, Handed, Rolled, Withdrawn, falls


class Running(msgspec.Struct, frozen=True):
    """An action that waits: which, whose, with what parameters and answers so far. Plain data but for its progress."""

    number: int
    seat: Seat
    action: str
    params: Mapping[str, Any]
    answers: Mapping[str, Any]
    progress: Progress
    then: Any = None
    """The state its first dice fell in, once they have and if the action wants to know."""
    given: Mapping[str, Any] = {}
    """Its parameters as they were read in the state it waits in: in that state they need not be read again."""


class Ended(msgspec.Struct, frozen=True):
    """An action that came to its end, or was given up for a reason."""

    number: int
    seat: Seat
    action: str
    params: Mapping[str, Any]
    lines: tuple[Line, ...]
    outcome: Outcome | None = None
    why: str = ""


class Moment(msgspec.Struct, frozen=True):
    """The state of a table and the actions that wait in it."""

    state: Any
    running: tuple[Running, ...] = ()
    ended: tuple[Ended, ...] = ()
    """What ended with the entry that made this moment."""
    edit: str = ""
    """What was set by hand with that entry, in words."""

    def waiting(self) -> list[tuple[Running, Question]]:
        """Every open question, with the action that asks it."""
        return [(r, q) for r in self.running for q in r.progress.questions]

    def find(self, number: int) -> Running:
        """The action of this entry, if it still waits for something."""
        for running in self.running:
            if running.number == number:
                return running
        raise Refused(f"The action of entry {number} no longer waits for anything.")


def follow(game: Game, seats: Mapping[str, Seat], moment: Moment, number: int, entry: AnyEntry) -> Moment:
    """The moment after this entry and the dice it holds. Refused, with a sentence, if it is not legal here."""
    moment = _follow(game, seats, Moment(moment.state, moment.running), number, entry)
    for fall in falls(entry):
        moment = fallen(game, moment, fall)
    return moment


def _follow(game: Game, seats: Mapping[str, Seat], moment: Moment, number: int, entry: AnyEntry) -> Moment:
    match entry:
        case Acted():
            return _act(game, seats, moment, number, entry)
        case Answered():
            return _answer(game, moment, entry, entry.choice, ("choose", 0), seats[entry.seat])
        case Rolled():
            kind = (_kind(entry.drawn), entry.sides)
            return _answer(game, moment, entry, list(entry.faces), kind, seats[entry.hand])
        case Withdrawn():
            return _withdraw(game, seats[entry.seat], moment, entry.of)
        case Edited():
            return _edit(game, seats[entry.seat], moment, entry)
        case Handed():
            return _hand(game, seats, moment, entry)
    return moment


def fallen(game: Game, moment: Moment, fall: Fall) -> Moment:
    """The moment after dice of the table have fallen. What ended before in the same entry has still ended."""
    after = _answer(game, moment, fall, list(fall.faces), (_kind(fall.drawn), fall.sides), None)
    return msgspec.structs.replace(after, ended=(*moment.ended, *after.ended), edit=moment.edit)


def _kind(drawn: bool) -> str:
    return "draw" if drawn else "roll"


def _act(game: Game, seats: Mapping[str, Seat], moment: Moment, number: int, entry: Acted) -> Moment:
    action, seat = game.action(entry.action), seats[entry.seat]
    if moment.running and not action.instant:
        raise Refused(f"{action.title} must wait: {waits_for(moment)}")
    over = game.over(moment.state)
    if over and not game.is_master(seat):
        raise Refused(f"It is over: {over}")
    progress, given = _start(game, seat, moment.state, entry.action, entry.params, {}, seats=seats)
    running = Running(number, seat, action.name, entry.params, {}, progress, given=given)
    settled = _settle(game, moment, running)
    if action.late and _undone(game, settled, moment):
        raise Refused(action.late)
    return settled


def _start(
    game: Game,
    seat: Seat,
    state: Any,
    name: str,
    raw: Mapping[str, Any],
    answers: Mapping[str, Any],
    meant: Mapping[str, str] | None = None,
    then: Any = None,
    seats: Mapping[str, Seat] = MappingProxyType({}),
) -> tuple[Progress, Mapping[str, Any]]:
    """How far an action comes in a state, and its parameters as they are read there."""
    action = game.action(name)
    game.may_take(seat, action)
    params = action.read(raw, state)
    game.may_act(seat, action, state, params, seats)
    why_not = action.when(state) if action.when else None
    if why_not:
        raise Refused(f"{action.title} is not possible now: {why_not}")
    return play(maker(action, state, params, seat, then)(), answers, meant), params


def _answer(
    game: Game, moment: Moment, entry: Answered | Rolled | Fall, raw: Any, kind: tuple[str, int], seat: Seat | None
) -> Moment:
    running, at = moment.find(entry.of), entry.at
    asked = next((q for q in running.progress.questions if q.at == at), None)
    if asked is None:
        places = ", ".join(f"{q.at} ({q.question})" for q in running.progress.questions)
        raise Refused(f"Nothing is asked at {at}. Asked is: {places}.")
    if (asked.kind if asked.kind != "write" else "choose", asked.sides) != kind:
        raise Refused(f"{asked.question}: {asked.wanted()}")
    if seat is not None and not game.may_answer(seat, asked.by, moment.state):
        raise Refused(f"{asked.question} is for {', '.join(asked.by)} to answer, not for {seat.title}.")
    answers, then = {**running.answers, at: raw}, running.then
    if then is None and not isinstance(entry, Answered) and game.action(running.action).then:
        then = moment.state
    make = maker(game.action(running.action), moment.state, running.given, running.seat, then)
    progress = play(make(), answers)
    running = msgspec.structs.replace(running, answers=answers, progress=progress, then=then)
    settled, late = _settle(game, moment, running), game.action(running.action).late
    if not late or not _undone(game, settled, moment):
        return settled
    others = tuple(r for r in moment.running if r.number != running.number)
    ended = Ended(running.number, running.seat, running.action, running.params, running.progress.lines, None, late)
    return Moment(moment.state, others, (ended,))


def _undone(game: Game, after: Moment, before: Moment) -> bool:
    """Whether an action was given up, not an instant one, that people or dice had answered already."""
    answered = {r.number for r in before.running if r.answers and not game.action(r.action).instant}
    return any(ended.why and ended.number in answered for ended in after.ended)


def _settle(game: Game, moment: Moment, running: Running) -> Moment:
    """Puts an action that moved on back among those that wait, or takes in its result."""
    others = tuple(r for r in moment.running if r.number != running.number)
    if not running.progress.done:
        kept = tuple(sorted((*others, running), key=lambda r: r.number))
        return Moment(moment.state, kept)
    lines, outcome = running.progress.lines, running.progress.outcome
    ended = Ended(running.number, running.seat, running.action, running.params, lines, outcome)
    return _replayed(game, Moment(running.progress.result, others, (ended,)))


def _replayed(game: Game, moment: Moment) -> Moment:
    """The waiting actions on the new state: each plays on with its answers, or is given up and says why."""
    new = Moment(moment.state, (), moment.ended, moment.edit)
    for r in moment.running:
        told, meant = r.progress.lines, r.progress.used
        new = again(game, new, r.number, r.seat, r.action, r.params, r.answers, meant, told, r.then)
    return new


def again(
    game: Game,
    moment: Moment,
    number: int,
    seat: Seat,
    action: str,
    params: Mapping[str, Any],
    answers: Mapping[str, Any],
    meant: Mapping[str, str],
    told: tuple[Line, ...] = (),
    then: Any = None,
) -> Moment:
    """The moment with this action among those that wait; or, if its answers no longer fit, given up."""
    try:
        progress, given = _start(game, seat, moment.state, action, params, answers, meant, then)
        if progress.done or progress.used != meant:
            raise Refused("what it had been answered no longer fits.")
    except Refused as refused:
        return given_up(moment, number, seat, action, params, str(refused), told)
    running = Running(number, seat, action, params, answers, progress, then, given)
    return msgspec.structs.replace(moment, running=(*moment.running, running))


def given_up(
    moment: Moment,
    number: int,
    seat: Seat,
    action: str,
    params: Mapping[str, Any],
    why: str,
    told: tuple[Line, ...] = (),
) -> Moment:
    """The moment with this action ended because it cannot go on."""
    ended = Ended(number, seat, action, params, told, None, f"The table has changed: {why}")
    return msgspec.structs.replace(moment, ended=(*moment.ended, ended))


def with_state(game: Game, moment: Moment, state: Any) -> Moment:
    """The same moment in another state: what waits goes on in it, if it can."""
    return moment if state == moment.state else _replayed(game, Moment(state, moment.running, moment.ended))


def _withdraw(game: Game, seat: Seat, moment: Moment, of: int) -> Moment:
    running = moment.find(of)
    if not game.is_master(seat) and (seat.id != running.seat.id or running.answers):
        who = running.seat.title
        raise Refused(f"Only {who} can give it up, until something has been answered; the game master always can.")
    others = tuple(r for r in moment.running if r.number != of)
    why = f"Given up by {seat.title}."
    ended = Ended(of, running.seat, running.action, running.params, running.progress.lines, None, why)
    return Moment(moment.state, others, (ended,))


def _edit(game: Game, seat: Seat, moment: Moment, entry: Edited) -> Moment:
    if game.has_master and not game.is_master(seat):
        raise Refused("Only the game master can set a value by hand.")
    state = put(moment.state, entry.path, entry.value)
    broken = [text for limit in game.limits if (text := limit.broken(state))]
    warning = f" Against the rules: {' '.join(broken)}" if broken else ""
    text = f"{seat.title} sets {entry.path} to {entry.value} by hand.{warning}"
    return _replayed(game, Moment(state, moment.running, (), text))


def _hand(game: Game, seats: Mapping[str, Seat], moment: Moment, entry: Handed) -> Moment:
    """A character gets another player. One's own may be given away and nobody's taken; the master may always."""
    seat, cast = seats[entry.seat], game.cast(moment.state)
    if game.give is None:
        raise Refused(f"{game.title} has no characters to hand over.")
    if entry.who not in cast:
        raise Unknown("character", entry.who, cast)
    if entry.to and entry.to not in seats:
        raise Unknown("seat", entry.to, seats)
    player = cast[entry.who] if cast[entry.who] in seats else ""
    name = game.call(moment.state, entry.who)
    if not game.is_master(seat) and player != seat.id and (player or entry.to != seat.id):
        raise Refused(f"{name} is not {seat.title}'s to hand over.")
    if entry.to and not game.may_play(seats[entry.to]):
        raise Refused(f"{seats[entry.to].title} only looks on and cannot play {name}.")
    if player == entry.to:
        raise Refused(f"{name} is played by {seats[player].title} already." if player else f"Nobody plays {name}.")
    whom = seats[entry.to].title if entry.to else "nobody"
    state = game.give(moment.state, entry.who, entry.to)
    return _replayed(game, Moment(state, moment.running, (), f"{name} is played by {whom} now."))


def waits_for(moment: Moment, names: Mapping[str, str] | None = None) -> str:
    """What the table waits for, in a sentence, by the names people go by."""
    called = names or {}
    parts = [
        f"{', '.join(called.get(who, who) for who in q.by) or 'anyone'} to answer “{q.question}”"
        for _, q in moment.waiting()
    ]
    return f"the table waits for {' and '.join(parts)}." if parts else "the table waits for nothing."
