"""What stands behind a word of a sheet: the values that a master may set by hand from where they show.

No game says so. Each value of the state is changed a little and the sheet is drawn anew: what moves the word is behind
it. Nothing is done by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Literal, TypeAlias, get_args, get_origin

import msgspec

from tablewright.kernel.errors import Refused
from tablewright.kernel.state import at, hint_at, paths, put
from tablewright.kernel.view import AnyWord, Panel, without_offers

from .naming import keyed

MOST = 24
"""As many values as one word is likely to be made of."""

Draws: TypeAlias = Callable[[Any], tuple[Panel, ...]]
"""A state as a sheet."""


class Value(msgspec.Struct, frozen=True):
    """A value that can be set by hand: where it stands, what it is called there, and what it may be."""

    path: str
    label: str
    kind: Literal["number", "flag", "choice", "text"]
    value: Any
    choices: tuple[str, ...] = ()


def behind(state: Any, draws: Draws, panel: str, label: str) -> tuple[Value, ...]:
    """The values behind one word of one panel, most its own first: what shows there, and moves little else."""
    drawn = draws(state)
    word = labelled(drawn, panel, label)
    if word is None:
        raise Refused("That is no longer on the sheet.")
    found: list[tuple[tuple[bool, int], Value]] = []
    thing = keyed(drawn)[panel].of
    for value in filter(None, (value_at(state, path, thing) for path in paths(state))):
        sheets = (moved for moved in _moves(state, draws, value) if not _same(labelled(moved, panel, label), word))
        moved = next(sheets, None)
        if moved is not None:
            found.append(((not _shows(word, value), _differ(drawn, moved)), value))
    return tuple(value for _, value in sorted(found, key=lambda rated: rated[0])[:MOST])


def value_at(state: Any, path: str, thing: str = "") -> Value | None:
    """The value at a path, if it is one that people set: a number, a yes or no, one of a few words, or text."""
    value, hint, words = at(state, path), hint_at(state, path), path.split(".")
    name = " · ".join(words[words.index(thing) + 1 :] if thing in words else words[-2:]).replace("_", " ")
    if isinstance(value, bool):
        return Value(path, name, "flag", value)
    if isinstance(value, int):
        return Value(path, name, "number", value)
    if not isinstance(value, str) or path.endswith((".id", ".player")):
        return None
    choices = tuple(map(str, get_args(hint))) if get_origin(hint) is Literal else ()
    return Value(path, name, "choice" if choices else "text", value, choices)


def labelled(panels: tuple[Panel, ...], panel: str, label: str) -> AnyWord | None:
    """The word that goes by this label in the panel of this key, or in one inside it."""
    found = keyed(panels).get(panel)
    return next((word for word in _words(found) if called(word) == label), None) if found else None


def called(word: AnyWord) -> str:
    """What a word goes by on the sheet."""
    return str(getattr(word, "label", "") or getattr(word, "title", "") or getattr(word, "text", ""))


def _words(panel: Panel) -> Iterator[AnyWord]:
    for word in panel.words:
        yield word
        if isinstance(word, Panel):
            yield from _words(word)


def _moves(state: Any, draws: Draws, value: Value) -> Iterator[tuple[Panel, ...]]:
    """The sheet with the value a little different, in each way that can be tried and drawn."""
    for other in _others(value):
        with suppress(Refused, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError):
            yield draws(put(state, value.path, other))  # no rule looked after it: some states cannot be drawn


def _others(value: Value) -> Iterator[Any]:
    if value.kind == "flag":
        yield not value.value
    elif value.kind == "number":
        yield from (value.value + 1, value.value - 1, 0)
    elif value.kind == "choice":
        yield from (choice for choice in value.choices if choice != value.value)
    else:
        yield f"{value.value} and more"


def _same(one: AnyWord | None, other: AnyWord) -> bool:
    return one is None or without_offers(one) == without_offers(other)


def _shows(word: AnyWord, value: Value) -> bool:
    """Whether the word shows the very value: its number, whether it is so, or its words; or goes by its name."""
    if value.label.rpartition(" · ")[2].casefold() in called(word).casefold():
        return True
    shown = [getattr(word, name, None) for name in ("value", "on", "filled", "dice", "text", "state")]
    if value.kind in ("number", "flag"):
        return any(part == value.value and type(part) is type(value.value) for part in shown)
    return bool(value.value) and any(value.value.casefold() in str(part).casefold() for part in shown)


def _differ(one: tuple[Panel, ...], other: tuple[Panel, ...]) -> int:
    """How many words two sheets differ in."""
    before, after = ([w for panel in panels for w in _words(panel)] for panels in (one, other))
    return sum(a != b for a, b in zip(before, after, strict=False)) + abs(len(before) - len(after))
