"""Panels, and the drawing of each kind of widget in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from rich.console import Group, RenderableType
from rich.panel import Panel as Box

from tablewright.rules.widgets import (
    CardWidget,
    ClockWidget,
    DeckWidget,
    FieldWidget,
    Panel,
    PoolWidget,
    RulerWidget,
    TableWidget,
    TokenWidget,
    TrackWidget,
    TurnOrderWidget,
    Widget,
    strip_offers,
)
from tablewright.terminal.render.sanitize import escape_quoted

from .cards import CardDrawing, DeckDrawing
from .dice import PoolDrawing
from .drawing import Drawing, RowDrawing
from .lists import FieldDrawing, TableDrawing, TurnOrderDrawing
from .meters import ClockDrawing, RulerDrawing, TokenDrawing, TrackDrawing

W = TypeVar("W", bound=Widget)


class PanelDrawing(Drawing[Panel]):
    """A box with a title around its widgets."""

    def line(self, widget: Panel) -> str:
        return escape_quoted(widget.title)

    def block(self, widget: Panel) -> RenderableType:
        return draw_panel(widget)

    def change(self, before: Panel | None, now: Panel) -> str:
        inner = list(changes_between(before.words if before else (), now.words))
        return f"{self.line(now)}: {', '.join(inner)}" if inner else self.line(now)


DRAWINGS: Mapping[type[Widget], Drawing[Any]] = {
    Panel: PanelDrawing(),
    FieldWidget: FieldDrawing(),
    TrackWidget: TrackDrawing(),
    RulerWidget: RulerDrawing(),
    TokenWidget: TokenDrawing(),
    PoolWidget: PoolDrawing(),
    ClockWidget: ClockDrawing(),
    CardWidget: CardDrawing(),
    DeckWidget: DeckDrawing(),
    TableWidget: TableDrawing(),
    TurnOrderWidget: TurnOrderDrawing(),
}
"""Drawings that say more than a row. A kind of widget that is not listed is drawn by its row."""

BY_ROW: Drawing[Any] = RowDrawing()


def drawing_of(widget: W) -> Drawing[W]:
    """Return the drawing of a widget's kind."""
    return DRAWINGS.get(type(widget), BY_ROW)


def draw_panel(panel: Panel) -> Box:
    """Return a panel as a box."""
    return Box(
        Group(*(drawing_of(widget).block(widget) for widget in panel.words)),
        title=escape_quoted(panel.title),
        subtitle=escape_quoted(panel.note),
        title_align="left",
    )


def changes_between(before: Iterable[Widget], after: Iterable[Widget]) -> Iterator[str]:
    """Yield the news of a panel's widgets; the actions they offer are no part of it."""
    known = by_key(before)
    for key, widget in by_key(after).items():
        old = known.pop(key, None)
        if not is_same(old, widget):
            news = drawing_of(widget).change(old, widget)
            if news:
                yield news
    yield from filter(None, (drawing_of(widget).removal(widget) for widget in known.values()))


def by_key(widgets: Iterable[W]) -> dict[tuple[str, str, int], W]:
    """Return widgets by their kind, their key, and a number for those of the same name."""
    found: dict[tuple[str, str, int], W] = {}
    for widget in widgets:
        kind, nth = type(widget).__name__, 0
        while (kind, widget.key, nth) in found:
            nth += 1
        found[kind, widget.key, nth] = widget
    return found


def is_same(old: Widget | None, new: Widget) -> bool:
    """True if a widget shows what it showed before."""
    return old is not None and strip_offers(old) == strip_offers(new)
