"""Rows: a widget in words, for every reader that draws no picture of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

TextKind: TypeAlias = Literal["plain", "good", "bad", "quiet"]


class Row(msgspec.Struct, frozen=True):
    """A widget as one line: "label (state): text (note), mark, mark". Lines in `below` are indented under it.

    Without `text` the label says it all; without a label the text does. `value` is the number or flag that the widget
    shows, as the state holds it.
    """

    label: str = ""
    text: str | None = None
    note: str = ""
    marks: tuple[str, ...] = ()
    state: str = ""
    kind: TextKind = "plain"
    value: int | bool | None = None
    below: tuple[Row, ...] = ()

    def sentence(self) -> str:
        """Return the line in plain text."""
        head = self.label + _bracket(self.state)
        said = ": ".join(part for part in (head or None, self.text) if part is not None)
        return said + _bracket(self.note) + "".join(f", {mark}" for mark in self.marks)

    def lines(self, indent: str = "") -> Iterator[str]:
        """Yield the line and those below it in plain text."""
        yield indent + self.sentence()
        for row in self.below:
            yield from row.lines(indent + "  ")


def _bracket(text: str) -> str:
    return f" ({text})" if text else ""
