"""Numbered slots with a part in each, and the die that finds one: what breaks when something is hit."""

from __future__ import annotations

from typing import Protocol, TypeVar

from tablewright.rules.state import find_by_id, replace_by_id


class Breakable(Protocol):
    """A part that goes by the number of its slot and is destroyed or not."""

    @property
    def id(self) -> str: ...

    @property
    def destroyed(self) -> bool: ...

    def but(self: P, *, destroyed: bool) -> P: ...


P = TypeVar("P", bound=Breakable)


def find_slot(die: int, slots: int) -> str:
    """The slot a die names; "" if there are not so many."""
    return str(die) if 1 <= die <= slots else ""


def destroy_slot(parts: tuple[P, ...], slot: str) -> tuple[tuple[P, ...], P, bool]:
    """Destroy the part in a slot. Returns the parts, the part as it was, and if it was destroyed before."""
    part = find_by_id(parts, slot, "slot")
    return replace_by_id(parts, part.but(destroyed=True)), part, part.destroyed
