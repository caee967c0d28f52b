"""The live reader: plays a rule as far as the answers go, and says what it waits for.

Every effect has a place: "2" is the third thing the action yields, "2.0" the first thing the rule called there
yields. Answers are kept by place, as JSON. The same answers always play to the same end, so what waits is data:
an action, its parameters and the answers so far.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import takewhile
from typing import Any, Literal

import msgspec

from tablewright.kernel.effects import (
    EVERYONE,
    Call,
    Choose,
    Draw,
    Look,
    Names,
    Outcome,
    Roll,
    Rule,
    Tell,
    Then,
    Throw,
    Thrown,
    Together,
    check_dice,
    in_words,
)
from tablewright.kernel.errors import Faulty, Refused
from tablewright.kernel.params import written

Answers = Mapping[str, Any]
Kind = Literal["choose", "roll", "draw"]


class Option(msgspec.Struct, frozen=True):
    key: str
    label: str
    cost: int = 0


class Question(msgspec.Struct, frozen=True):
    """Something the rule waits for: a choice to make, dice to throw or cards to draw. Plain data."""

    at: str
    kind: Kind
    by: tuple[str, ...]
    question: str
    cites: str = ""
    options: tuple[Option, ...] = ()
    dice: int = 0
    sides: int = 0
    cards: int = 0
    audience: tuple[str, ...] = EVERYONE
    secret: bool = False


class Line(msgspec.Struct, frozen=True):
    """One line of the log."""

    at: str
    kind: Literal["tell", "roll", "choice", "draw", "outcome"]
    text: str
    cites: str = ""
    audience: tuple[str, ...] = EVERYONE
    by: str = ""
    faces: tuple[int, ...] = ()
    sides: int = 0


class Progress(msgspec.Struct, frozen=True):
    """How far a rule came: what it asks now, what it told so far, and, when done, what it returned."""

    questions: tuple[Question, ...]
    lines: tuple[Line, ...]
    used: Mapping[str, str]
    """The places whose answers were used, with what was asked there."""
    done: bool = False
    result: Any = None
    outcome: Outcome | None = None


class _Waits(Exception):
    """The rule cannot go on without an answer."""


def play(run: Rule[Any], answers: Answers) -> Progress:
    """Play a rule with these answers. Refused if an answer does not fit what is asked at its place."""
    table = _Table(answers)
    try:
        result = table.run(run, "")
    except _Waits:
        return Progress(tuple(table.questions), tuple(table.lines), table.used, outcome=table.outcome)
    if isinstance(result, Call | Then):
        raise Faulty("Only a @rule may end with become: an action yields from the other rule and returns a state.")
    return Progress((), tuple(table.lines), table.used, True, result, table.outcome)


def effect_at(run: Rule[Any], answers: Answers, at: str) -> Any:
    """The very effect a rule waits with at this place."""
    table = _Table(answers)
    with suppress(_Waits):
        table.run(run, "")
    if at not in table.waiting:
        raise Refused(f"Nothing is asked at {at}. " + _asked(table.questions))
    return table.waiting[at]


def _asked(questions: list[Question]) -> str:
    asked = ", ".join(f"{q.at}: {q.question}" for q in questions)
    return f"What is asked: {asked}" if asked else "Nothing is waited for."


class _Table:
    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.questions: list[Question] = []
        self.waiting: dict[str, Any] = {}
        self.lines: list[Line] = []
        self.used: dict[str, str] = {}
        self.secret: set[str] = set()
        self.thrown: dict[str, tuple[int, ...]] = {}
        self.outcome: Outcome | None = None

    def run(self, rule: Rule[Any], path: str) -> Any:
        i, answer = 0, None
        try:
            while True:
                effect = rule.send(answer)
                answer = self.meet(effect, f"{path}{i}")
                i += 1
        except StopIteration as done:
            return done.value

    def meet(self, effect: Any, at: str) -> Any:
        kind = type(effect)
        if kind is Tell:
            self.lines.append(Line(at, "tell", str(effect), effect.cites, effect.audience))
            return None
        if kind is Outcome:
            if "." not in at:
                self.outcome = effect
            self.lines.append(Line(at, "outcome", in_words(effect.value), effect.cites, effect.audience))
            return None
        if kind is Call:
            return self.run(effect.begin(), f"{at}.")
        if kind is Together:
            return self._together(effect.asks, at)
        if kind is Look:
            return effect.read(self.thrown[effect.thrown.place], effect.thrown.sides)
        if at not in self.answers:
            self.waiting[at] = effect
            self.questions.append(ask_of(effect, at))
            raise _Waits
        self.used[at] = asks_for(effect)
        if kind is Choose and effect.secret:
            self.secret.add(at)
        value = accept(effect, self.answers[at])
        self.lines += _heard(effect, at, value, self.answers[at])
        if kind is Throw:
            self.thrown[at] = value
            return Thrown(at, effect.n, effect.sides)
        if kind is Roll:
            return effect.read(value, effect.sides) if effect.read is not None else tuple(sorted(value))
        return value

    def _together(self, asks: tuple[Any, ...], at: str) -> tuple[Any, ...]:
        got, waits, first, open_lines = [], False, len(self.lines), list[Line]()
        for k, ask in enumerate(asks):
            start = len(self.lines)
            try:
                got.append(self.meet(ask, f"{at}.{k}"))
            except _Waits:
                waits = True
            # What is told after a secret answer may give it away.
            open_lines += takewhile(lambda line: line.at not in self.secret, self.lines[start:])
        if waits:
            self.lines[first:] = open_lines
            raise _Waits
        return tuple(got)


def ask_of(effect: Any, at: str) -> Question:
    """An effect as the question a person, or the dice, must answer."""
    match effect:
        case Choose():
            return Question(
                at, "choose", _names(effect.by), effect.question, effect.cites, options_of(effect), secret=effect.secret
            )
        case Roll() | Throw():
            check_dice(effect.n, effect.sides)
            why = effect.why or "Roll"
            return Question(
                at, "roll", _names(effect.by), why, dice=effect.n, sides=effect.sides, audience=effect.audience
            )
        case Draw():
            if not 0 <= effect.k <= len(effect.cards):
                raise Faulty(f"Cannot draw {effect.k} of {len(effect.cards)} cards.")
            why = effect.why or "Draw"
            sides = len(effect.cards)
            return Question(at, "draw", _names(effect.by), why, cards=effect.k, sides=sides, audience=effect.audience)
    raise Faulty(f"A rule yielded {effect!r}, which is no effect.")


def asks_for(effect: Any) -> str:
    """What an effect asks, apart from how it is worded and what is offered: the same ask takes the same answer."""
    match effect:
        case Choose():
            return f"choose {effect.cites or effect.question} {' '.join(_names(effect.by))}"
        case Draw():
            return f"draw {effect.k} of {len(effect.cards)} {effect.by}"
    return f"roll {effect.n}d{effect.sides} {effect.by}"


def options_of(ask: Choose[Any]) -> tuple[Option, ...]:
    keys = [written(option) for option in ask.options]
    if not keys or len(set(keys)) != len(keys):
        raise Faulty(f"Options must be there and differ: {ask.question!r} offers {keys}.")
    costs = ask.costs or (0,) * len(keys)
    labels = [ask.label(option) for option in ask.options]
    return tuple(Option(k, label, c) for k, label, c in zip(keys, labels, costs, strict=True))


def _names(by: Names) -> tuple[str, ...]:
    return (by,) if isinstance(by, str) else by


def accept(effect: Any, raw: Any) -> Any:
    """The value a recorded answer stands for. Refused, with what would be legal, if it does not fit."""
    match effect:
        case Choose():
            for option in effect.options:
                if written(option) == raw:
                    return option
            offered = ", ".join(written(option) for option in effect.options)
            raise Refused(f"{effect.question} cannot be answered with {str(raw)[:60]!r}. Answer one of: {offered}.")
        case Roll() | Throw():
            check_dice(effect.n, effect.sides)
            return _numbers(raw, effect.n, effect.sides, "dice")
        case Draw():
            places = _numbers(raw, effect.k, len(effect.cards), "cards")
            if len(set(places)) != len(places):
                raise Refused("The same card cannot be drawn twice at once.")
            return tuple(effect.cards[i - 1] for i in (places if effect.ordered else sorted(places)))
    raise Faulty(f"{effect!r} takes no answer.")


def _numbers(raw: Any, n: int, most: int, what: str) -> tuple[int, ...]:
    fits = isinstance(raw, list | tuple) and len(raw) == n
    if not fits or not all(type(v) is int and 1 <= v <= most for v in raw):
        raise Refused(f"{str(raw)[:60]} does not fit: {n} {what} are asked for, each a number from 1 to {most}.")
    return tuple(raw)


def _heard(effect: Any, at: str, value: Any, raw: Any) -> list[Line]:
    match effect:
        case Choose():
            by = ", ".join(_names(effect.by))
            text = f"{effect.question} {effect.label(value)}"
            return [Line(at, "choice", text, effect.cites, effect.audience, by)]
        case Roll() | Throw():
            why = effect.why or f"{effect.n}d{effect.sides}"
            return [Line(at, "roll", why, "", effect.audience, effect.by, tuple(raw), effect.sides)] if effect.n else []
        case Draw():
            return [Line(at, "draw", effect.why or "Draw", "", effect.audience, effect.by)]
    return []
