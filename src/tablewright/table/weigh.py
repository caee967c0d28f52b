"""Whose best: odds of an action for whoever takes it, and of each answer for whoever is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from tablewright.kernel.action import Action
from tablewright.kernel.effects import Choose, Rule
from tablewright.kernel.errors import Faulty, Refused
from tablewright.kernel.game import Game
from tablewright.kernel.seat import Seat
from tablewright.run.asking import asking
from tablewright.run.forest import Make
from tablewright.run.live import effect_at, play
from tablewright.run.odds import foes_of, maker, side_of
from tablewright.run.question import Question
from tablewright.run.resume import resumed

from .counting import SECONDS, TRIED, Weighing, prospect
from .moment import Running
from .prospect import Prospect


class Counsel(msgspec.Struct, frozen=True):
    """An open question: what each option would come to, and the best of them for whoever is asked, if one is."""

    options: dict[str, Prospect]
    best: str = ""


def odds_for(game: Game, state: Any, action: Action[Any], params: Mapping[str, Any], seat: Seat) -> Prospect:
    """What may come of an action, for whoever takes it."""
    make = maker(action, state, params, seat)
    whose, foes = side_of(game, action, state, params, seat), foes_of(game, action, state, params, seat)
    own = _own_sides(game, action, state, params, seat)
    by = Weighing(whose, foes, _mine(game, state, own))
    return prospect(make, action.title, game.measures, game.measures(state), by)


def counsel(
    game: Game, state: Any, running: Running, q: Question, answers: Mapping[str, Any], then: Any = None
) -> Counsel:
    """What each answer to an open question would come to, as far as these answers are known. `then` is the state its
    first dice fell in.

    Nothing, where both sides are asked at once: no answer is best if it is known, only a mixture of them.
    """
    action = game.action(running.action)
    params = action.read(running.params, state)
    make = maker(action, state, params, running.seat, then)
    ask = effect_at(make(), answers, q.at)
    if isinstance(ask, Choose) and not ask.matters:
        return Counsel({})  # the story alone decides
    offered = asking(ask).question(ask, q.at)
    by, ruling = _asked(game, state, action, params, running.seat, q.by)
    asked = [other for other in play(make(), answers).questions if other.kind == "choose"]
    if by.foes is not None and any(by.foes(other.by) for other in asked):
        return Counsel({})
    before, seconds = tuple(game.measures(state)), SECONDS / max(1, len(offered.options))

    ranks: dict[str, float] = {}

    def after(key: str) -> tuple[Prospect, dict[str, float]]:
        rest = partial(_rest, make, {**answers, q.at: key})
        return prospect(rest, "", game.measures, before, by, seconds, ranks), dict(ranks)

    counted = {option.key: after(option.key) for option in offered.options}
    if any(known.note.startswith(TRIED) for known, _ in counted.values()):
        return Counsel({key: known for key, (known, _) in counted.items()})  # what was only tried is not weighed
    # A group is worth the same whatever is answered: as much as the best in it, over all answers.
    found = {key: after(key)[0] if used != ranks else known for key, (known, used) in counted.items()}
    if ruling or len({_shown(p) for p in found.values()}) < 2:
        return Counsel(found)
    if len({(found[option.key].worth, option.cost) for option in offered.options}) == 1:
        return Counsel(found)  # they differ in the story alone
    best = max(offered.options, key=lambda option: (found[option.key].worth, -option.cost))
    return Counsel(found, best.key)


def _rest(make: Make, answers: Mapping[str, Any]) -> Rule[Any]:
    return resumed(make(), answers)


def _shown(found: Prospect) -> Prospect:
    """All that a person is shown of it."""
    return msgspec.structs.replace(found, worth=0.0, title="", how="best", assumed=())


def _asked(
    game: Game, state: Any, action: Action[Any], params: Mapping[str, Any], seat: Seat, asked: tuple[str, ...]
) -> tuple[Weighing, bool]:
    """Who weighs when these are asked, and whether it is a ruling on the fiction, which has no best."""
    sides = {game.side_of(state, name) for name in asked if name}
    ruling = bool(sides) and sides == {""}
    own = _own_sides(game, action, state, params, seat)
    if game.side is None or not sides or ruling or sides & own:
        whose, foes = side_of(game, action, state, params, seat), foes_of(game, action, state, params, seat)
        if not ruling and whose is not None and not whose(asked):
            whose = _either(whose, asked)
        return Weighing(whose, foes, _mine(game, state, own)), ruling
    return Weighing(_on(game, state, sides), _against(game, state, sides), _mine(game, state, sides), -1), ruling


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


HIDDEN = "It hangs on something that cannot be seen from here."


def as_known(seen: Any, state: Any, count: Callable[[Any], Any], unknown: Any) -> Any:
    """What is counted from what a seat knows; if the whole state would count otherwise, that it cannot be known."""
    try:
        found = count(seen)
    except (Refused, Faulty, ArithmeticError, LookupError, ValueError, TypeError, AttributeError):
        if seen == state:
            raise
        return unknown
    if seen == state:
        return found
    return found if found == count(state) else unknown
