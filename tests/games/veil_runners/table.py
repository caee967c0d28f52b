"""A table to try rules on: actions played through their forms, with dice and answers in the order asked for."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from tablewright.catalog.installed import find_game
from tablewright.engine.exact.action_odds import Odds, rule_odds
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.engine.live.resume import remaining_rule
from tablewright.engine.log_line import LogLine
from tablewright.engine.trees.distribution import Distribution
from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.options import VeilRulings
from tablewright.games.veil_runners.state import Member, Mission, Result, member, with_member, with_ship
from tablewright.rules import Call, Outcome, Refused, Rule
from tablewright.rules.effects.policy import first_free_option

LEDGER = find_game("veil-runners").ledger
Faces = Iterable[Iterable[int]]


def mission(**rulings: Any) -> Mission:
    """A fresh table with these house rulings: the Patient Heron (CPU 1, HUL 1, NAV 2), Ada, Bo and Cyl, in action."""
    return GAME.setup(VeilRulings(**rulings)).but(scene="action", phase="under way")  # type: ignore[no-any-return]


def crew(s: Mission, who: str = "ada", **changes: Any) -> Mission:
    return with_member(s, member(s, who).but(**changes))


def everyone(s: Mission, **changes: Any) -> Mission:
    for m in s.crew:
        s = crew(s, m.id, **changes)
    return s


def ship(s: Mission, **changes: Any) -> Mission:
    return with_ship(s, **changes)


def module(s: Mission, slot: str, **changes: Any) -> Mission:
    return ship(s, modules=tuple(m.but(**changes) if m.id == slot else m for m in s.ship.modules))


class After:
    """The result of an action: state, log and headline."""

    def __init__(self, state: Mission, lines: tuple[LogLine, ...], outcome: Outcome | None) -> None:
        self.state, self.lines = state, lines
        self.result: Any = outcome.value if outcome else None

    def __getitem__(self, who: str) -> Member:
        return member(self.state, who)

    @property
    def dice(self) -> list[tuple[int, ...]]:
        """Every throw, in order."""
        return [line.faces for line in self.lines if line.kind == "roll"]

    @property
    def cited(self) -> set[str]:
        return {id for line in self.lines for id in line.cites.split()}

    def told(self, words: str) -> bool:
        return any(words in line.text for line in self.lines)


def answered(make: Any, dice: Faces, say: Iterable[str]) -> tuple[Any, dict[str, Any]]:
    """Play a rule with these dice and answers until it ends or runs out of dice. Fail unless all are used."""
    answers: dict[str, Any] = {}
    faces, words = [list(d) for d in dice], list(say)
    while not (progress := run_rule(make(), answers)).done:
        q = progress.questions[0]
        if q.kind != "choose":
            if not faces:
                break
            answers[q.at] = faces.pop(0)
        else:
            assert words, f"nobody was to be asked: {q.question}"
            answers[q.at] = words.pop(0)
    assert not faces, f"dice nobody asked for: {faces}"
    assert not words, f"answers nobody asked for: {words}"
    return progress, answers


def maker(s: Mission, name: str, params: dict[str, Any]) -> Any:
    action = GAME.action(name)
    read = action.read(params, s)
    why_not = action.when(s) if action.when else None
    if why_not:
        raise Refused(why_not)
    return lambda: action(s, **read)


def act(s: Mission, name: str, /, dice: Faces = (), say: Iterable[str] = (), **params: Any) -> After:
    """An action taken to its end."""
    progress, _ = answered(maker(s, name, params), dice, say)
    assert progress.done, f"still asked: {progress.questions}"
    return After(progress.result, progress.lines, progress.outcome)


def run(call: Call[Any], dice: Faces = (), say: Iterable[str] = ()) -> Any:
    """A rule taken to its end: what it returns."""
    progress, _ = answered(call.begin, dice, say)
    assert progress.done, f"still asked: {progress.questions}"
    return progress.result


def refused(s: Mission, name: str, /, **params: Any) -> str:
    """Why an action is refused."""
    with pytest.raises(Refused) as caught:
        act(s, name, **params)
    return str(caught.value)


def odds(s: Mission, name: str, /, dice: Faces = (), say: Iterable[str] = (), **params: Any) -> Odds:
    """The odds of an action, from its beginning or once these dice have fallen and these answers were given."""
    make = maker(s, name, params)
    _, answers = answered(make, dice, say) if dice else (None, {})

    def rest() -> Rule[Any]:
        return remaining_rule(make(), answers)

    return rule_odds(rest)


def chances(text: str) -> dict[Result, Fraction]:
    """Chances as the ledger writes them: `fiasco 1/2, drawback 1/3, success 1/6, critical 0`."""
    found = {}
    for part in text.split(","):
        name, chance = part.split()
        found[Result[name.upper()]] = Fraction(chance)
    return found


def same(dist: Distribution[Any], wanted: dict[Result, Fraction]) -> bool:
    return all(dist[result] == chance for result, chance in wanted.items()) and sum(wanted.values()) == 1


def dist(call: Call[Any]) -> Distribution[Any]:
    """The distribution of a rule when no tokens are spent."""
    return ExactCounter(first_free_option).dist(call)
