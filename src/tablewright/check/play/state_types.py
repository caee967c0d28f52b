"""States whose fields hold another type than declared, and the line that caused it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from tablewright.catalog import relative_to_folder
from tablewright.rules.state import State, find_type_error


def find_state_error(state: Any, kind: type[State]) -> str:
    """Describe how a state violates its declared types; empty if it doesn't."""
    try:
        if msgspec.json.decode(msgspec.json.encode(state), type=kind) == state:
            return ""
    except (msgspec.MsgspecError, TypeError, ValueError):
        pass
    return find_type_error(state, kind)


def field_of(wrong: str) -> str:
    """The field that a sentence of `find_state_error` is about."""
    return wrong.partition(" holds ")[0]


def first_bad_line(play: Callable[[], Any], folder: Path) -> str:
    """Find the author's line that first made an invalid state, by running the play again under a tracer."""
    last: dict[FrameType, int] = {}
    found: list[str] = []

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        file = relative_to_folder(folder, frame.f_code.co_filename)
        if not file or found:
            return None
        if event == "return" and _wrong(arg):
            found.append(f"{file}:{frame.f_lineno}")
        elif event == "line":
            if any(map(_wrong, frame.f_locals.values())):
                found.append(f"{file}:{last.get(frame, frame.f_code.co_firstlineno)}")
            last[frame] = frame.f_lineno
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        play()
    finally:
        sys.settrace(before)
    return found[0] if found else ""


def _wrong(value: Any) -> bool:
    return isinstance(value, State) and bool(find_type_error(value, type(value)))
