"""What stands behind a word of a sheet: the values that a master may set by hand from where they show.

No game says so. Each value of the state is changed a little and the sheet is drawn anew: what moves the word is behind
it. Nothing is done by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Literal, TypeAlias, get_args, get_origin

import msgspec

from tablewright.rules import Refused
from tablewright.rules.state import get_path, leaf_paths, set_path, type_at_path
from tablewright.rules.widgets import AnyWidget, Panel, strip_offers

from .labels import panels_by_key

MAX_VALUES = 24
"""As many values as one word is likely to be made of."""

DrawPanels: TypeAlias = Callable[[Any], tuple[Panel, ...]]
"""A state as a sheet."""


class EditableValue(msgspec.Struct, frozen=True):
    """A value that can be set by hand: where it stands, what it is called there, and what it may be."""

    path: str
    label: str
    kind: Literal["number", "flag", "choice", "text"]
    value: Any
    choices: tuple[str, ...] = ()


def find_values_behind(state: Any, draws: DrawPanels, panel: str, label: str) -> tuple[EditableValue, ...]:
    """The values behind one word of one panel, most its own first: what shows there, and moves little else."""
    drawn = draws(state)
    word = find_widget(drawn, panel, label)
    if word is None:
        raise Refused("That is no longer on the sheet.")
    found: list[tuple[tuple[bool, int], EditableValue]] = []
    thing = panels_by_key(drawn)[panel].of
    for value in filter(None, (value_at(state, path, thing) for path in leaf_paths(state))):
        sheets = (moved for moved in _moves(state, draws, value) if not _same(find_widget(moved, panel, label), word))
        moved = next(sheets, None)
        if moved is not None:
            found.append(((not _shows(word, value), _differ(drawn, moved)), value))
    return tuple(value for _, value in sorted(found, key=lambda rated: rated[0])[:MAX_VALUES])


def value_at(state: Any, path: str, thing: str = "") -> EditableValue | None:
    """The value at a path, if it is one that people set: a number, a yes or no, one of a few words, or text."""
    value, hint, words = get_path(state, path), type_at_path(state, path), path.split(".")
    name = " · ".join(words[words.index(thing) + 1 :] if thing in words else words[-2:]).replace("_", " ")
    if isinstance(value, bool):
        return EditableValue(path, name, "flag", value)
    if isinstance(value, int):
        return EditableValue(path, name, "number", value)
    if not isinstance(value, str) or path.endswith((".id", ".player")):
        return None
    choices = tuple(map(str, get_args(hint))) if get_origin(hint) is Literal else ()
    return EditableValue(path, name, "choice" if choices else "text", value, choices)


def find_widget(panels: tuple[Panel, ...], panel: str, label: str) -> AnyWidget | None:
    """The word that goes by this label in the panel of this key, or in one inside it."""
    found = panels_by_key(panels).get(panel)
    return next((word for word in _words(found) if widget_label(word) == label), None) if found else None


def widget_label(word: AnyWidget) -> str:
    """What a word goes by on the sheet."""
    return str(getattr(word, "label", "") or getattr(word, "title", "") or getattr(word, "text", ""))


def _words(panel: Panel) -> Iterator[AnyWidget]:
    for word in panel.words:
        yield word
        if isinstance(word, Panel):
            yield from _words(word)


def _moves(state: Any, draws: DrawPanels, value: EditableValue) -> Iterator[tuple[Panel, ...]]:
    """The sheet with the value a little different, in each way that can be tried and drawn."""
    for other in _others(value):
        with suppress(Refused, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError):
            yield draws(set_path(state, value.path, other))  # no rule looked after it: some states cannot be drawn


def _others(value: EditableValue) -> Iterator[Any]:
    if value.kind == "flag":
        yield not value.value
    elif value.kind == "number":
        yield from (value.value + 1, value.value - 1, 0)
    elif value.kind == "choice":
        yield from (choice for choice in value.choices if choice != value.value)
    else:
        yield f"{value.value} and more"


def _same(one: AnyWidget | None, other: AnyWidget) -> bool:
    return one is None or strip_offers(one) == strip_offers(other)


def _shows(word: AnyWidget, value: EditableValue) -> bool:
    """Whether the word shows the very value: its number, whether it is so, or its words; or goes by its name."""
    if value.label.rpartition(" · ")[2].casefold() in widget_label(word).casefold():
        return True
    shown = [getattr(word, name, None) for name in ("value", "on", "filled", "dice", "text", "state")]
    if value.kind in ("number", "flag"):
        return any(part == value.value and type(part) is type(value.value) for part in shown)
    return bool(value.value) and any(value.value.casefold() in str(part).casefold() for part in shown)


def _differ(one: tuple[Panel, ...], other: tuple[Panel, ...]) -> int:
    """How many words two sheets differ in."""
    before, after = ([w for panel in panels for w in _words(panel)] for panels in (one, other))
    return sum(a != b for a, b in zip(before, after, strict=False)) + abs(len(before) - len(after))
