"""One moment of a table: the state, and the actions that wait. The next moment follows from the entry alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablewright.kernel.effects import Outcome
from tablewright.kernel.errors import Refused
from tablewright.kernel.game import Game
from tablewright.kernel.seat import Seat
from tablewright.kernel.state import put
from tablewright.run.line import Line
from tablewright.run.live import Progress, play
from tablewright.run.odds import maker
from tablewright.run.question import Question

from .journal import Acted, Answered, AnyEntry, Edited, Rolled, Withdrawn


class Running(msgspec.Struct, frozen=True):
    """An action that waits: which, whose, with what parameters and answers so far. Plain data but for its progress."""

    number: int
    seat: Seat
    action: str
    params: Mapping[str, Any]
    answers: Mapping[str, Any]
    progress: Progress


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
    state: Any
    running: tuple[Running, ...] = ()
    ended: tuple[Ended, ...] = ()
    """What ended with the entry that made this moment."""
    edit: Line | None = None

    def waiting(self) -> list[tuple[Running, Question]]:
        return [(r, q) for r in self.running for q in r.progress.questions]

    def find(self, number: int) -> Running:
        for running in self.running:
            if running.number == number:
                return running
        raise Refused(f"The action of entry {number} no longer waits for anything.")


def follow(game: Game, seats: Mapping[str, Seat], moment: Moment, number: int, entry: AnyEntry) -> Moment:
    """The moment after this entry. Refused, with a sentence, if the entry is not legal here."""
    moment = Moment(moment.state, moment.running)
    match entry:
        case Acted():
            return _act(game, seats[entry.seat], moment, number, entry)
        case Answered():
            return _answer(game, moment, entry, entry.choice, ("choose", 0), seats[entry.seat])
        case Rolled():
            hand = seats[entry.hand] if entry.hand else None
            kind = "draw" if entry.drawn else "roll"
            return _answer(game, moment, entry, list(entry.faces), (kind, entry.sides), hand)
        case Withdrawn():
            return _withdraw(game, seats[entry.seat], moment, entry.of)
        case Edited():
            return _edit(game, seats[entry.seat], moment, number, entry)
    return moment


def _act(game: Game, seat: Seat, moment: Moment, number: int, entry: Acted) -> Moment:
    action = game.action(entry.action)
    if moment.running and not action.instant:
        raise Refused(f"{action.title} must wait: {waits_for(moment)}")
    over = game.over(moment.state)
    if over and not game.is_master(seat):
        raise Refused(f"It is over: {over}")
    progress, params = _start(game, seat, moment.state, entry.action, entry.params, {})
    running = Running(number, seat, action.name, params, {}, progress)
    return _settle(game, moment, running)


def _start(
    game: Game,
    seat: Seat,
    state: Any,
    name: str,
    raw: Mapping[str, Any],
    answers: Mapping[str, Any],
    meant: Mapping[str, str] | None = None,
) -> tuple[Progress, Mapping[str, Any]]:
    action = game.action(name)
    game.may_take(seat, action)
    params = action.read(raw, state)
    game.may_act(seat, action, state, params)
    why_not = action.when(state) if action.when else None
    if why_not:
        raise Refused(f"{action.title} is not possible now: {why_not}")
    return play(maker(action, state, params, seat)(), answers, meant), raw


def _answer(
    game: Game, moment: Moment, entry: Answered | Rolled, raw: Any, kind: tuple[str, int], seat: Seat | None
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
    answers = {**running.answers, at: raw}
    progress, _ = _start(game, running.seat, moment.state, running.action, running.params, answers)
    return _settle(game, moment, msgspec.structs.replace(running, answers=answers, progress=progress))


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
    kept, ended = [], list(moment.ended)
    for r in moment.running:
        try:
            progress, _ = _start(game, r.seat, moment.state, r.action, r.params, r.answers, r.progress.used)
            if progress.done or progress.used != r.progress.used:
                raise Refused("what it had been answered no longer fits.")
            kept.append(msgspec.structs.replace(r, progress=progress))
        except Refused as refused:
            why = f"The table has changed: {refused}"
            ended.append(Ended(r.number, r.seat, r.action, r.params, r.progress.lines, None, why))
    return Moment(moment.state, tuple(kept), tuple(ended), moment.edit)


def _withdraw(game: Game, seat: Seat, moment: Moment, of: int) -> Moment:
    running = moment.find(of)
    if not game.is_master(seat) and (seat.id != running.seat.id or running.answers):
        who = running.seat.title
        raise Refused(f"Only {who} can give it up, until something has been answered; the game master always can.")
    others = tuple(r for r in moment.running if r.number != of)
    why = f"Given up by {seat.title}."
    ended = Ended(of, running.seat, running.action, running.params, running.progress.lines, None, why)
    return Moment(moment.state, others, (ended,))


def _edit(game: Game, seat: Seat, moment: Moment, number: int, entry: Edited) -> Moment:
    if not game.is_master(seat):
        raise Refused("Only the game master can set a value by hand.")
    state = put(moment.state, entry.path, entry.value)
    broken = [text for limit in game.limits if (text := limit.broken(state))]
    warning = f" Against the rules: {' '.join(broken)}" if broken else ""
    text = f"{seat.title} sets {entry.path} to {entry.value} by hand.{warning}"
    masters = tuple(role.name for role in game.roles if role.master)
    line = Line(str(number), "tell", text, "table.override", masters)
    return _replayed(game, Moment(state, moment.running, (), line))


def waits_for(moment: Moment) -> str:
    """What the table waits for, in a sentence."""
    parts = [f"{', '.join(q.by) or 'anyone'} to answer “{q.question}”" for _, q in moment.waiting()]
    return f"the table waits for {' and '.join(parts)}." if parts else "the table waits for nothing."
