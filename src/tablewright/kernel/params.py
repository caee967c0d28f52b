"""The parameters of an action: typed and documented once, they become forms, command-line flags and JSON schema."""

from __future__ import annotations

import enum
import inspect
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any, Literal, Union

import msgspec

from .effects import in_words
from .errors import Faulty, Refused

MOST_TEXT = 2000
MOST_LISTED = 1000
"""Whole numbers a form lists; a wider range is given by its bounds."""


class Param(msgspec.Struct, frozen=True):
    """What stands beside a parameter's type: `Annotated[int, Param("Dice in the pool", min=0, max=6)]`.

    `min` and `max` bound a number; `max` is the longest a text may be. `among` gives the legal values in a state.
    `mine` marks the character who acts: only who plays them may. `examples` are what a form shows in an empty field,
    and what random play tries.
    """

    doc: str
    min: int | None = None
    max: int | None = None
    among: Callable[[Any], Iterable[Any]] | None = None
    mine: bool = False
    examples: tuple[str, ...] = ()


class Me(msgspec.Struct, frozen=True):
    """`me: Annotated[str, Me()]` is filled in with the seat that acts; nobody is asked for it."""


class Field(msgspec.Struct, frozen=True):
    """One parameter of an action."""

    name: str
    kind: Literal["int", "bool", "text", "choice"]
    doc: str
    required: bool
    default: Any = None
    many: bool = False
    optional: bool = False
    values: tuple[Any, ...] = ()
    param: Param = Param("")

    def choices(self, state: Any) -> tuple[Any, ...] | None:
        """The values to choose from in this state; None if they cannot be listed."""
        if self.param.among is not None:
            return tuple(self.param.among(state))
        if self.kind == "choice":
            return self.values
        if self.kind == "bool":
            return (False, True)
        low, high = self.param.min, self.param.max
        if self.kind == "int" and low is not None and high is not None and high - low < MOST_LISTED:
            return tuple(range(low, high + 1))
        return None

    def read(self, raw: Any, state: Any) -> Any:
        """The value meant by what a form, a flag or a JSON document says; refused with what would be legal.

        The default is always legal: a journal writes it down like any other value.
        """
        if not self.required and type(raw) is type(usual := writable(self.default)) and raw == usual:
            return self.default
        if self.optional and raw in (None, "", "none"):
            return None
        if self.many:
            if isinstance(raw, str):
                raw = [part.strip() for part in raw.split(",") if part.strip()]
            if not isinstance(raw, list | tuple):
                raise Refused(f"{self.name} is a list, such as one,two.")
            return tuple(self._one(part, state) for part in raw)
        return self._one(raw, state)

    def _one(self, raw: Any, state: Any) -> Any:
        choices = self.choices(state)
        if choices is not None and self.kind != "int":
            for value in choices:
                if raw is value or (raw == value and type(raw) is type(value)) or str(raw) == written(value):
                    return value
            if isinstance(raw, str):
                for value in choices:
                    if raw.casefold() in (written(value).casefold(), in_words(value).casefold()):
                        return value
            raise Refused(f"{self.name} cannot be {raw!r}. {listed(choices)}")
        if self.kind == "int":
            return self._int(raw, choices)
        most = self.param.max or MOST_TEXT
        if not isinstance(raw, str) or len(raw) > most:
            raise Refused(f"{self.name} is a text of at most {most} characters.")
        return raw

    def _int(self, raw: Any, choices: tuple[Any, ...] | None) -> int:
        try:
            value = int(raw) if isinstance(raw, str) and len(raw) < 20 else raw
        except ValueError:
            value = None
        if isinstance(value, bool) or not isinstance(value, int):
            raise Refused(f"{self.name} is a whole number, not {str(raw)[:40]!r}.")
        low, high = self.param.min, self.param.max
        if (low is not None and value < low) or (high is not None and value > high):
            raise Refused(f"{self.name} is {_bounds(low, high)}, not {value}.")
        if choices is not None and value not in choices:
            raise Refused(f"{self.name} cannot be {value}. {listed(choices)}")
        return value

    def schema(self, state: Any = None) -> dict[str, Any]:
        """JSON schema of this parameter; with a state, its legal values now."""
        out: dict[str, Any] = {"type": {"int": "integer", "bool": "boolean"}.get(self.kind, "string")}
        if self.kind == "int":
            out |= {k: v for k, v in (("minimum", self.param.min), ("maximum", self.param.max)) if v is not None}
        elif self.kind == "text":
            out["maxLength"] = self.param.max or MOST_TEXT
        if self.param.examples:
            out["examples"] = list(self.param.examples)
        live = self.param.among is not None
        choices = self.choices(state) if (state is not None or not live) and self.kind != "bool" else None
        if choices is not None and (live or self.kind == "choice"):
            out["enum"] = [v if self.kind == "int" else written(v) for v in choices]
        if self.many:
            out = {"type": "array", "items": out}
        if self.optional:
            out["type"] = [out["type"], "null"]
            out |= {"enum": [*out["enum"], None]} if "enum" in out else {}
        out["description"] = self.doc
        if not self.required:
            out["default"] = writable(self.default)
        return out


def written(value: Any) -> str:
    """A value as it is written in a journal, a flag or a form."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, enum.Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return ",".join(written(v) for v in value) or "none"
    if isinstance(value, msgspec.Struct):
        return ":".join(written(v) for v in msgspec.structs.astuple(value))
    return "none" if value is None else str(value)


def writable(value: Any) -> Any:
    """A parameter's value as JSON."""
    if isinstance(value, tuple):
        return [writable(v) for v in value]
    if value is None or isinstance(value, bool | str) or (isinstance(value, int) and not isinstance(value, enum.Enum)):
        return value
    return written(value)


def listed(choices: Iterable[Any]) -> str:
    shown = [written(v) for v in choices]
    if not shown:
        return "There is nothing to choose from now."
    return "Choose from: " + ", ".join(shown[:20]) + (" …" if len(shown) > 20 else "") + "."


def _bounds(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"between {low} and {high}"
    return f"at least {low}" if low is not None else f"at most {high}"


def fields_of(fn: Callable[..., Any]) -> tuple[tuple[Field, ...], str]:
    """The fields of an action's function (after the state), and the name of its `Me` parameter, if any."""
    hints = typing.get_type_hints(fn, include_extras=True)
    fields, me = [], ""
    for name, parameter in list(inspect.signature(fn).parameters.items())[1:]:
        hint = hints.get(name)
        notes = getattr(hint, "__metadata__", ())
        if any(isinstance(note, Me) for note in notes):
            me = name
            continue
        param = next((note for note in notes if isinstance(note, Param)), None)
        if param is None or hint is None:
            raise Faulty(f"{fn.__qualname__}: the parameter {name} needs a type and a Param that documents it.")
        fields.append(_field(fn, parameter, typing.get_args(hint)[0], param))
    return tuple(fields), me


def _field(fn: Callable[..., Any], parameter: inspect.Parameter, hint: Any, param: Param) -> Field:
    many = optional = False
    if typing.get_origin(hint) in (Union, types.UnionType):
        inner = [a for a in typing.get_args(hint) if a is not type(None)]
        if len(inner) > 1:
            raise Faulty(f"{fn.__qualname__}: no form can ask for {parameter.name}: {hint}.")
        optional, hint = True, inner[0]
    if typing.get_origin(hint) is tuple:
        many, hint = True, typing.get_args(hint)[0]
    values: tuple[Any, ...] = ()
    kind: Literal["int", "bool", "text", "choice"]
    if typing.get_origin(hint) is Literal:
        kind, values = "choice", typing.get_args(hint)
    elif isinstance(hint, type) and issubclass(hint, enum.Enum):
        kind, values = "choice", tuple(hint)
    elif hint is bool:
        kind = "bool"
    elif hint is int:
        kind = "int"
    elif hint is str:
        kind = "choice" if param.among else "text"
    else:
        raise Faulty(f"{fn.__qualname__}: no form can ask for {parameter.name}: {hint}.")
    required = parameter.default is inspect.Parameter.empty
    default = None if required else parameter.default
    return Field(parameter.name, kind, param.doc, required, default, many, optional, values, param)
