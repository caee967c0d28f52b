"""Whose best: odds of an action for whoever takes it, and of each answer for whoever is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

import msgspec

from tablewright.engine import ANSWERED_BY_PEOPLE, Prompt, handler_for
from tablewright.engine.exact import RuleFactory, action_factory, opposing_choices_of, own_choices_of
from tablewright.engine.live import pending_effect, remaining_rule, run_rule
from tablewright.rules import Action, Game, GameError, Refused, Seat
from tablewright.rules.effects import Choose, Rule
from tablewright.table.core import PendingAction

from .summary import OddsSummary
from .timed_counter import SECONDS, Perspective, TimedCounter, TimeLimit


class Advice(msgspec.Struct, frozen=True):
    """An open question: what each option would come to, and the best of them for whoever is asked, if one is.

    `note` says why there is nothing to tell of them, if so.
    """

    options: dict[str, OddsSummary]
    best: str = ""
    note: str = ""

    def __repr__(self) -> str:
        """A few lines for each option; the best is marked."""
        told = [f"{key}{' (best)' if key == self.best else ''} {found!r}" for key, found in self.options.items()]
        return "\n".join(told) or f"<nothing to tell: {self.note}>"

    @property
    def assumed(self) -> tuple[str, ...]:
        """What others are taken to say, whatever is answered here."""
        return tuple(dict.fromkeys(text for found in self.options.values() for text in found.assumed))


def odds_for_seat(
    game: Game, state: Any, action: Action[Any], params: Mapping[str, Any], seat: Seat, pace: TimeLimit | None = None
) -> OddsSummary:
    """What may come of an action, for whoever takes it."""
    make = action_factory(action, state, params, seat)
    whose, foes = (
        own_choices_of(game, action, state, params, seat),
        opposing_choices_of(game, action, state, params, seat),
    )
    own = _own_sides(game, action, state, params, seat)
    by = Perspective(whose, foes, _mine(game, state, own))
    found = TimedCounter(action.title, game.measures, game.measures(state), by, pace=pace).each({"": make})[""]
    return found if _says(found) else msgspec.structs.replace(found, note=_of_no_weight(make))


def advise_seat(
    game: Game,
    state: Any,
    running: PendingAction,
    q: Prompt,
    answers: Mapping[str, Any],
    pace: TimeLimit | None = None,
    then: Any = None,
) -> Advice:
    """What each answer to an open question would come to, as far as these answers are known. `then` is the state its
    first dice fell in.

    Nothing, where both sides are asked at once: no answer is best if it is known, only a mixture of them.
    """
    action = game.action(running.action)
    params = action.read(running.params, state)
    make = action_factory(action, state, params, running.seat, then)
    ask = pending_effect(make(), answers, q.at)
    if isinstance(ask, Choose) and not ask.matters and ask.about is None:  # what is about something can be weighed
        return Advice({}, note=STORY)
    offered = handler_for(ask).prompt(ask, q.at)
    by, ruling = _asked(game, state, action, params, running.seat, q.by)
    asked = [other for other in run_rule(make(), answers).questions if other.kind == "choose"]
    if by.foes is not None and any(by.foes(other.by) for other in asked):
        return Advice({}, note=AT_ONCE)
    after = {option.key: partial(_rest, make, {**answers, q.at: option.key}) for option in offered.options}
    found = TimedCounter("", game.measures, game.measures(state), by, pace=pace).each(after)
    tried = any(known.counted == "tried" for known in found.values())  # what was only tried is not weighed
    if tried or ruling or len({_shown(p) for p in found.values()}) < 2:
        return Advice(found)
    if len({(found[option.key].worth, option.cost) for option in offered.options}) == 1:
        return Advice(found)  # they differ in the story alone
    best = max(offered.options, key=lambda option: (found[option.key].worth, -option.cost))
    return Advice(found, best.key)


def _rest(make: RuleFactory, answers: Mapping[str, Any]) -> Rule[Any]:
    return remaining_rule(make(), answers)


def _says(found: OddsSummary) -> bool:
    """Whether there is anything to read in it."""
    return bool(found.groups or found.quantity or found.changes or found.costs or found.note)


def _of_no_weight(make: RuleFactory) -> str:
    """What is said of an action that nothing the game counts hangs on: whether anything in it is open at all."""
    first = run_rule(make(), {}).questions
    if not first:
        return ""
    return FOR_THE_STORY if any(q.kind in ANSWERED_BY_PEOPLE for q in first) else FALLS_FREELY


def _shown(found: OddsSummary) -> OddsSummary:
    """All that a person is shown of it."""
    return msgspec.structs.replace(found, worth=0.0, title="", how="best", assumed=())


def _asked(
    game: Game, state: Any, action: Action[Any], params: Mapping[str, Any], seat: Seat, asked: tuple[str, ...]
) -> tuple[Perspective, bool]:
    """Who weighs when these are asked, and whether it is a ruling on the fiction, which has no best."""
    sides = {game.side_of(state, name) for name in asked if name}
    ruling = bool(sides) and sides == {""}
    own = _own_sides(game, action, state, params, seat)
    if game.side is None or not sides or ruling or sides & own:
        whose, foes = (
            own_choices_of(game, action, state, params, seat),
            opposing_choices_of(game, action, state, params, seat),
        )
        if not ruling and whose is not None and not whose(asked):
            whose = _either(whose, asked)
        return Perspective(whose, foes, _mine(game, state, own)), ruling
    # What a master brings about for nobody's side is no opponent's success: its headline is read as it stands.
    sign = -1 if own else 1
    return Perspective(_on(game, state, sides), _against(game, state, sides), _mine(game, state, sides), sign), ruling


def _either(whose: Callable[[tuple[str, ...]], bool], asked: tuple[str, ...]) -> Callable[[tuple[str, ...]], bool]:
    return lambda by: whose(by) or by == asked


def _on(game: Game, state: Any, sides: Iterable[str]) -> Callable[[tuple[str, ...]], bool]:
    return lambda by: not any(by) or any(game.side_of(state, name) in sides for name in by if name)


def _against(game: Game, state: Any, sides: set[str]) -> Callable[[tuple[str, ...]], bool]:
    friends = {"", *sides}
    return lambda by: any(by) and all(game.side_of(state, name) not in friends for name in by if name)


def _own_sides(game: Game, action: Action[Any], state: Any, params: Mapping[str, Any], seat: Seat) -> set[str]:
    """The sides of whoever acts: the character's, or the seat's where no character does."""
    acting = {params[f.name] for f in action.fields if f.param.mine and isinstance(params.get(f.name), str)}
    return {game.side_of(state, name) for name in acting or {seat.id, seat.role}} - {""}


def _mine(game: Game, state: Any, sides: set[str]) -> Callable[[str], int]:
    def mine(whose: str) -> int:
        if not whose:
            return 1
        side = game.side_of(state, whose)
        return 0 if not side or not sides else 1 if side in sides else -1

    return mine


STORY = "The story alone decides: no answer is better than another."
FOR_THE_STORY = "What is answered changes nothing that is counted here."
FALLS_FREELY = "What falls changes nothing that is counted here."
HIDDEN = "It hangs on something that cannot be seen from here."
AT_ONCE = "Both sides answer at once: no answer is best if the other side knows it."

FIRST_SHARE = 0.65
"""How much of the time goes to what is shown, where it has to be counted again from what cannot be seen."""

Found = TypeVar("Found", OddsSummary, Advice)


def if_knowable(seen: Any, state: Any, count: Callable[[Any, TimeLimit], Found], unknown: Found) -> Found:
    """What is counted from what a seat knows; if the whole state would count otherwise, that it cannot be known."""
    if seen == state:
        return count(seen, TimeLimit())
    pace = TimeLimit(SECONDS * FIRST_SHARE)
    try:
        found = count(seen, pace)
    except (Refused, GameError, ArithmeticError, LookupError, ValueError, TypeError, AttributeError):
        return unknown
    one = found if isinstance(found, OddsSummary) else next(iter(found.options.values()), None)
    rest = SECONDS * (1 - FIRST_SHARE)
    again = TimeLimit(rest) if one is None else TimeLimit(rest, one.counted, one.plays, pace.trees)
    return found if found == count(state, again) else unknown
