"""What somebody says for a value of the state, read as the type that stands there: in the words it is shown in."""

from __future__ import annotations

import enum
import json
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, Union

import msgspec

from tablewright.rules.errors import Refused, UnknownName
from tablewright.rules.text import join_choices, to_key

YES, NO = ("yes", "true", "on"), ("no", "false", "off")
NONE_WORDS = ("none", "null", "")
MAX_SHOWN = 60


def parse_value(raw: Any, hint: Any, path: str) -> Any:
    """The value meant at a path; refused with what would do. Whole things, and lists of them, are said as JSON; a list
    of words may be words with commas between them.
    """
    options = _options(hint)
    if type(None) in options and _nothing(raw) and to_key(raw) not in (list_choices(hint) or ()):
        return None
    if isinstance(raw, str) and _is_json(raw) and str not in options:
        raw = decode_json(raw, path)
    if isinstance(raw, str) and _is_list(options):
        raw = [] if _nothing(raw) else [word.strip() for word in raw.split(",") if word.strip()]
    try:
        return msgspec.convert(raw, hint, strict=False)
    except (msgspec.ValidationError, TypeError, ValueError):
        return _in_words(raw, hint, path)


def list_choices(hint: Any) -> tuple[Any, ...] | None:
    """All values of a type that has a few, in their order; None where they cannot be listed."""
    found: list[Any] = []
    for option in _options(hint):
        if option is bool:
            found += [False, True]
        elif option is type(None):
            found.insert(0, None)
        elif typing.get_origin(option) is Literal:
            found += typing.get_args(option)
        elif isinstance(option, type) and issubclass(option, enum.Enum):
            found += option
        else:
            return None
    return tuple(found)


def decode_json(text: str, path: str) -> Any:
    """JSON, read; refused where it is none."""
    try:
        return json.loads(text)
    except ValueError as error:
        at = getattr(error, "pos", 0)
        there = f"at {text[at : at + 20]!r} (character {at + 1})" if text[at:].strip() else "it ends too soon"
        raise Refused(f"{path or 'It'} is no JSON that can be read: {there}.", path) from None


@cache
def field_types(kind: Any) -> Mapping[str, Any]:
    """The types of a struct's fields."""
    return typing.get_type_hints(kind, include_extras=True)


def _in_words(raw: Any, hint: Any, path: str) -> Any:
    """The same of what is said in words, or has words in it; refused with the right ones."""
    known = list_choices(hint)
    if known is not None:
        return _chosen(raw, known, path)
    options = _options(hint)
    if _is_list(options) and isinstance(raw, list | tuple):
        whole = next(option for option in options if typing.get_origin(option) is tuple)
        args = typing.get_args(whole)
        if args[-1] is Ellipsis:
            return tuple(parse_value(one, args[0], _in(path, _called(one, n))) for n, one in enumerate(raw))
        if len(args) == len(raw):
            return tuple(
                parse_value(one, inner, _in(path, n)) for n, (one, inner) in enumerate(zip(raw, args, strict=True))
            )
        raise Refused(f"{path} is a list of {len(args)}, not of {len(raw)}.", path)
    structs = [option for option in options if isinstance(option, type) and issubclass(option, msgspec.Struct)]
    if len(structs) == 1 and isinstance(raw, Mapping):
        return _whole(raw, structs[0], path)
    if len(structs) == 1:
        raise Refused(f"{path or 'It'} is written as JSON, {_example(structs[0])}, not {_short(raw)}.", path)
    if _is_list(options):
        raise Refused(f"{path} is a list: words with commas between them, or JSON; not {_short(raw)}.", path)
    for kind, words in TYPE_NAMES.items():
        if kind in options:
            raise Refused(f"{path} is {words}, not {_short(raw)}.", path)
    raise Refused(f"{path or 'It'} cannot be {_short(raw)}.", path)


TYPE_NAMES: Mapping[type, str] = {int: "a whole number", float: "a number", str: "a text"}


def _chosen(raw: Any, known: tuple[Any, ...], path: str) -> Any:
    said = to_key(raw).casefold()
    for value in known:
        if said == to_key(value).casefold() or (type(value) is bool and said in (YES if value else NO)):
            return value
    if set(known) == {True, False}:
        raise Refused(f"{path} is yes or no, not {_short(raw)}.", path)
    raise Refused(f"{path} cannot be {_short(raw)}. {join_choices(v for v in known if v != '')}", path)


def _whole(raw: Mapping[str, Any], kind: Any, path: str) -> Any:
    """A thing with all that is in it."""
    types_, fields = field_types(kind), {field.name: field for field in msgspec.structs.fields(kind)}
    for name in raw:
        if name not in fields:
            raise UnknownName(f"value of {path or 'it'}", str(name), fields)
    missing = [name for name, field in fields.items() if field.required and name not in raw]
    if missing:
        raise Refused(f"{path or 'It'} needs {', '.join(missing)}, too.", path)
    return kind(**{name: parse_value(inner, types_[name], _in(path, name)) for name, inner in raw.items()})


def _options(hint: Any) -> tuple[Any, ...]:
    """What a type may be, one by one."""
    if typing.get_origin(hint) is Annotated:
        return _options(typing.get_args(hint)[0])
    if typing.get_origin(hint) in (Union, types.UnionType):
        return tuple(option for part in typing.get_args(hint) for option in _options(part))
    return (hint,)


def _is_list(options: tuple[Any, ...]) -> bool:
    return any(typing.get_origin(option) is tuple for option in options)


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("[", "{")


def _nothing(raw: Any) -> bool:
    return raw is None or (isinstance(raw, str) and raw.strip().casefold() in NONE_WORDS)


def _in(path: str, word: str | int) -> str:
    return f"{path}.{word}" if path else str(word)


def _called(thing: Any, n: int) -> str:
    """What leads to a thing in a list."""
    id = thing.get("id") if isinstance(thing, Mapping) else getattr(thing, "id", None)
    return str(n if id is None else id)


def _example(kind: Any) -> str:
    names = [field.encode_name for field in msgspec.structs.fields(kind)]
    shown = ", ".join(f'"{name}": …' for name in names[:3])
    return "{" + shown + (", …}" if len(names) > 3 else "}")


def _short(raw: Any) -> str:
    text = raw if isinstance(raw, str) else to_key(raw)
    return repr(text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…")
