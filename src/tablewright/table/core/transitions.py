"""Steps from one play state to the next: what each event does to the state and to the actions that wait.

Pure: the next state follows from the event alone, in play and in replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from tablewright.engine import LogLine
from tablewright.engine.live import RuleProgress, run_rule
from tablewright.rules import Game, Refused, Seat, UnknownName
from tablewright.rules.state import set_path
from tablewright.table.log import (
    ActionTaken,
    ActionWithdrawn,
    AnyEvent,
    CharacterHandedOver,
    DiceEntered,
    DiceResult,
    PromptAnswered,
    ValueEdited,
    dice_results,
)

from .permissions import why_must_wait
from .play_state import FinishedAction, PendingAction, PlayState


def apply_event(game: Game, seats: Mapping[str, Seat], moment: PlayState, number: int, entry: AnyEvent) -> PlayState:
    """The moment after this entry and the dice it holds. Refused, with a sentence, if it is not legal here."""
    moment = _follow(game, seats, PlayState(moment.state, moment.pending), number, entry)
    for fall in dice_results(entry):
        moment = apply_dice(game, moment, fall)
    return moment


def _follow(game: Game, seats: Mapping[str, Seat], moment: PlayState, number: int, entry: AnyEvent) -> PlayState:
    match entry:
        case ActionTaken():
            return _act(game, seats, moment, number, entry)
        case PromptAnswered():
            return _answer(game, moment, entry, entry.choice, ("choose", 0), seats[entry.seat])
        case DiceEntered():
            kind = (_kind(entry.drawn), entry.sides)
            return _answer(game, moment, entry, list(entry.faces), kind, seats[entry.hand])
        case ActionWithdrawn():
            return _withdraw(game, seats[entry.seat], moment, entry.action_id)
        case ValueEdited():
            return _edit(game, seats[entry.seat], moment, entry)
        case CharacterHandedOver():
            return _hand(game, seats, moment, entry)
    return moment


def apply_dice(game: Game, moment: PlayState, fall: DiceResult) -> PlayState:
    """The moment after dice of the table have fallen. What ended before in the same entry has still ended."""
    after = _answer(game, moment, fall, list(fall.faces), (_kind(fall.drawn), fall.sides), None)
    return msgspec.structs.replace(after, finished=(*moment.finished, *after.finished), edit=moment.edit)


def _kind(drawn: bool) -> str:
    return "draw" if drawn else "roll"


def _act(game: Game, seats: Mapping[str, Seat], moment: PlayState, number: int, entry: ActionTaken) -> PlayState:
    action, seat = game.action(entry.action), seats[entry.seat]
    if why_not := why_must_wait(game, moment, seat, action):
        raise Refused(why_not)
    progress, given = _start(game, seat, moment.state, entry.action, entry.params, {}, seats=seats)
    running = PendingAction(number, seat, action.name, entry.params, {}, progress, given=given)
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
) -> tuple[RuleProgress, Mapping[str, Any]]:
    """How far an action comes in a state, and its parameters as they are read there."""
    action = game.action(name)
    game.check_may_take(seat, action)
    params = action.read(raw, state)
    game.check_may_act(seat, action, state, params, seats)
    why_not = action.when(state) if action.when else None
    if why_not:
        raise Refused(f"{action.title} is not possible now: {why_not}")
    return run_rule(action.begin(state, params, seat, then), answers, meant), params


def _answer(
    game: Game,
    moment: PlayState,
    entry: PromptAnswered | DiceEntered | DiceResult,
    raw: Any,
    kind: tuple[str, int],
    seat: Seat | None,
) -> PlayState:
    running, at = moment.find(entry.action_id), entry.path
    asked = next((q for q in running.progress.questions if q.at == at), None)
    if asked is None:
        places = ", ".join(f"{q.at} ({q.question})" for q in running.progress.questions)
        raise Refused(f"Nothing is asked at {at}. Asked is: {places}.")
    if (asked.kind if asked.kind != "write" else "choose", asked.sides) != kind:
        raise Refused(f"{asked.question}: {asked.wanted()}")
    if seat is not None and not game.may_answer(seat, asked.by, moment.state):
        raise Refused(f"{asked.question} is for {', '.join(asked.by)} to answer, not for {seat.title}.")
    action, answers, then = game.action(running.action), {**running.answers, at: raw}, running.state_at_roll
    if then is None and not isinstance(entry, PromptAnswered) and action.then:
        then = moment.state
    progress = run_rule(action.begin(moment.state, running.given, running.seat, then), answers)
    running = msgspec.structs.replace(running, answers=answers, progress=progress, state_at_roll=then)
    settled, late = _settle(game, moment, running), action.late
    if not late or not _undone(game, settled, moment):
        return settled
    others = tuple(r for r in moment.pending if r.number != running.number)
    ended = FinishedAction(
        running.number, running.seat, running.action, running.params, running.progress.lines, None, late
    )
    return PlayState(moment.state, others, (ended,))


def _undone(game: Game, after: PlayState, before: PlayState) -> bool:
    """Whether an action was given up, not an instant one, that people or dice had answered already."""
    answered = {r.number for r in before.pending if r.answers and not game.action(r.action).instant}
    return any(ended.why and ended.number in answered for ended in after.finished)


def _settle(game: Game, moment: PlayState, running: PendingAction) -> PlayState:
    """Puts an action that moved on back among those that wait, or takes in its result."""
    others = tuple(r for r in moment.pending if r.number != running.number)
    if not running.progress.done:
        kept = tuple(sorted((*others, running), key=lambda r: r.number))
        return PlayState(moment.state, kept)
    lines, outcome = running.progress.lines, running.progress.outcome
    ended = FinishedAction(running.number, running.seat, running.action, running.params, lines, outcome)
    return _replayed(game, PlayState(running.progress.result, others, (ended,)))


def _replayed(game: Game, moment: PlayState) -> PlayState:
    """The waiting actions on the new state: each plays on with its answers, or is given up and says why."""
    new = PlayState(moment.state, (), moment.finished, moment.edit)
    for r in moment.pending:
        told, meant = r.progress.lines, r.progress.used
        new = resume_action(game, new, r.number, r.seat, r.action, r.params, r.answers, meant, told, r.state_at_roll)
    return new


def resume_action(
    game: Game,
    moment: PlayState,
    number: int,
    seat: Seat,
    action: str,
    params: Mapping[str, Any],
    answers: Mapping[str, Any],
    meant: Mapping[str, str],
    told: tuple[LogLine, ...] = (),
    then: Any = None,
) -> PlayState:
    """The moment with this action among those that wait; or, if its answers no longer fit, given up."""
    try:
        progress, given = _start(game, seat, moment.state, action, params, answers, meant, then)
        if progress.done or progress.used != meant:
            raise Refused("what it had been answered no longer fits.")
    except Refused as refused:
        return abandon_action(moment, number, seat, action, params, str(refused), told)
    running = PendingAction(number, seat, action, params, answers, progress, then, given)
    return msgspec.structs.replace(moment, pending=(*moment.pending, running))


def abandon_action(
    moment: PlayState,
    number: int,
    seat: Seat,
    action: str,
    params: Mapping[str, Any],
    why: str,
    told: tuple[LogLine, ...] = (),
) -> PlayState:
    """The moment with this action ended because it cannot go on."""
    ended = FinishedAction(number, seat, action, params, told, None, f"The table has changed: {why}")
    return msgspec.structs.replace(moment, finished=(*moment.finished, ended))


def replace_state(game: Game, moment: PlayState, state: Any) -> PlayState:
    """The same moment in another state: what waits goes on in it, if it can."""
    return moment if state == moment.state else _replayed(game, PlayState(state, moment.pending, moment.finished))


def _withdraw(game: Game, seat: Seat, moment: PlayState, of: int) -> PlayState:
    running = moment.find(of)
    if not game.is_master(seat) and (seat.id != running.seat.id or running.answers):
        who = running.seat.title
        raise Refused(f"Only {who} can give it up, until something has been answered; the game master always can.")
    others = tuple(r for r in moment.pending if r.number != of)
    why = f"Given up by {seat.title}."
    ended = FinishedAction(of, running.seat, running.action, running.params, running.progress.lines, None, why)
    return PlayState(moment.state, others, (ended,))


def _edit(game: Game, seat: Seat, moment: PlayState, entry: ValueEdited) -> PlayState:
    if game.has_master and not game.is_master(seat):
        raise Refused("Only the game master can set a value by hand.")
    state = set_path(moment.state, entry.path, entry.value)
    broken = [text for limit in game.limits if (text := limit.broken(state))]
    warning = f" Against the rules: {' '.join(broken)}" if broken else ""
    text = f"{seat.title} sets {entry.path} to {entry.value} by hand.{warning}"
    return _replayed(game, PlayState(state, moment.pending, (), text))


def _hand(game: Game, seats: Mapping[str, Seat], moment: PlayState, entry: CharacterHandedOver) -> PlayState:
    """A character gets another player. One's own may be given away and nobody's taken; the master may always."""
    seat, cast = seats[entry.seat], game.cast(moment.state)
    if game.hand_over is None:
        raise Refused(f"{game.title} has no characters to hand over.")
    if entry.character not in cast:
        raise UnknownName("character", entry.character, cast)
    if entry.to_seat and entry.to_seat not in seats:
        raise UnknownName("seat", entry.to_seat, seats)
    player = cast[entry.character] if cast[entry.character] in seats else ""
    name = game.display_names(moment.state, entry.character)
    if not game.is_master(seat) and player != seat.id and (player or entry.to_seat != seat.id):
        raise Refused(f"{name} is not {seat.title}'s to hand over.")
    if entry.to_seat and not game.may_play(seats[entry.to_seat]):
        raise Refused(f"{seats[entry.to_seat].title} only looks on and cannot play {name}.")
    if player == entry.to_seat:
        raise Refused(f"{name} is played by {seats[player].title} already." if player else f"Nobody plays {name}.")
    whom = seats[entry.to_seat].title if entry.to_seat else "nobody"
    state = game.hand_over(moment.state, entry.character, entry.to_seat)
    return _replayed(game, PlayState(state, moment.pending, (), f"{name} is played by {whom} now."))
