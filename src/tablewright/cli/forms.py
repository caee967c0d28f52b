"""Asking a person for what an action needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.markup import escape

from tablewright.kernel.errors import Refused
from tablewright.kernel.params import Field, written
from tablewright.kernel.rule import Action

MOST_LISTED = 40


def fill(
    out: Console, read: Callable[[str], str], action: Action[Any], given: dict[str, Any], seen: Any
) -> dict[str, Any]:
    """The parameters of an action: those given, and those asked for. An empty line takes the default.

    Whoever gives some on the line is asked only for what is still needed.
    """
    if not set(given) <= {f.name for f in action.fields}:
        action.read(given, seen)  # refuses, with the nearest names
    params = dict(given)
    for field in action.fields:
        if field.name in params or (given and not field.required):
            continue
        value = _ask(out, read, field, seen)
        if value is not None:
            params[field.name] = value
    return params


def _ask(out: Console, read: Callable[[str], str], field: Field, seen: Any) -> str | None:
    choices = field.choices(seen)
    if choices is not None and len(choices) == 1 and field.required and not field.many:
        return written(choices[0])
    listed = choices if choices is not None and field.kind != "int" and len(choices) <= MOST_LISTED else ()
    words = "   ".join(f"[head]{i}[/] {escape(written(c))}" for i, c in enumerate(listed, 1))
    several = " (several, with commas)" if field.many else ""
    out.print(f"  {escape(field.doc)}{several}{f':  {words}' if words else ''}")
    hint = "" if field.required else f" [{written(field.default)}]"
    while True:
        text = read(f"  {field.name}{hint}: ")
        if not text and not field.required:
            return None
        text = (
            ",".join(_meant(part.strip(), listed) for part in text.split(",")) if field.many else _meant(text, listed)
        )
        try:
            field.read(text, seen)
            return text
        except Refused as refused:
            out.print(f"  [bad]{escape(str(refused))}[/]")


def _meant(text: str, listed: tuple[Any, ...]) -> str:
    """A number from the list stands for what it numbers, unless it is itself one of the values."""
    if text.isdigit() and 1 <= int(text) <= len(listed) and text not in {written(c) for c in listed}:
        return written(listed[int(text) - 1])
    return text
