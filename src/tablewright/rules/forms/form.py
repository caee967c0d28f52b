"""Forms: what somebody fills in to take an action, to start a scenario or to rule on an open question."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tablewright.rules.errors import GameError, Refused, UnknownName, source_location
from tablewright.rules.forms.field import FormField
from tablewright.rules.text import join_choices, to_json_value

from .param import ActingSeat, Param, StateAtRoll
from .ruling import Ruling, Rulings


class Form(msgspec.Struct, frozen=True):
    """Fields in the order they are asked. `title` is what it is a form of; `me` the parameter told who fills it in,
    `then` the one told how things stood when the dice fell.
    """

    title: str
    fields: tuple[FormField, ...]
    me: str = ""
    then: str = ""

    @staticmethod
    def of(title: str, fn: Callable[..., Any]) -> Form:
        """The form of a function: its parameters after the first, which is what it works on."""
        try:
            return Form(title, *_asked(fn))
        except GameError as fault:
            raise GameError(fault.text, source_location(fn)) from None
        except (NameError, TypeError) as error:  # a type that is not there, or is none
            raise GameError(f"{fn.__qualname__}: {error}.", source_location(fn)) from None

    @staticmethod
    def of_rulings(title: str, rulings: type[Rulings]) -> Form:
        """The form of a game's house rulings, each with its question and its default."""
        hints = typing.get_type_hints(rulings, include_extras=True)
        fields = []
        for known in msgspec.structs.fields(rulings):
            hint = hints[known.name]
            note = next((n for n in getattr(hint, "__metadata__", ()) if isinstance(n, Ruling)), None)
            if note is None:
                raise GameError(f"{rulings.__qualname__}.{known.name} needs a Ruling that says what it decides.")
            if known.required:
                raise GameError(f"{rulings.__qualname__}.{known.name} needs a default: the ledger's reading.")
            parameter = inspect.Parameter(known.name, inspect.Parameter.KEYWORD_ONLY, default=known.default)
            hint = typing.get_args(hint)[0]
            fields.append(FormField.of(rulings.__qualname__, parameter, hint, note.param, note.cites))
        return Form(title, tuple(fields))

    def read(self, given: Mapping[str, Any], state: Any = None) -> dict[str, Any]:
        """The values meant; refused with a sentence that says what is missing, unknown or not legal."""
        by_name = {f.name: f for f in self.fields}
        for name in given:
            if name not in by_name:
                raise UnknownName(f"parameter of {self.title}", name, by_name)
        out: dict[str, Any] = {}
        for name, field in by_name.items():
            if name in given:
                out[name] = field.read(given[name], state, out)
            elif field.required:
                choices = field.choices(state, out)
                hint = f" {join_choices(choices)}" if choices is not None else ""
                raise Refused(f"{self.title} needs {name}: {field.doc.rstrip('.')}.{hint}", name)
            else:
                out[name] = field.default
        return out

    def schema(self, state: Any = None, **said: str) -> dict[str, Any]:
        """JSON schema of the whole form; with a state, of what is legal in it."""
        return {
            **said,
            "type": "object",
            "properties": {f.name: f.schema(state) for f in self.fields},
            "required": [f.name for f in self.fields if f.required],
            "additionalProperties": False,
        }


def to_recorded_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a form as the journal keeps them."""
    return {name: to_json_value(value) for name, value in values.items()}


def _asked(fn: Callable[..., Any]) -> tuple[tuple[FormField, ...], str, str]:
    """What a function's parameters ask for, and which of them are told who fills in the form and how things stood."""
    hints = typing.get_type_hints(fn, include_extras=True)
    fields, me, then = [], "", ""
    for name, parameter in list(inspect.signature(fn).parameters.items())[1:]:
        hint = hints.get(name)
        notes = getattr(hint, "__metadata__", ())
        if any(isinstance(note, ActingSeat) for note in notes):
            me = name
            continue
        if any(isinstance(note, StateAtRoll) for note in notes):
            then = name
            continue
        param = next((note for note in notes if isinstance(note, Param)), None)
        if param is None or hint is None:
            raise GameError(f"{fn.__qualname__}: the parameter {name} needs a type and a Param that documents it.")
        fields.append(FormField.of(fn.__qualname__, parameter, typing.get_args(hint)[0], param))
    return tuple(fields), me, then
