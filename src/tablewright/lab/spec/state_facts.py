"""States in the game's words: the measures by which they differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tablewright.rules import Game, Measure, to_key
from tablewright.rules.state import get_path, leaf_paths

MAX_FACTS = 10  # facts of a state, at most


class StateFacts:
    """Describes how states of a scenario differ; `among` are the states to tell apart."""

    def __init__(self, game: Game, among: Iterable[Any]) -> None:
        self.game = game
        seen: dict[str, set[Any]] = {}
        self._measures: dict[str, Measure] = {}
        self._names: dict[str, str] = {}
        for state in among:
            for key, value in self._all(state).items():
                seen.setdefault(key, set()).add(value)
            if (inner := table_in(state, game.state)) is not None:
                self._measures |= {measure.key: measure for measure in game.measures(inner)}
                self._names |= game.names(inner)
        self._differs = {key for key, values in seen.items() if len(values) > 1}

    def of(self, state: Any) -> tuple[str, ...]:
        """The facts of a state that differ among states, the most important first."""
        inner = table_in(state, self.game.state)
        own = [f"{_words(key)} {to_key(value)}" for key, value in self._own(state, inner)]
        if inner is None:
            return tuple(own[:MAX_FACTS])
        names = self.game.names(inner)
        shown = [m for m in self.game.measures(inner) if m.key in self._differs and (m.value or not m.yes)]
        shown.sort(key=lambda m: -abs(m.worth))
        return tuple([*own, *(_said(m, names.get(m.whose, m.whose)) for m in shown)][:MAX_FACTS])

    def numbers(self, state: Any) -> dict[str, float]:
        """The facts of a state that differ among states, as numbers: 1 for yes and 0 for no."""
        found = {key: float(value) for key, value in self._all(state).items() if isinstance(value, (int, float))}
        return {key: value for key, value in found.items() if key in self._differs}

    def said(self, key: str, number: str, so: bool) -> str:
        """A fact in words, with this number; for a yes-or-no fact, positive or negative."""
        measure = self._measures.get(key)
        if measure is None:
            return f"{_words(key)} {number}"
        whose = self._names.get(measure.whose, measure.whose)
        value = ("" if so else "not ") + measure.label if measure.yes else f"{measure.label} {number}"
        return f"{whose} {value}".strip()

    def unnumbered(self, text: str, state: Any) -> str:
        """Remove numbers that are parts of names from a text."""
        inner = table_in(state, self.game.state)
        for name in self.game.names(inner).values() if inner is not None else ():
            if any(letter.isdecimal() for letter in name):
                text = text.replace(name, "".join(letter for letter in name if not letter.isdecimal()).strip())
        return text

    def _all(self, state: Any) -> dict[str, Any]:
        inner = table_in(state, self.game.state)
        found = dict(_plain(state, inner))
        if inner is not None:
            found |= {m.key: m.value for m in self.game.measures(inner)}
        return found

    def _own(self, state: Any, inner: Any) -> list[tuple[str, Any]]:
        return [(key, value) for key, value in _plain(state, inner) if key in self._differs]


def table_in(state: Any, kind: type) -> Any:
    """The game's state, which a scenario's state may contain; None if there is none."""
    if isinstance(state, kind):
        return state
    parts = [getattr(state, name) for name in state.__struct_fields__] if isinstance(state, msgspec.Struct) else []
    return next((part for part in parts if isinstance(part, kind)), None)


def _plain(state: Any, inner: Any) -> list[tuple[str, Any]]:
    """Values of the scenario's own state, beside the game's; all values if there is no game's state in it."""
    if inner is None:
        return [(path, get_path(state, path)) for path in leaf_paths(state)]
    if inner is state:
        return []
    own = [(name, getattr(state, name)) for name in state.__struct_fields__]
    return [(name, value) for name, value in own if isinstance(value, (str, int, float)) and value is not inner]


def _said(measure: Measure, whose: str) -> str:
    value = "" if measure.yes else f" {measure.value:g}"
    return f"{whose} {measure.label}{value}".strip()


def _words(key: str) -> str:
    return key.replace(".", " ").replace("_", " ")
