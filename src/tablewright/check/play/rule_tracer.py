"""A trace of a rule as it runs: the effects it yields, and the author's lines they come from."""

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
"""Rules that wait for one to end, outermost first."""


class RuleTrace:
    """Observations of one run of a rule. Places are the author's files and lines."""

    def __init__(self, folder: Path, declared: Declared) -> None:
        self.folder, self.declared = folder, declared
        self.outcomes: list[tuple[str, str]] = []
        """Line of each Outcome of the action, and the rule it was yielded in ("" for the action itself)."""
        self.readings: list[tuple[Reading[Any], str]] = []
        self.asked: list[tuple[tuple[str, ...], str, str]] = []
        """Names asked, question and line of each prompt."""
        self.unhashable: list[tuple[str, str]] = []
        """Values that cannot be hashed, and so not cached, with their lines."""
        self.circles: list[tuple[str, str]] = []
        """Rules that call themselves with the same arguments, with their lines."""

    def watch(self, run: Rule[Any], above: Above = ()) -> Rule[Any]:
        """Run a rule and trace it; behaves like the rule itself."""
        answer: Any = None
        while True:
            try:
                effect = run.send(answer)
            except StopIteration as done:
                return done.value
            self._look(effect, run, above)
            try:
                answer = yield self._traced(effect, above)
            except Exception as error:
                run.throw(error)
                raise

    def _traced(self, effect: Any, above: Above) -> Any:
        """Return the effect with the rules it calls traced, too."""
        if type(effect) is Gather:
            return Gather(tuple(self._traced(ask, above) for ask in effect.asks))
        return Call(self._called, (effect, above)) if type(effect) is Call else effect

    def _called(self, call: Call[Any], above: Above) -> Rule[Any]:
        result = yield from self.watch(call.begin(), (*above, call))
        if not _hashable(result):
            fn = unwrapped_rule(call).fn
            file, _, number = source_location(fn).rpartition(":")
            text = (
                f"{fn.__qualname__} is a rule, so what it returns must be hashable, and {find_unhashable('it', result)}"
            )
            self.unhashable.append((text, f"{relative_to_folder(self.folder, file) or file}:{number}"))
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
        """Note an Outcome by the rule it is yielded in. Outcomes of actions called on the way are not noted."""
        inside = [frame.f_code for frame in rule_frames(run) if frame.f_code in self.declared]
        if inside and self.declared[inside[-1]] == "rule":
            self.outcomes.append((line, inside[-1].co_name))
        elif not above and len(inside) <= 1:
            self.outcomes.append((line, ""))

    def _call(self, call: Call[Any], line: str, above: Above) -> None:
        if not _hashable(call):
            self.unhashable.append((unhashable_argument_error(call), line))
        elif call in above:
            self.circles.append((unwrapped_rule(call).fn.__qualname__, line))


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def rule_frames(run: Any) -> Iterator[FrameType]:
    """The frames of a suspended rule, outermost first."""
    while (frame := getattr(run, "gi_frame", None)) is not None:
        yield frame
        # A rule under a policy is sent to by `with_policy`, not by `yield from`.
        run = frame.f_locals["run"] if frame.f_code is with_policy.__code__ else run.gi_yieldfrom


def current_line(run: Any, folder: Path) -> str:
    """The innermost of the author's lines at which a rule is suspended."""
    lines = [
        f"{name}:{f.f_lineno}" for f in rule_frames(run) if (name := relative_to_folder(folder, f.f_code.co_filename))
    ]
    return lines[-1] if lines else ""


def declared_code(box: InstalledGame) -> Declared:
    """Map the code objects of a game's actions and rules to their kind."""
    found: dict[CodeType, Literal["action", "rule"]] = {action.fn.__code__: "action" for action in box.game.actions}
    for name, module in list(sys.modules.items()):
        if name == box.package or name.startswith(f"{box.package}."):
            rules = [thing for thing in vars(module).values() if called_rule(thing)]
            found |= {rule.__wrapped__.__code__: "rule" for rule in rules}
    return found
