"""Odds of an action for the acting seat, and of each answer for the seat that is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

import msgspec

from tablewright.engine import ANSWERED_BY_PEOPLE, Prompt, handler_for
from tablewright.engine.exact import RuleFactory, opposing_choices_of, own_choices_of
from tablewright.engine.live import pending_effect, remaining_rule, run_rule
from tablewright.rules import Action, Game, GameError, Refused, Seat
from tablewright.rules.effects import Choose, Rule
from tablewright.table.core import PendingAction

from .summary import OddsSummary
from .timed_counter import Perspective, TimedCounter, TimeLimit


class Advice(msgspec.Struct, frozen=True):
    """An open question: the odds of each option, and the best option for those who are asked, if there is one.

    `note` says why there is no advice, if so.
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
        """Answers assumed for others, with any option."""
        return tuple(dict.fromkeys(text for found in self.options.values() for text in found.assumed))


def odds_for_seat(
    game: Game, state: Any, action: Action[Any], params: Mapping[str, Any], seat: Seat, pace: TimeLimit | None = None
) -> OddsSummary:
    """Compute the odds of an action for the seat that takes it."""
    make = partial(action.begin, state, params, seat)
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
    """Compute the odds of each answer to an open question, given the answers so far.

    `then` is the state at the first dice. There is no advice if both sides are asked at once: then only a mixture of
    answers is best.
    """
    action = game.action(running.action)
    params = action.read(running.params, state)
    make = partial(action.begin, state, params, running.seat, then)
    ask = pending_effect(make(), answers, q.at)
    if isinstance(ask, Choose) and not ask.matters and ask.about is None:  # a question about something can be compared
        return Advice({}, note=STORY)
    offered = handler_for(ask).prompt(ask, q.at)
    by, ruling = _asked(game, state, action, params, running.seat, q.by)
    asked = [other for other in run_rule(make(), answers).questions if other.kind == "choose"]
    if by.foes is not None and any(by.foes(other.by) for other in asked):
        return Advice({}, note=AT_ONCE)
    after = {option.key: partial(_rest, make, {**answers, q.at: option.key}) for option in offered.options}
    found = TimedCounter("", game.measures, game.measures(state), by, pace=pace).each(after)
    tried = any(known.counted == "tried" for known in found.values())  # sampled odds are not compared
    if tried or ruling or len({_shown(p) for p in found.values()}) < 2:
        return Advice(found)
    if len({(found[option.key].worth, option.cost) for option in offered.options}) == 1:
        return Advice(found)  # they differ in the story alone
    best = max(offered.options, key=lambda option: (found[option.key].worth, -option.cost))
    return Advice(found, best.key)


def _rest(make: RuleFactory, answers: Mapping[str, Any]) -> Rule[Any]:
    return remaining_rule(make(), answers)


def _says(found: OddsSummary) -> bool:
    """True if there is anything to show in it."""
    return bool(found.groups or found.quantity or found.changes or found.costs or found.note)


def _of_no_weight(make: RuleFactory) -> str:
    """The note for an action that changes nothing counted; empty if nothing in it is open."""
    first = run_rule(make(), {}).questions
    if not first:
        return ""
    return FOR_THE_STORY if any(q.kind in ANSWERED_BY_PEOPLE for q in first) else FALLS_FREELY


def _shown(found: OddsSummary) -> OddsSummary:
    """The visible part of a summary."""
    return msgspec.structs.replace(found, worth=0.0, title="", how="best", assumed=())


def _asked(
    game: Game, state: Any, action: Action[Any], params: Mapping[str, Any], seat: Seat, asked: tuple[str, ...]
) -> tuple[Perspective, bool]:
    """The perspective of those who are asked, and if it is a ruling on the fiction, which has no best."""
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
    # An effect that a master brings about for no side is no opponent's success: its headline is read as it is.
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
    """Sides of the acting character, or of the seat if no character acts."""
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

#: Share of the time for the visible state, if the whole state has to be counted as well.
FIRST_SHARE = 0.65

Found = TypeVar("Found", OddsSummary, Advice)


def if_knowable(
    seen: Any,
    state: Any,
    count: Callable[[Any, TimeLimit], Found],
    unknown: Found,
    limit: TimeLimit | None = None,
) -> Found:
    """Count from what a seat knows. Returns `unknown` where the whole state would count otherwise."""
    limit = limit or TimeLimit()
    if seen == state:
        return count(seen, limit)
    pace = msgspec.structs.replace(limit, seconds=limit.seconds * FIRST_SHARE)
    try:
        found = count(seen, pace)
    except (Refused, GameError, ArithmeticError, LookupError, ValueError, TypeError, AttributeError):
        return unknown
    one = found if isinstance(found, OddsSummary) else next(iter(found.options.values()), None)
    rest = limit.seconds * (1 - FIRST_SHARE)
    again = TimeLimit(rest) if one is None else TimeLimit(rest, one.counted, one.plays, limit.trees, limit.whole_only)
    return found if found == count(state, again) else unknown
