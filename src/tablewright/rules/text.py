"""Values as text: words for people, keys for journals and flags, plain JSON."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any

import msgspec


def option_text(value: Any) -> str:
    """Return an option as a person reads it, where its rule gives no better words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return ", ".join(option_text(v) for v in value) or "none"
    name = getattr(value, "name", None)
    return str(name).replace("_", " ").lower() if isinstance(name, str) else str(value)


def to_json_value(value: Any) -> Any:
    """Return a value as plain JSON: what a field takes back and reads as the same value."""
    if isinstance(value, tuple):
        return [to_json_value(v) for v in value]
    if value is None or isinstance(value, bool | str) or (isinstance(value, int) and not isinstance(value, enum.Enum)):
        return value
    return to_key(value)


def join_choices(choices: Iterable[Any]) -> str:
    """Return the sentence that lists up to twenty choices by their keys."""
    shown = [to_key(v) for v in choices]
    if not shown:
        return "There is nothing to choose from now."
    return "Choose from: " + ", ".join(shown[:20]) + (" …" if len(shown) > 20 else "") + "."


def to_key(value: Any) -> str:
    """Return the text of a value in a journal, a flag or a form."""
    if type(value) is str:
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, enum.Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return ",".join(to_key(v) for v in value) or "none"
    if isinstance(value, msgspec.Struct):
        return ":".join(to_key(v) for v in msgspec.structs.astuple(value))
    return "none" if value is None else str(value)
