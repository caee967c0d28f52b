"""How a kind of widget is drawn in the terminal: by its row, unless it has a drawing of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from rich.console import RenderableType
from rich.markup import escape
from rich.text import Text

from tablewright.rules.widgets import Row, Widget
from tablewright.terminal.render.sanitize import escape_quoted

W = TypeVar("W", bound=Widget)

MAX_LETTERS = 60
"""Letters of a text in a list of changes."""


class Drawing(ABC, Generic[W]):
    """A kind of widget in the terminal: on one line, in full, and when it changes. All lines are markup."""

    @abstractmethod
    def line(self, widget: W) -> str:
        """Return the widget on one line."""

    def block(self, widget: W) -> RenderableType:
        """Return the widget in full."""
        return Text.from_markup(self.line(widget))

    def change(self, before: W | None, now: W) -> str:
        """Return its news; empty if there is none."""
        return self.line(now)

    def removal(self, widget: W) -> str:
        """Return the news that it is gone; empty if that is none."""
        return f"[quiet]no longer {escape_quoted(widget.label)}[/]"


class RowDrawing(Drawing[W]):
    """A widget drawn by its row."""

    def line(self, widget: W) -> str:
        return row_line(widget.row())

    def block(self, widget: W) -> RenderableType:
        return Text.from_markup("\n".join(row_lines(widget.row())))

    def change(self, before: W | None, now: W) -> str:
        row, old = now.row(), before.row() if before is not None else None
        if not row.label:
            return "" if row.kind == "quiet" else shorten(row.text or "")
        if old is None or old.text is None or row.text is None or old.text == row.text:
            return self.line(now)
        return f"{escape_quoted(row.label)}: {shorten(old.text)} → [head]{shorten(row.text)}[/]"

    def removal(self, widget: W) -> str:
        return super().removal(widget) if widget.row().label else ""


def row_line(row: Row) -> str:
    """Return a row on one line, without those below it."""
    style = "" if row.kind == "plain" else row.kind
    state = f" [quiet]({escape_quoted(row.state)})[/]" if row.state else ""
    if not row.label:
        head = f"{_styled(escape(row.text or ''), style)}{state}"
    elif row.text is None:
        head = f"{_styled(escape_quoted(row.label), style)}{state}"
    else:
        head = f"{escape_quoted(row.label)}{state}: {_styled(escape_quoted(row.text), style or 'head')}"
    note = f" [quiet]({escape_quoted(row.note)})[/]" if row.note else ""
    return head + note + "".join(f"[quiet], {escape_quoted(mark)}[/]" for mark in row.marks)


def row_lines(row: Row, indent: str = "") -> Iterator[str]:
    """Yield a row and those below it, a line each."""
    yield indent + row_line(row)
    for inner in row.below:
        yield from row_lines(inner, indent + "  ")


def shorten(text: str) -> str:
    """Return the beginning of a text, on one line."""
    words = " ".join(text.split())
    return escape_quoted(words if len(words) <= MAX_LETTERS else f"{words[: MAX_LETTERS - 1]}…")


def _styled(text: str, style: str) -> str:
    return f"[{style}]{text}[/]" if style else text
