"""A table to test at: the ready-made ship with changes by the test, and given dice and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tablewright.catalog.installed import find_game
from tablewright.engine.live.interpreter import run_rule
from tablewright.engine.log_line import LogLine
from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.ready_made import new_run
from tablewright.games.veil_runners_classic.rolling_dice import Result
from tablewright.games.veil_runners_classic.state import Member, Run, member, with_member
from tablewright.games.veil_runners_classic.systems import DiceMap
from tablewright.rules import Refused, Rule

LEDGER = find_game("veil-runners-classic").ledger


class Played(msgspec.Struct, frozen=True):
    """The result of an action: state, headline, log and questions."""

    s: Run
    result: Result | None
    lines: tuple[LogLine, ...]
    asked: tuple[str, ...]

    @property
    def cited(self) -> set[str]:
        return {id for line in self.lines for id in line.cites.split()}

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)


def ready(dice: tuple[int, int, int] = (2, 2, 1), rating: int | None = None, /, **changes: Any) -> Run:
    """The ready-made start with dice, rating, rulings, tokens and other fields as given.

    The wayfinder gets no questions about factors unless the test rules so.
    """
    rulings = {"agreement": "player", **changes.pop("rulings", {})}
    s = new_run(GAME.parse_rulings(rulings))  # type: ignore[arg-type]
    ship = {name: changes.pop(name) for name in ("integrity", "engineering", "modules") if name in changes}
    return s.but(ship=s.ship.but(dice=DiceMap(*dice), **ship), rating=rating, **changes)


def having(s: Run, who: str, **changes: Any) -> Run:
    """The same table with a character's dice or grit changed."""
    return with_member(s, member(s, who).but(**changes))


def act(
    s: Run, name: str, /, *, thrown: Iterable[Iterable[int]] = (), answers: Iterable[str] = (), **params: Any
) -> Played:
    """Take an action as a form would, with these dice and answers. Fail unless all are used."""
    action = GAME.action(name)
    why_not = action.when(s) if action.when else None
    if why_not:
        raise Refused(why_not)
    given = action.read(params, s)
    if action.me:
        given[action.me] = "ann"
    return through(lambda: action(s, **given), thrown, answers)


def through(make: Callable[[], Rule[Run]], thrown: Iterable[Iterable[int]] = (), answers: Iterable[str] = ()) -> Played:
    """Plays a rule from state to state to its end."""
    dice, chosen = [list(faces) for faces in thrown], list(answers)
    known: dict[str, Any] = {}
    asked = []
    while not (progress := run_rule(make(), known)).done:
        question = progress.questions[0]
        if question.kind == "choose":
            asked.append(question.question)
            assert chosen, f"nobody was to be asked: {question.question}"
            known[question.at] = chosen.pop(0)
        else:
            assert dice, f"no dice left for {question.question}: {question.dice} wanted"
            known[question.at] = dice.pop(0)
    assert not dice, f"dice left over: {dice}"
    assert not chosen, f"answers left over: {chosen}"
    outcome = progress.outcome.value if progress.outcome else None
    return Played(progress.result, outcome, progress.lines, tuple(asked))


def crew_of(s: Run) -> dict[str, Member]:
    return {m.id: m for m in s.crew}


def systems_of(s: Run) -> tuple[int, int, int]:
    dice = s.ship.dice
    return dice.telemetry, dice.engines, dice.shields


def destroyed(s: Run) -> list[str]:
    return [module.id for module in s.ship.modules if module.destroyed]
