"""Runs a rule with recorded answers until it finishes or needs new ones.

Each prompt has a place. "2" is the third prompt of the action, in any of its rules; "2.1" is the second of several
asked together there. "2.1.0" is the first prompt of a rule among those. Tell effects and calls have no place, so a rule
may be rewritten and old answers still fit.

Answers are stored by place, as JSON. The same answers always give the same run. A waiting action is therefore data: its
name, its parameters and the answers so far.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import takewhile
from typing import Any

import msgspec

from tablewright.engine.effect_handlers import HANDLERS, as_names, counted_dice, handler_for
from tablewright.engine.log_line import LogLine
from tablewright.engine.prompt import Prompt
from tablewright.rules import GameError, Refused, option_text
from tablewright.rules.effects import (
    Call,
    Gather,
    Outcome,
    ReadDice,
    Rule,
    Tell,
    ThrowDice,
    ThrownDice,
    non_terminating_error,
)

Answers = Mapping[str, Any]


class RuleProgress(msgspec.Struct, frozen=True):
    """Progress of a rule: its open prompts, its log lines so far and, when done, its result."""

    questions: tuple[Prompt, ...]
    lines: tuple[LogLine, ...]
    used: Mapping[str, str]
    """Places whose answers were used, with the signature of each prompt."""
    done: bool = False
    result: Any = None
    outcome: Outcome | None = None
    by: Mapping[str, tuple[str, ...]] = {}
    """Names that were to answer at each of those places."""
    sealed: frozenset[str] = frozenset()
    """Places of secret answers that are not shown yet, because others asked together have not answered."""


class PromptPaths:
    """Places of consecutive prompts."""

    __slots__ = ("next", "prefix")

    def __init__(self, prefix: str = "") -> None:
        self.prefix, self.next = prefix, 0

    def take(self) -> str:
        """Return the place of this prompt and move on."""
        at = self.ahead()
        self.next += 1
        return at

    def ahead(self) -> str:
        """The place of the next prompt."""
        return f"{self.prefix}{self.next}"


def run_rule(run: Rule[Any], answers: Answers, meant: Mapping[str, str] | None = None) -> RuleProgress:
    """Run a rule with these answers. Raises `Refused` if an answer does not fit its prompt.

    `meant` holds the signatures of the prompts that were answered (`RuleProgress.used` of an earlier run), so that no
    answer is given to another prompt.
    """
    table = _Table(answers, meant or {})
    try:
        result = table.run(run, PromptPaths(), headline=True)
    except _Waits:
        questions, lines, sealed = tuple(table.questions), tuple(table.lines), frozenset(table.sealed)
        return RuleProgress(questions, lines, table.used, outcome=table.outcome, by=table.by, sealed=sealed)
    if isinstance(result, Call):
        raise GameError("Only a @rule may end with become: an action yields from the other rule and returns a state.")
    return RuleProgress((), tuple(table.lines), table.used, True, result, table.outcome, table.by)


def pending_effect(run: Rule[Any], answers: Answers, at: str) -> Any:
    """Return the effect a rule waits for at this place."""
    table = _Table(answers, {})
    with suppress(_Waits):
        table.run(run, PromptPaths(), headline=True)
    if at not in table.waiting:
        asked = ", ".join(f"{q.at}: {q.question}" for q in table.questions)
        raise Refused(f"There's no question at {at}. Open questions: {asked or 'none'}.")
    return table.waiting[at]


class _Waits(Exception):
    """Raised where the rule needs another answer."""


class _Table:
    """A run of a rule: the answers given, and the prompts and log lines so far."""

    def __init__(self, answers: Answers, meant: Mapping[str, str]) -> None:
        self.answers, self.meant = answers, meant
        self.questions: list[Prompt] = []
        self.waiting: dict[str, Any] = {}
        self.lines: list[LogLine] = []
        self.used: dict[str, str] = {}
        self.by: dict[str, tuple[str, ...]] = {}
        self.secret: set[str] = set()
        self.sealed: set[str] = set()
        self.thrown: dict[str, tuple[int, ...]] = {}
        self.outcome: Outcome | None = None

    def run(self, rule: Rule[Any], places: PromptPaths, headline: bool = False) -> Any:
        """Run a rule to its end. Only the action itself has a headline."""
        answer: Any = None
        while True:
            try:
                effect = rule.send(answer)
            except StopIteration as done:
                return done.value
            try:
                answer = self.take(effect, places, headline)
            except (_Waits, Refused):
                raise
            except Exception as error:
                rule.throw(error)  # the traceback then includes the rule's line
                raise

    def take(self, effect: Any, places: PromptPaths, headline: bool) -> Any:
        """The value to send to the rule for an effect; None for one that only tells."""
        kind = type(effect)
        if kind is Tell:
            self.tell(places, str(effect), effect)
            return None
        if kind is Outcome:
            self.outcome = effect if headline else self.outcome
            self.tell(places, f"{option_text(effect.value)} {effect.unit}".rstrip(), effect)
            return None
        return self.meet(effect, places)

    def tell(self, places: PromptPaths, text: str, told: Tell | Outcome) -> None:
        at = f"{places.ahead()}+{len(self.lines)}"
        if isinstance(told, Outcome):
            self.lines.append(LogLine(at, "outcome", text, told.cites, told.audience, tone=told.tone))
        else:
            self.lines.append(LogLine(at, "tell", text, told.cites, told.audience))

    def meet(self, effect: Any, places: PromptPaths) -> Any:
        kind = type(effect)
        if kind is Call:
            try:
                return self.run(effect.begin(), places)
            except RecursionError:
                raise non_terminating_error(effect) from None
        if kind is ReadDice:
            return self.look(effect)
        at = places.take()
        return self._together(effect, at) if kind is Gather else self.answer(effect, at)

    def look(self, effect: ReadDice[Any]) -> Any:
        """Read dice that were thrown before, and mark those that count in their log line."""
        thrown = effect.thrown
        faces = self.thrown[thrown.place]
        counted = counted_dice(effect.read, faces, thrown.sides)
        if counted:
            here = [i for i, line in enumerate(self.lines) if line.at == thrown.place]
            for i in here:
                self.lines[i] = msgspec.structs.replace(self.lines[i], counted=counted)
        return effect.read(faces, thrown.sides)

    def answer(self, effect: Any, at: str) -> Any:
        how = handler_for(effect)
        if at not in self.answers:
            self.waiting[at] = effect
            self.questions.append(how.prompt(effect, at))
            raise _Waits
        raw, asks = self.answers[at], how.signature(effect)
        if self.meant.get(at, asks) != asks:
            raise Refused("what it had been answered no longer fits.")
        self.used[at] = asks
        self.by[at] = as_names(effect.by)
        if getattr(effect, "secret", False):
            self.secret.add(at)
        value = how.decode_answer(effect, raw)
        line = how.log_line(effect, at, raw)
        if line is not None:
            self.lines.append(line)
        if type(effect) is ThrowDice:
            self.thrown[at] = value
            return ThrownDice(at, effect.n, effect.sides)
        return value

    def _together(self, together: Gather, at: str) -> tuple[Any, ...]:
        got, waits, first, open_lines = list[Any](), False, len(self.lines), list[LogLine]()
        asked, settled = len(self.questions), False
        for k, ask in enumerate(together.asks):
            start, place = len(self.lines), f"{at}.{k}"
            try:
                alone = type(ask) in HANDLERS
                got.append(self.answer(ask, place) if alone else self.meet(ask, PromptPaths(f"{place}.")))
                settled = settled or (together.settles is not None and together.settles(got[-1]))
            except _Waits:
                waits = True
                got.append(None)
            # Lines after a secret answer may give it away.
            open_lines += takewhile(lambda line: line.at not in self.secret, self.lines[start:])
        if settled:
            for q in self.questions[asked:]:
                del self.waiting[q.at]
            del self.questions[asked:]
        elif waits:
            self.lines[first:] = open_lines
            self.sealed |= {place for place in self.secret if place.startswith(f"{at}.")}
            raise _Waits
        return tuple(got)
