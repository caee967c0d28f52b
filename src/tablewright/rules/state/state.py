"""State is one frozen value a game: hashable, replaced and never changed, to JSON and back."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec

from tablewright.rules.errors import Refused, UnknownName

from .parse import decode_json, field_types, parse_value

S = TypeVar("S", bound="State")
X = TypeVar("X")


class State(msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, gc=False):
    """Base of everything that lies on the table. Collections are tuples; things in them that have an `id` go by it.

    What is made whole and never changed cannot come to hold itself: the collector of cycles need not look at it.
    """

    if TYPE_CHECKING:

        def but(self: S, **changes: Any) -> S:
            """This, with some fields different."""

    else:
        but = msgspec.Struct.__replace__  # rules do little else: four times as quick as a function around it


def find_by_id(things: Iterable[X], id: str, what: str = "thing") -> X:
    """The one with this id; refused with the nearest names."""
    things = tuple(things)
    for thing in things:
        if thing.id == id:  # type: ignore[attr-defined]
            return thing
    raise UnknownName(what, id, (thing.id for thing in things))  # type: ignore[attr-defined]


def replace_by_id(things: tuple[X, ...], new: X) -> tuple[X, ...]:
    """The same things with the one of this id replaced."""
    id = new.id  # type: ignore[attr-defined]
    return tuple([new if thing.id == id else thing for thing in things])  # type: ignore[attr-defined]


def unique_id(name: str, taken: Iterable[str]) -> str:
    """An id made of a name: lower case, dashes, and a number if somebody has it already."""
    base = "-".join("".join(c if c.isalnum() else " " for c in name.casefold()).split())[:40] or "nameless"
    used, id, n = set(taken), base, 1
    while id in used:
        n += 1
        id = f"{base}-{n}"
    return id


def get_path(value: Any, path: str) -> Any:
    """What stands at a path such as `crew.ada.vitality` or `ship.modules.0`."""
    for word in _words(path):
        value = _step(value, word)[1]
    return value


def set_path(value: Any, path: str, raw: Any) -> Any:
    """The state with another value at a path. The value must fit the type that stands there, and is said as it is
    shown: yes or no, none, a word of a choice; a list may be words with commas between them. Something whole under an
    id that is not there is laid beside the others.
    """
    return _put(value, type(value), _words(path), raw, path)


def check_unique_ids(value: Any, path: str = "") -> None:
    """Refuses a state that names two things of one list alike: whoever asks for one by its id would get the first."""
    if isinstance(value, tuple):
        ids = [thing.id for thing in value if hasattr(thing, "id")]
        twice = next((id for id in ids if ids.count(id) > 1), None)
        if twice is not None:
            raise Refused(f"{path} names {twice!r} twice: each needs an id of its own.", path)
    for word, inner in child_items(value):
        check_unique_ids(inner, f"{path}.{word}" if path else word)


def type_at_path(value: Any, path: str) -> Any:
    """The type that what stands at a path has to fit."""
    hint: Any = type(value)
    for word in _words(path):
        i, inner = _step(value, word)
        hint = _hint_in(hint, i, inner) if isinstance(value, tuple) else field_types(type(value))[word]  # type: ignore[arg-type]
        value = inner
    return hint


def leaf_paths(value: Any, prefix: str = "") -> list[str]:
    """Every path of a state that ends in a plain value."""
    out = []
    for word, inner in child_items(value):
        path = f"{prefix}.{word}" if prefix else word
        out += leaf_paths(inner, path) if child_items(inner) else [path]
    return out


def _words(path: str) -> list[str]:
    return [word for word in path.split(".") if word]


def child_items(value: Any) -> list[tuple[str, Any]]:
    """What a state or a tuple is made of, each part with the word that leads to it in a path."""
    if isinstance(value, msgspec.Struct):
        return [(f, getattr(value, f)) for f in value.__struct_fields__]
    if isinstance(value, tuple):
        return [(str(getattr(inner, "id", i)), inner) for i, inner in enumerate(value)]
    return []


def _step(value: Any, word: str) -> tuple[int, Any]:
    parts = child_items(value)
    for i, (name, inner) in enumerate(parts):
        if name == word:
            return i, inner
    raise UnknownName("value here", word, (name for name, _ in parts))


def _put(value: Any, hint: Any, words: list[str], raw: Any, path: str) -> Any:
    if not words:
        new = parse_value(raw, hint, path)
        check_unique_ids(new, path)
        return new
    try:
        i, inner = _step(value, words[0])
    except UnknownName:
        if len(words) > 1 or not (new := _beside(value, hint, words[0], raw, path)):
            raise
        return (*value, new)
    if isinstance(value, tuple):
        new = _put(inner, _hint_in(hint, i, inner), words[1:], raw, path)
        changed = (*value[:i], new, *value[i + 1 :])
        if getattr(new, "id", None) != getattr(inner, "id", None):
            check_unique_ids(changed, ".".join(_words(path)[: -len(words)]))
        return changed
    inner_hint = field_types(type(value))[words[0]]  # type: ignore[arg-type]
    return msgspec.structs.replace(value, **{words[0]: _put(inner, inner_hint, words[1:], raw, path)})


def _beside(value: Any, hint: Any, id: str, raw: Any, path: str) -> Any:
    """A new thing of this id; nothing, where there are no such things, or it is none."""
    kind = _hint_in(hint, 0, None) if isinstance(value, tuple) else None
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct) or "id" not in field_types(kind):
        return None
    if isinstance(raw, str) and raw.lstrip().startswith("{"):
        raw = decode_json(raw, path)
    if not isinstance(raw, Mapping):
        return None
    if raw.get("id", id) != id:
        raise Refused(f"{path} cannot have the id {raw['id']!r}: it goes by {id!r}.", path)
    return parse_value({"id": id, **raw}, kind, path)


def _hint_in(hint: Any, i: int, inner: Any) -> Any:
    """The type of a place in a tuple, whether or not the tuple is annotated or may be missing."""
    if typing.get_origin(hint) is Annotated:
        hint = typing.get_args(hint)[0]
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        hint = next((option for option in typing.get_args(hint) if typing.get_origin(option) is tuple), None)
    args = typing.get_args(hint)
    if not args:
        return type(inner)
    return args[0] if args[-1] is Ellipsis else args[i]
