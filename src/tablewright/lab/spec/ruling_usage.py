"""Rulings that record which of them are read; one that is never read has no effect."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from tablewright.rules.forms import Rulings
from tablewright.rules.state import State, child_items


class RulingUsage:
    """Records the rulings that were read since it was made."""

    def __init__(self, rulings: Rulings) -> None:
        self.read: set[str] = set()
        names, read, kind = frozenset(rulings.__struct_fields__), self.read, type(rulings)

        def record(self: Any, name: str) -> Any:
            if name in names:
                read.add(name)
            return object.__getattribute__(self, name)

        # A class of its own: equal only to itself, so that results cached for other rulings are never taken for its
        # own.
        watched = msgspec.defstruct(
            kind.__name__, [], bases=(kind,), namespace={"__getattribute__": record}, frozen=True, cache_hash=True
        )
        self.rulings = cast(Rulings, watched(**{name: getattr(rulings, name) for name in names}))


def with_rulings(state: Any, rulings: Rulings, kind: type[Rulings]) -> Any:
    """Replace the rulings in a state, at any depth."""
    if isinstance(state, kind):
        return rulings
    if isinstance(state, State):
        changed = {name: with_rulings(inner, rulings, kind) for name, inner in child_items(state)}
        new = {name: value for name, value in changed.items() if value is not getattr(state, name)}
        return state.but(**new) if new else state
    if isinstance(state, tuple):
        inside = tuple(with_rulings(inner, rulings, kind) for inner in state)
        return inside if any(a is not b for a, b in zip(inside, state, strict=True)) else state
    return state
