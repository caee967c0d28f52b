"""Short things one after the other, never broken in the middle, as many to a line as fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

GAP = 3


def print_columns(out: Console, items: Iterable[str], indent: int = 2, first: str = "") -> None:
    """Prints pieces of markup. What stands `first` leads the first line; the others are indented below it."""
    for line in _lines(items, out.width, indent, first):
        out.print(line)


def _lines(items: Iterable[str], width: int, indent: int, first: str) -> Iterator[Text]:
    line = Text.from_markup(first or " " * indent)
    empty = True
    for item in items:
        piece = Text.from_markup(item)
        gap = 0 if empty else GAP
        if not empty and line.cell_len + gap + piece.cell_len > width:
            yield line
            line, gap = Text(" " * indent), 0
        line.append(" " * gap)
        line.append_text(piece)
        empty = False
    if not empty or first:
        yield line
