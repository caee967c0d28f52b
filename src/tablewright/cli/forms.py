"""Asking a person for what an action needs."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.markup import escape

from tablewright.kernel.errors import Refused, Unknown
from tablewright.kernel.params import Field, written
from tablewright.kernel.rule import Action

MOST_LISTED = 40


def fill(
    out: Console, read: Callable[[str], str], action: Action[Any], given: dict[str, Any], seen: Any
) -> dict[str, Any]:
    """The parameters of an action: those given, and those asked for.

    Whoever gives some on the line is asked only for what is still needed. What need not be said is asked last, and an
    empty line leaves it.
    """
    if not set(given) <= {f.name for f in action.fields}:
        action.read(given, seen)  # refuses, with the nearest names
    params = dict(given)
    for field in action.fields:
        if field.required and field.name not in params:
            params[field.name] = _ask(out, read, field, seen)
    others = [f for f in action.fields if not f.required]
    if others and not given:
        params |= _also(out, read, others, seen)
    return params


def _also(out: Console, read: Callable[[str], str], fields: list[Field], seen: Any) -> dict[str, str]:
    """What need not be said: one is asked for, several are listed and named in one line."""
    if len(fields) == 1:
        said = _ask(out, read, fields[0], seen)
        return {fields[0].name: said} if said else {}
    for field in fields:
        choices = field.choices(seen) or ()
        among = (
            f": {', '.join(written(c) for c in choices[:MOST_LISTED])}" if choices and field.kind == "choice" else ""
        )
        out.print(f"  [quiet]{field.name} \\[{escape(written(field.default))}]  {escape(field.doc)}{escape(among)}[/]")
    while True:
        text = read("  also (name=value …, or nothing): ")
        try:
            return _named(text, fields, seen)
        except (Refused, ValueError) as error:
            out.print(f"  [bad]{escape(str(error))}[/]")


def _named(text: str, fields: list[Field], seen: Any) -> dict[str, str]:
    by_name, out = {f.name: f for f in fields}, {}
    for word in shlex.split(text):
        name, sep, value = word.partition("=")
        if not sep:
            raise Refused(f"{word!r} should be name=value.")
        if name not in by_name:
            raise Unknown("option", name, by_name)
        by_name[name].read(value, seen)
        out[name] = value
    return out


def _ask(out: Console, read: Callable[[str], str], field: Field, seen: Any) -> str:
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
            return ""
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
