"""Whether values are of the types they are declared with: a struct takes whatever it is given."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar, Union

import msgspec

from .parse import field_types
from .state import child_items


def find_type_error(value: Any, hint: Any, path: str = "") -> str:
    """The first part of a value that is not what its type says, in words; nothing, if all of it is."""
    hint = _plain(hint)
    if not _is(value, hint):
        shown = repr(value)
        shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
        return f"{path or 'it'} holds {shown} ({type(value).__name__}), and is declared as {_called(hint)}"
    for word, inner, inner_hint in _parts(value, hint):
        wrong = find_type_error(inner, inner_hint, f"{path}.{word}" if path else word)
        if wrong:
            return wrong
    return ""


def _plain(hint: Any) -> Any:
    while typing.get_origin(hint) is Annotated:
        hint = typing.get_args(hint)[0]
    return hint


def _is(value: Any, hint: Any) -> bool:
    """Whether a value is of this type, what is inside it aside."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return True
    if origin in (Union, types.UnionType):
        return any(_is(value, _plain(option)) for option in args)
    if origin is Literal:
        return any(value == option and type(value) is type(option) for option in args)
    if origin is type:
        return isinstance(value, type) and (not isinstance(args[0], type) or issubclass(value, args[0]))
    if origin is tuple and args and args[-1] is not Ellipsis:
        return isinstance(value, tuple) and len(value) == len(args)
    kind = origin or (type(None) if hint is None else hint)
    if kind is Callable or not isinstance(kind, type):
        return kind is not Callable or callable(value)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, kind) and (kind is not int or not isinstance(value, bool))


def _parts(value: Any, hint: Any) -> list[tuple[str, Any, Any]]:
    """What a value is made of: the word that leads to each part, the part, and the type it should have."""
    if isinstance(value, msgspec.Struct):
        types_ = field_types(type(value))
        return [(word, inner, types_[word]) for word, inner in child_items(value)]
    if typing.get_origin(hint) in (Union, types.UnionType):
        hint = next(o for o in map(_plain, typing.get_args(hint)) if _is(value, o))
    args = typing.get_args(hint)
    if isinstance(value, tuple) and args:
        return [(w, v, args[0] if args[-1] is Ellipsis else args[i]) for i, (w, v) in enumerate(child_items(value))]
    if isinstance(value, Mapping) and len(args) == 2:
        return [(str(key), inner, args[1]) for key, inner in value.items()]
    if isinstance(value, list | set | frozenset) and len(args) == 1:
        return [(str(i), inner, args[0]) for i, inner in enumerate(value)]
    return []


def _called(hint: Any) -> str:
    if isinstance(hint, type) and not typing.get_args(hint):
        return hint.__name__
    return re.sub(r"[\w.]+\.(\w)", r"\1", str(hint))
