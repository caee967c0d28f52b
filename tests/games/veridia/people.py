"""People, fights and plays for the tests: everything goes through the game's own actions and rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import pytest

from tablewright.catalog.installed import find_game
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.engine.prompt import Prompt
from tablewright.engine.trees.distribution import Distribution
from tablewright.games.veridia import GAME
from tablewright.games.veridia.attributes import ATTRIBUTES
from tablewright.games.veridia.health import most
from tablewright.games.veridia.options import LEDGER, VeridiaRulings
from tablewright.games.veridia.outfits import armed
from tablewright.games.veridia.rolling import Result, pool, reading
from tablewright.games.veridia.skills import basic_skills
from tablewright.games.veridia.state import Attribute, Character, Fight, Fighter, Race, Skill, Veridia, fighter, the
from tablewright.rules import Call, Choose, Outcome, Refused, Rule, Seat

BOX = find_game("veridia")
TABLES = BOX.ledger.tables


def rows(table: str) -> list[dict[str, Any]]:
    """A table of the ledger."""
    return TABLES[table].records()


def read(dice: Sequence[int], difficulty: int = 0) -> Result:
    """Dice on the table, read."""
    return reading(difficulty)(dice, 12)


def nobody_asked(ask: Choose[Any]) -> Any:
    """For what is dice alone."""
    raise AssertionError(f"nobody expected to be asked: {ask.question}")


def dist(call: Call[Any]) -> Distribution[Any]:
    """The distribution of a rule by its dice alone."""
    found = ExactCounter(nobody_asked).dist(call)
    assert found.whole()
    return found


def chance(dice: int, test: Callable[[Result], bool], difficulty: int = 0) -> Fraction:
    return dist(pool(dice, difficulty)).chance(test)


def ruled(**choices: Any) -> VeridiaRulings:
    return LEDGER.but(**choices)


def person(
    id: str = "ada",
    *,
    side: str = "party",
    race: Race = "human",
    player: str = "",
    main: str = "",
    off: str = "",
    armor: str = "Robes",
    carried: tuple[str, ...] = (),
    skills: dict[str, int] | None = None,
    **attributes: int | Fraction,
) -> Character:
    """A character with 3 in every attribute not given, and full health."""
    values = {name: Fraction(attributes.get(name, 3)) for name in ATTRIBUTES}
    c = Character(
        id,
        id.capitalize(),
        player,
        side,
        race,
        attributes=tuple(Attribute(name, v.numerator, v.denominator) for name, v in values.items()),
        skills=tuple(Skill(skill, basic_skills()[skill], level) for skill, level in (skills or {}).items()),
    )
    return armed(c, main, off, armor, carried).but(health=most(c))


def table(*people: Character, rulings: VeridiaRulings = LEDGER) -> Veridia:
    """People at peace."""
    return Veridia(rulings, people, players=players_of(people))


def players_of(people: tuple[Character, ...]) -> tuple[str, ...]:
    """The seats of all players of these characters."""
    return tuple(dict.fromkeys(c.player for c in people if c.player))


def fight(*people: Character, rulings: VeridiaRulings = LEDGER, bonus: bool = False) -> Veridia:
    """People in a fight, acting in this order."""
    order = tuple(c.id for c in people)
    begun = Fight(tuple(Fighter(id) for id in order), order, bonus=bonus)
    return Veridia(rulings, people, begun, players=players_of(people))


class Done(NamedTuple):
    """An action played to its end."""

    state: Any
    lines: tuple[str, ...]
    cites: frozenset[str]
    outcome: Outcome | None
    asked: tuple[Prompt, ...]

    def c(self, id: str) -> Character:
        return the(self.state, id)

    def f(self, id: str) -> Fighter:
        found = fighter(self.state, id)
        assert found is not None
        return found

    def said(self, words: str) -> bool:
        return any(words in line for line in self.lines)


def through(make: Callable[[], Rule[Any]], dice: Sequence[Sequence[int]] = (), choices: Sequence[str] = ()) -> Done:
    """Play a rule with these dice and choices, in order. Fail unless all are used."""
    answers: dict[str, Any] = {}
    left, picks, asked = [list(d) for d in dice], list(choices), list[Prompt]()
    while not (progress := run_rule(make(), answers)).done:
        question = progress.questions[0]
        asked.append(question)
        if question.kind == "choose":
            assert picks, f"not answered: {question.question} {[o.key for o in question.options]}"
            answers[question.at] = picks.pop(0)
        else:
            assert left, f"no dice given for {question.question}: {question.dice}"
            answers[question.at] = left.pop(0)
    assert not left, f"dice left over: {left}"
    assert not picks, f"choices left over: {picks}"
    told = tuple(line.text for line in progress.lines)
    cites = frozenset(id for line in progress.lines for id in line.cites.split())
    return Done(progress.result, told, cites, progress.outcome, tuple(asked))


def act(
    s: Veridia, name: str, dice: Sequence[Sequence[int]] = (), choices: Sequence[str] = (), /, **params: Any
) -> Done:
    """Takes an action through its form."""
    action = GAME.action(name)
    why = action.when(s) if action.when else None
    if why:
        raise Refused(why)
    return through(partial(action.begin, s, action.read(params, s), Seat("gm", "gm")), dice, choices)


def refused(s: Veridia, name: str, /, **params: Any) -> str:
    """The sentence an action is refused with."""
    with pytest.raises(Refused) as caught:
        act(s, name, **params)
    return str(caught.value)


def first_question(s: Veridia, name: str, /, **params: Any) -> Prompt:
    """The first question of an action."""
    action = GAME.action(name)
    progress = run_rule(action.begin(s, action.read(params, s), Seat("gm", "gm")), {})
    return progress.questions[0]


def offered(s: Veridia, name: str, /, **params: Any) -> tuple[str, ...]:
    """The options of the first question, or nothing if dice are thrown at once."""
    return tuple(o.key for o in first_question(s, name, **params).options)


def dice_of(s: Veridia, name: str, choices: Sequence[str] = (), /, **params: Any) -> int:
    """The number of dice of an action's first throw, after these choices. Fail on any other question."""
    action = GAME.action(name)
    make = partial(action.begin, s, action.read(params, s), Seat("gm", "gm"))
    answers: dict[str, Any] = {}
    for key in choices:
        question = run_rule(make(), answers).questions[0]
        assert question.kind == "choose", f"nobody was to be asked, but dice thrown: {question.question}"
        answers[question.at] = key
    progress = run_rule(make(), answers)
    if progress.done:
        return 0
    question = progress.questions[0]
    assert question.kind == "roll", f"nobody was to be asked: {question.question} {[o.key for o in question.options]}"
    return question.dice
