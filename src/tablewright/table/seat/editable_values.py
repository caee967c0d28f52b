"""Values behind a widget, which a master may set by hand from where they show.

No game declares them. Each value of a copy of the state is changed a little and the sheet is drawn anew. The values
that change the widget are behind it.
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
"""As many values as one widget is likely to show."""

DrawPanels: TypeAlias = Callable[[Any], tuple[Panel, ...]]
"""Draws a state as a sheet."""


class EditableValue(msgspec.Struct, frozen=True):
    """A value that can be set by hand: its path in the state, its name there, and what it may be."""

    path: str
    label: str
    kind: Literal["number", "flag", "choice", "text"]
    value: Any
    choices: tuple[str, ...] = ()


def find_values_behind(state: Any, draws: DrawPanels, panel: str, label: str) -> tuple[EditableValue, ...]:
    """Return the values behind one widget of one panel. Those that it shows and that change little else come first."""
    drawn = draws(state)
    widget = find_widget(drawn, panel, label)
    if widget is None:
        raise Refused("That is no longer on the sheet.")
    found: list[tuple[tuple[bool, int], EditableValue]] = []
    thing = panels_by_key(drawn)[panel].of
    for value in filter(None, (value_at(state, path, thing) for path in leaf_paths(state))):
        sheets = (moved for moved in _moves(state, draws, value) if not _same(find_widget(moved, panel, label), widget))
        moved = next(sheets, None)
        if moved is not None:
            found.append(((not _shows(widget, value), _differ(drawn, moved)), value))
    return tuple(value for _, value in sorted(found, key=lambda rated: rated[0])[:MAX_VALUES])


def value_at(state: Any, path: str, thing: str = "") -> EditableValue | None:
    """Return the value at a path, if people set such values: a number, a flag, a choice or text."""
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
    """Return the widget with this label in the panel with this key, or in a panel inside it."""
    found = panels_by_key(panels).get(panel)
    return next((widget for widget in found.walk() if widget.label == label), None) if found else None


def _moves(state: Any, draws: DrawPanels, value: EditableValue) -> Iterator[tuple[Panel, ...]]:
    """Yield the sheet with the value changed, in each way that can be drawn."""
    for other in _others(value):
        with suppress(Refused, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError):
            yield draws(set_path(state, value.path, other))  # no rule has checked the state


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


def _shows(widget: AnyWidget, value: EditableValue) -> bool:
    """True if the widget is named after the value, or shows its number, flag or text."""
    if value.label.rpartition(" · ")[2].casefold() in widget.label.casefold():
        return True
    row = widget.row()
    if value.kind in ("number", "flag"):
        return row.value == value.value and type(row.value) is type(value.value)
    return bool(value.value) and any(value.value.casefold() in text.casefold() for text in (row.state, row.text or ""))


def _differ(one: tuple[Panel, ...], other: tuple[Panel, ...]) -> int:
    """Return in how many widgets two sheets differ."""
    before, after = ([widget for panel in panels for widget in panel.walk()] for panels in (one, other))
    return sum(a != b for a, b in zip(before, after, strict=False)) + abs(len(before) - len(after))
