"""Asking a person for what an action needs."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape

from tablewright.kernel.action import Action
from tablewright.kernel.errors import Refused, Unknown
from tablewright.kernel.field import Field, written

MOST_LISTED = 40


class Form:
    """Asks one person for the parameters of one action. `names` is what people call those who go by an id."""

    def __init__(self, out: Console, read: Callable[[str], str], seen: Any, names: Mapping[str, str]) -> None:
        self.out, self.read, self.seen, self.names = out, read, seen, names

    def fill(self, action: Action[Any], given: dict[str, Any]) -> dict[str, Any]:
        """The parameters of an action: those given, and those asked for.

        Whoever gives some on the line is asked only for what is still needed. What need not be said is asked last,
        and an empty line leaves it.
        """
        if not set(given) <= {f.name for f in action.fields}:
            action.read(given, self.seen)  # refuses, with the nearest names
        params = dict(given)
        for field in action.fields:
            if field.required and field.name not in params:
                params[field.name] = self._ask(field)
        others = [f for f in action.fields if not f.required]
        if others and not given:
            params |= self._also(others)
        return params

    def _called(self, choice: Any) -> str:
        """A choice with the name people know it by, if it has another."""
        id = written(choice)
        name = self.names.get(id, id)
        return escape(name if name.casefold() == id.casefold() else f"{name} ({id})" if name != id else id)

    def _ask(self, field: Field) -> str:
        choices = field.choices(self.seen)
        if choices is not None and len(choices) == 1 and field.required and not field.many:
            return written(choices[0])
        listed = choices if choices is not None and field.kind != "int" and len(choices) <= MOST_LISTED else ()
        words = "   ".join(f"[head]{i}[/] {self._called(c)}" for i, c in enumerate(listed, 1))
        several = " (several, with commas)" if field.many else ""
        self.out.print(f"  {escape(field.doc)}{several}{f':  {words}' if words else ''}")
        hint = "" if field.required else f" [{written(field.default)}]"
        while True:
            text = self.read(f"  {field.name}{hint}: ")
            if not text and not field.required:
                return ""
            parts = [_meant(part.strip(), listed) for part in text.split(",")] if field.many else [_meant(text, listed)]
            try:
                field.read(",".join(parts), self.seen)
                return ",".join(parts)
            except Refused as refused:
                self.out.print(f"  [bad]{escape(str(refused))}[/]")

    def _also(self, fields: list[Field]) -> dict[str, str]:
        """What need not be said: one is asked for, several are listed and named in one line."""
        if len(fields) == 1:
            said = self._ask(fields[0])
            return {fields[0].name: said} if said else {}
        for field in fields:
            choices = (field.choices(self.seen) or ())[:MOST_LISTED] if field.kind == "choice" else ()
            among = f": {', '.join(self._called(c) for c in choices)}" if choices else ""
            default = escape(f"[{written(field.default)}]")
            self.out.print(f"  [quiet]{field.name} {default}  {escape(field.doc)}{among}[/]")
        while True:
            text = self.read("  also (name=value …, or nothing): ")
            try:
                return _named(text, fields, self.seen)
            except (Refused, ValueError) as error:
                self.out.print(f"  [bad]{escape(str(error))}[/]")


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


def _meant(text: str, listed: tuple[Any, ...]) -> str:
    """A number from the list stands for what it numbers, unless it is itself one of the values."""
    if text.isdigit() and 1 <= int(text) <= len(listed) and text not in {written(c) for c in listed}:
        return written(listed[int(text) - 1])
    return text
