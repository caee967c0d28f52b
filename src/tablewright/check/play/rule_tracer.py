"""A rule as it is played, watched: what it yields, and from which of its author's lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Literal, TypeAlias

from tablewright.catalog import InstalledGame, relative_to_folder
from tablewright.check.code import called_rule
from tablewright.engine import HANDLERS, as_names
from tablewright.rules import source_location
from tablewright.rules.effects import (
    Call,
    Gather,
    Outcome,
    ReadDice,
    Reading,
    Roll,
    Rule,
    find_unhashable,
    unhashable_argument_error,
    unwrapped_rule,
    with_policy,
)

Declared: TypeAlias = Mapping[CodeType, Literal["action", "rule"]]
Above: TypeAlias = tuple[Call[Any], ...]
"""The rules that wait for one to end, outermost first."""


class RuleTrace:
    """What a play was seen to do. Places are the author's files and lines."""

    def __init__(self, folder: Path, declared: Declared) -> None:
        self.folder, self.declared = folder, declared
        self.outcomes: list[tuple[str, str]] = []
        """Where each Outcome of the action was yielded, and inside which rule (none, in the action itself)."""
        self.readings: list[tuple[Reading[Any], str]] = []
        self.asked: list[tuple[tuple[str, ...], str, str]] = []
        """Who was asked what, and where."""
        self.forgotten: list[tuple[str, str]] = []
        """What nobody could remember, and where."""
        self.circles: list[tuple[str, str]] = []
        """Rules that call themselves with the same arguments, and where."""

    def watch(self, run: Rule[Any], above: Above = ()) -> Rule[Any]:
        """The same rule, watched."""
        answer: Any = None
        while True:
            try:
                effect = run.send(answer)
            except StopIteration as done:
                return done.value
            self._look(effect, run, above)
            try:
                answer = yield self._inside(effect, above)
            except Exception as error:
                run.throw(error)
                raise

    def _inside(self, effect: Any, above: Above) -> Any:
        """Rules called are watched too."""
        if type(effect) is Gather:
            return Gather(tuple(self._inside(ask, above) for ask in effect.asks))
        return Call(self._called, (effect, above)) if type(effect) is Call else effect

    def _called(self, call: Call[Any], above: Above) -> Rule[Any]:
        result = yield from self.watch(call.begin(), (*above, call))
        if not _hashable(result):
            fn = unwrapped_rule(call).fn
            file, _, number = source_location(fn).rpartition(":")
            text = (
                f"{fn.__qualname__} is a rule, so what it returns must be hashable, and {find_unhashable('it', result)}"
            )
            self.forgotten.append((text, f"{relative_to_folder(self.folder, file) or file}:{number}"))
        return result

    def _look(self, effect: Any, run: Rule[Any], above: Above) -> None:
        kind, line = type(effect), current_line(run, self.folder)
        for ask in effect.asks if kind is Gather else (effect,):
            if type(ask) is Call:
                self._call(ask, line, above)
            if type(ask) in (Roll, ReadDice) and ask.read is not None:
                self.readings.append((ask.read, line))
            if type(ask) in HANDLERS:
                self.asked.append((as_names(ask.by), getattr(ask, "question", "") or getattr(ask, "why", ""), line))
        if kind is Outcome:
            self._outcome(run, line, above)

    def _outcome(self, run: Rule[Any], line: str, above: Above) -> None:
        """An Outcome is of the action or the rule it stands in. Another action's, played on the way, is its own."""
        inside = [frame.f_code for frame in rule_frames(run) if frame.f_code in self.declared]
        if inside and self.declared[inside[-1]] == "rule":
            self.outcomes.append((line, inside[-1].co_name))
        elif not above and len(inside) <= 1:
            self.outcomes.append((line, ""))

    def _call(self, call: Call[Any], line: str, above: Above) -> None:
        if not _hashable(call):
            self.forgotten.append((unhashable_argument_error(call), line))
        elif call in above:
            self.circles.append((unwrapped_rule(call).fn.__qualname__, line))


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def rule_frames(run: Any) -> Iterator[FrameType]:
    """The frames of a rule that waits, outermost first."""
    while (frame := getattr(run, "gi_frame", None)) is not None:
        yield frame
        # A rule that a policy decides is not yielded from: what it yields is looked at first.
        run = frame.f_locals["run"] if frame.f_code is with_policy.__code__ else run.gi_yieldfrom


def current_line(run: Any, folder: Path) -> str:
    """The author's line a rule has come to: the innermost of the folder."""
    lines = [
        f"{name}:{f.f_lineno}" for f in rule_frames(run) if (name := relative_to_folder(folder, f.f_code.co_filename))
    ]
    return lines[-1] if lines else ""


def declared_code(box: InstalledGame) -> Declared:
    """Which code of a game is an action's and which a rule's."""
    found: dict[CodeType, Literal["action", "rule"]] = {action.fn.__code__: "action" for action in box.game.actions}
    for name, module in list(sys.modules.items()):
        if name == box.package or name.startswith(f"{box.package}."):
            rules = [thing for thing in vars(module).values() if called_rule(thing)]
            found |= {rule.__wrapped__.__code__: "rule" for rule in rules}
    return found
