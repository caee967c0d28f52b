"""A small table for tests: Seekers, enemies, a fight under way, and actions played with given dice and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.engine.log_line import LogLine
from tablewright.engine.prompt import Prompt
from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.moon_list import MOON_LIST
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Enemy, Item, ItemKind, Magic, Pips, Seeker, Turn
from tablewright.games.moonveil.state import Veil
from tablewright.rules import Call, Outcome, Refused, Rule, Seat
from tablewright.rules.effects.policy import first_free_option

Make = Callable[[], Rule[Any]]


class Played(msgspec.Struct):
    """The record of a play: its result, the log and the questions on the way."""

    result: Any
    lines: tuple[LogLine, ...]
    asked: list[Prompt]
    headline: Outcome | None = None

    @property
    def state(self) -> Veil:
        assert isinstance(self.result, Veil)
        return self.result

    @property
    def hero(self) -> Seeker:
        return self.state.seekers[0]

    @property
    def foe(self) -> Enemy:
        return self.state.enemies[0]

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @property
    def cited(self) -> set[str]:
        return {id for line in self.lines for id in line.cites.split()}

    @property
    def rolls(self) -> list[tuple[str, tuple[int, ...]]]:
        return [(line.text, line.faces) for line in self.lines if line.kind == "roll"]

    @property
    def questions(self) -> list[str]:
        return [q.question for q in self.asked if q.kind == "choose"]


def live(make: Make, dice: Iterable[int | tuple[int, ...]] = (), answers: Iterable[str] = ()) -> Played:
    """Play a rule to its end with these dice and answers, in order and with none left over."""
    given: dict[str, Any] = {}
    throws, words, asked = list(dice), list(answers), []
    while not (progress := run_rule(make(), given)).done:
        question = progress.questions[0]
        asked.append(question)
        if question.kind == "choose":
            assert words, f"no answer left for: {question.question} {[o.key for o in question.options]}"
            given[question.at] = words.pop(0)
        else:
            assert throws, f"no dice left for: {question.question}, {question.dice}d{question.sides}"
            faces = throws.pop(0)
            given[question.at] = [faces] if isinstance(faces, int) else list(faces)
    assert not throws, f"dice left over: {throws}"
    assert not words, f"answers left over: {words}"
    return Played(progress.result, progress.lines, asked, progress.outcome)


def act(
    s: Veil,
    name: str,
    /,
    *,
    dice: Iterable[int | tuple[int, ...]] = (),
    answers: Iterable[str] = (),
    seat: str = "guide",
    **params: Any,
) -> Played:
    """An action taken through its form, as at the table."""
    action = GAME.action(name)
    why_not = action.when(s) if action.when else None
    if why_not:
        raise Refused(why_not)
    read = action.read(params, s)
    role = "guide" if seat == "guide" else "seeker"
    return live(partial(action.begin, s, read, Seat(seat, role)), dice, answers)


def item(kind: ItemKind, id: str = "", slots: int = 1, name: str = "Thing") -> Item:
    return Item(id or kind, kind, name, slots=slots)


def seeker(id: str = "hero", *kinds: ItemKind, **changes: Any) -> Seeker:
    """A Seeker with 2 in every stat, 10 of 10 HP and Pocket 3, who has a turn before the enemies."""
    things = tuple(item(kind, f"{kind}-{n}" if kind in kinds[:n] else kind) for n, kind in enumerate(kinds))
    base = Seeker(
        id,
        id.title(),
        f"p-{id}",
        Pips(2, 2, 2, 2),
        hp=10,
        full=10,
        pocket=3,
        items=things,
        turn=Turn(True, "", 1, 1),
    )
    return base.but(**changes)


def foe(id: str = "foe", **changes: Any) -> Enemy:
    """An enemy beside the Seekers with a Seeker's base numbers, 20 HP and Pocket 3, who bars no way."""
    return Enemy(id, id.title(), 20, 20, 3, at=0, bars=False).but(**changes)


def veil(*people: Seeker | Enemy, **changes: Any) -> Veil:
    """A quiet table."""
    rulings = changes.pop("rulings", MoonveilRulings())
    seekers = tuple(one for one in people if isinstance(one, Seeker))
    enemies = tuple(one for one in people if isinstance(one, Enemy))
    return Veil(rulings, seekers, enemies=enemies, moon_list=MOON_LIST).but(**changes)


def fight(*people: Seeker | Enemy, **changes: Any) -> Veil:
    """An encounter in its first Round, Seekers to act."""
    return veil(*people, **{"round": 1, "phase": "first", **changes})


def spell(id: str) -> Magic:
    return Magic(id)


def chance(call: Call[Any], test: Callable[[Any], bool], policy: Any = first_free_option) -> Fraction:
    """The chance of a result of a closed rule under a policy."""
    return ExactCounter(policy).dist(call).chance(test)


def best_chance(call: Call[Any], test: Callable[[Any], bool]) -> Fraction:
    """The same when every choice is made for it."""
    return ExactCounter().best(call, lambda result: int(test(result))).dist.chance(test)
