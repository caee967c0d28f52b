"""Fields, tables and turn orders."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablewright.rules.widgets import FieldWidget, TableWidget, TurnOrderWidget
from tablewright.terminal.render.sanitize import escape_quoted

from .drawing import Drawing, RowDrawing

MAX_NEW_ROWS = 3
"""Rows of a table that are listed as new."""


class FieldDrawing(RowDrawing[FieldWidget]):
    """A name and a value."""

    def removal(self, widget: FieldWidget) -> str:
        return "" if widget.offer else super().removal(widget)  # an invitation that ends is no news


class TableDrawing(RowDrawing[TableWidget]):
    """A grid of cells."""

    def block(self, widget: TableWidget) -> RenderableType:
        grid = Table(show_edge=False, pad_edge=False)
        for column in widget.columns:
            grid.add_column(escape_quoted(column), overflow="fold")
        for row in widget.rows:
            grid.add_row(*map(escape_quoted, row))
        title = Text.from_markup(f"[table.title]{escape_quoted(widget.label)}[/]")
        return Group(title, grid)  # a title of the grid would be cut to the grid's width

    def change(self, before: TableWidget | None, now: TableWidget) -> str:
        new = [row for row in now.rows if before is None or row not in before.rows]
        texts = (escape_quoted(", ".join(filter(None, row))) for row in new[:MAX_NEW_ROWS])
        return f"{escape_quoted(now.label)}: {'; '.join(texts)}"


class TurnOrderDrawing(Drawing[TurnOrderWidget]):
    """Names with an arrow at the one who acts."""

    def line(self, widget: TurnOrderWidget) -> str:
        names = (
            f"[head]▶ {escape_quoted(name)}[/]" if place == widget.turn else escape_quoted(name)
            for place, name in enumerate(widget.names)
        )
        turn = f" [quiet]round {widget.round}[/]" if widget.round else ""
        return f"{escape_quoted(widget.label)}: {' → '.join(names)}{turn}"
