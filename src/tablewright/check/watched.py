"""A rule as it is played, watched: what it yields, and from which of its author's lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

from tablewright.kernel.effects import Call, Look, Outcome, Roll, Rule, Together
from tablewright.kernel.reading import Reading
from tablewright.kernel.rule import unhashable
from tablewright.run.asking import ASKING, names
from tablewright.run.blame import within

Above: TypeAlias = tuple[Call[Any], ...]
"""The rules that wait for one to end, outermost first."""


class Seen:
    """What a play was seen to do. Places are the author's files and lines."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outcomes: list[tuple[str, str]] = []
        """Where each Outcome was yielded, and inside which called rule (none, in the action itself)."""
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
            answer = yield self._inside(effect, above)

    def _inside(self, effect: Any, above: Above) -> Any:
        """Rules called are watched too."""
        if type(effect) is Together:
            return Together(tuple(self._inside(ask, above) for ask in effect.asks))
        return Call(self._called, (effect, above)) if type(effect) is Call else effect

    def _called(self, call: Call[Any], above: Above) -> Rule[Any]:
        result = yield from self.watch(call.begin(), (*above, call))
        if not _hashable(result):
            at = within(self.folder, call.fn.__code__.co_filename)
            self.forgotten.append(
                (
                    f"{_name(call)} is a rule, so what it returns must be hashable, and it returned "
                    f"a {type(result).__name__}: return a tuple instead.",
                    f"{at}:{call.fn.__code__.co_firstlineno}",
                )
            )
        return result

    def _look(self, effect: Any, run: Rule[Any], above: Above) -> None:
        kind, line = type(effect), stands(run, self.folder)
        for ask in effect.asks if kind is Together else (effect,):
            if type(ask) is Call:
                self._call(ask, line, above)
            if type(ask) in (Roll, Look) and ask.read is not None:
                self.readings.append((ask.read, line))
            if type(ask) in ASKING:
                self.asked.append((names(ask.by), getattr(ask, "question", "") or getattr(ask, "why", ""), line))
        if kind is Outcome:
            self.outcomes.append((line, _name(above[-1]) if above else ""))

    def _call(self, call: Call[Any], line: str, above: Above) -> None:
        if not _hashable(call):
            self.forgotten.append((unhashable(call), line))
        elif call in above:
            self.circles.append((_name(call), line))


def _name(call: Call[Any]) -> str:
    return str(call.fn.__qualname__)


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def stands(run: Any, folder: Path) -> str:
    """The author's line a rule has come to: the innermost of the folder among the generators that wait there."""
    line = ""
    while run is not None:
        frame = getattr(run, "gi_frame", None)
        if frame is not None:
            name = within(folder, frame.f_code.co_filename)
            line = f"{name}:{frame.f_lineno}" if name else line
        run = getattr(run, "gi_yieldfrom", None)
    return line
