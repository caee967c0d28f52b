"""Sheets: panels in columns."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.panel import Panel as Box
from rich.table import Table

from tablewright.rules.widgets import Panel

from .panel import draw_panel

NARROW = 40
"""Letters a panel needs to be read with ease."""
WIDE = 76
"""Letters beyond which a line is hard to follow."""


def sheets(panels: Iterable[Panel], out: Console) -> RenderableType:
    """Return panels in as many columns as fit, each put where there is most room."""
    boxes = [draw_panel(panel) for panel in panels]
    count = max(1, min(len(boxes), out.width // NARROW))
    width = out.width // count if count > 1 else min(out.width, WIDE)
    columns: list[list[Box]] = [[] for _ in range(count)]
    heights = [0] * count
    for box in boxes:
        shortest = heights.index(min(heights))
        columns[shortest].append(box)
        heights[shortest] += len(out.render_lines(box, out.options.update(width=width)))
    grid = Table.grid()
    for _ in columns:
        grid.add_column(width=width)
    grid.add_row(*(Group(*column) for column in columns))
    return grid
