"""One field of a form: typed and documented once, it becomes a question, a command-line flag and JSON schema."""

from __future__ import annotations

import enum
import inspect
import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, Union

import msgspec

from tablewright.rules.errors import GameError, Refused
from tablewright.rules.text import join_choices, option_text, to_json_value, to_key

from .option import FieldOption
from .option_cache import OptionCache, depends_on_values
from .param import Param

MAX_TEXT = 2000
MAX_DIGITS = 20
MAX_LISTED = 1000
"""Whole numbers a form lists; a wider range is given by its bounds."""

OPTION_CACHE = OptionCache()
NO_VALUES: Mapping[str, Any] = types.MappingProxyType({})

FieldKind: TypeAlias = Literal["int", "bool", "text", "choice"]


class FormField(msgspec.Struct, frozen=True):
    """One thing a form asks for. `cites` is the ledger id it turns, if it is a house ruling."""

    name: str
    kind: FieldKind
    doc: str
    required: bool
    default: Any
    many: bool
    optional: bool
    values: tuple[Any, ...]
    param: Param
    cites: str

    @staticmethod
    def of(whose: str, parameter: inspect.Parameter, hint: Any, param: Param, cites: str = "") -> FormField:
        """The field of a parameter with this type; faulty if no form could ask for it."""
        wrong = GameError(f"{whose}: no form can ask for {parameter.name}: {hint}.")
        many = optional = False
        if typing.get_origin(hint) in (Union, types.UnionType):
            inner = [a for a in typing.get_args(hint) if a is not type(None)]
            if len(inner) > 1:
                raise wrong
            optional, hint = True, inner[0]
        if typing.get_origin(hint) is tuple:
            many, hint = True, typing.get_args(hint)[0]
        kind, values = _kind(hint, param)
        if kind is None:
            raise wrong
        required = parameter.default is inspect.Parameter.empty
        default = None if required else parameter.default
        return FormField(parameter.name, kind, param.doc, required, default, many, optional, values, param, cites)

    @property
    def called(self) -> str:
        """What people call the field."""
        return self.param.label or self.name.replace("_", " ")

    def word(self, value: Any) -> Any:
        """A value of it; its own word, where it is nothing and the field has one for that."""
        return self.param.none or None if value is None else value

    def picks(self, state: Any, given: Mapping[str, Any] = NO_VALUES) -> tuple[FieldOption, ...] | None:
        """All that this field lists in this state, the impossible with its reason; None if it cannot be listed."""
        among = self.param.among
        if among is not None:
            return OPTION_CACHE.made(among, state, given)
        if self.kind == "choice":
            return tuple(map(FieldOption, self.values))
        if self.kind == "bool":
            return FieldOption(False), FieldOption(True)
        low, high = self.param.min, self.param.max
        if self.kind == "int" and low is not None and high is not None and high - low < MAX_LISTED:
            return tuple(map(FieldOption, range(low, high + 1)))
        return None

    def choices(self, state: Any, given: Mapping[str, Any] = NO_VALUES) -> tuple[Any, ...] | None:
        """The values to choose from in this state; None if they cannot be listed."""
        picks = self.picks(state, given)
        return None if picks is None else tuple(pick.value for pick in picks if not pick.why_not)

    def at_hand(self, state: Any, given: Mapping[str, Any] = NO_VALUES) -> tuple[Any, ...] | None:
        """The values to choose from, as far as they can be told: None, too, while what they depend on is not given."""
        try:
            return self.choices(state, given)
        except (Refused, LookupError, TypeError, AttributeError, ValueError):
            if self.param.among is None or not depends_on_values(self.param.among):
                raise
            return None

    def applies(self, state: Any, given: Mapping[str, Any] = NO_VALUES) -> bool:
        """Whether it is there at all, with the fields before it filled in like this."""
        return self.required or self.param.applies is None or self.param.applies(state, given)

    def read(self, raw: Any, state: Any, given: Mapping[str, Any] = NO_VALUES) -> Any:
        """The value meant by what a form, a flag or a JSON document says; refused with what would be legal.

        The default is always legal: a journal writes it down like any other value.
        """
        if not self.required and type(raw) is type(usual := to_json_value(self.default)) and raw == usual:
            return self.default
        if self.optional and (raw is None or raw in ("", "none") or self._is_none(raw)):
            return None
        picks = self.picks(state, given)
        if self.many:
            if isinstance(raw, str):
                raw = [part.strip() for part in raw.split(",") if part.strip()]
            if not isinstance(raw, list | tuple):
                raise Refused(f"{self.name} is a list, such as one,two.", self.name)
            return tuple(self._one(part, picks) for part in raw)
        return self._one(raw, picks)

    def _is_none(self, raw: Any) -> bool:
        return isinstance(raw, str) and raw.casefold() == self.param.none.casefold()

    def _one(self, raw: Any, picks: tuple[FieldOption, ...] | None) -> Any:
        if self.kind == "int":
            return self._int(raw, picks)
        if picks is not None:
            # A value as a journal writes it means itself, whoever else bears that name.
            itself = str(raw)
            found = next((pick for pick in picks if itself == to_key(pick.value)), None)
            found = found or next((pick for pick in picks if _means(raw, pick)), None)
            if found is None:
                choices = [pick.label or pick.value for pick in picks if not pick.why_not]
                raise Refused(f"{self.called} cannot be {raw!r}. {join_choices(choices)}", self.name)
            if found.why_not:
                raise Refused(found.why_not, self.name)
            return found.value
        most = self.param.max or MAX_TEXT
        if not isinstance(raw, str) or len(raw) > most:
            raise Refused(f"{self.name} is a text of at most {most} characters.", self.name)
        return raw

    def _int(self, raw: Any, picks: tuple[FieldOption, ...] | None) -> int:
        try:
            value = int(raw) if isinstance(raw, str) and len(raw) < MAX_DIGITS else raw
        except ValueError:
            value = None
        low, high = self.param.min, self.param.max
        if isinstance(value, str) and value.lstrip("+-").isdigit():
            bounds = _bounds(low, high) if None not in (low, high) else f"of fewer than {MAX_DIGITS} digits"
            raise Refused(f"{self.name} is {bounds}, not {value[:40]}.", self.name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Refused(f"{self.name} is a whole number, not {str(raw)[:40]!r}.", self.name)
        if (low is not None and value < low) or (high is not None and value > high):
            raise Refused(f"{self.name} is {_bounds(low, high)}, not {value}.", self.name)
        if picks is not None:
            found = next((pick for pick in picks if pick.value == value), None)
            if found is None:
                choices = [pick.value for pick in picks if not pick.why_not]
                raise Refused(f"{self.name} cannot be {value}. {join_choices(choices)}", self.name)
            if found.why_not:
                raise Refused(found.why_not, self.name)
        return value

    def schema(self, state: Any = None) -> dict[str, Any]:
        """JSON schema of this parameter; with a state, its legal values now."""
        out: dict[str, Any] = {"type": {"int": "integer", "bool": "boolean"}.get(self.kind, "string")}
        if self.kind == "int":
            out |= {k: v for k, v in (("minimum", self.param.min), ("maximum", self.param.max)) if v is not None}
        elif self.kind == "text":
            out["maxLength"] = self.param.max or MAX_TEXT
        if self.param.examples:
            out["examples"] = list(self.param.examples)
        live = self.param.among is not None
        choices = self.at_hand(state) if (state is not None or not live) and self.kind != "bool" else None
        if choices is not None and (live or self.kind == "choice"):
            out["enum"] = [v if self.kind == "int" else to_key(v) for v in choices]
        if self.many:
            out = {"type": "array", "items": out}
        if self.optional:
            out["type"] = [out["type"], "null"]
            out |= {"enum": [*out["enum"], None]} if "enum" in out else {}
        out["description"] = self.doc
        if not self.required:
            out["default"] = to_json_value(self.default)
        return out


def _means(raw: Any, pick: FieldOption) -> bool:
    """Whether somebody who says this means that: its value, or what it is called, in any case."""
    value = pick.value
    if raw is value or (raw == value and type(raw) is type(value)):
        return True
    names = (to_key(value), option_text(value), pick.label or to_key(value))
    return isinstance(raw, str) and raw.casefold() in [name.casefold() for name in names]


def _bounds(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"between {low} and {high}"
    return f"at least {low}" if low is not None else f"at most {high}"


def _kind(hint: Any, param: Param) -> tuple[FieldKind | None, tuple[Any, ...]]:
    """What a form asks for, for a type, and the values it lists; None if it cannot."""
    if typing.get_origin(hint) is Literal:
        return "choice", typing.get_args(hint)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return "choice", tuple(hint)
    if hint is str:
        return "choice" if param.among else "text", ()
    return ("bool" if hint is bool else "int" if hint is int else None), ()
