"""Doables: the actions of a seat, as a list shows them."""

from __future__ import annotations

import msgspec


class ActionSummary(msgspec.Struct, frozen=True):
    """An action as a list shows it. Its number is its own for as long as the game has it."""

    number: int
    name: str
    title: str
    doc: str
    group: str
    instant: bool
    why_not: str = ""

    def __repr__(self) -> str:
        return f"<{self.number} {self.name}{f': {self.why_not}' if self.why_not else ''}>"
