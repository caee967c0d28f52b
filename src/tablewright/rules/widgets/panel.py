"""Panels: titled groups of widgets; and the list of all widgets that a panel may hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from .cards import CardWidget, DeckWidget
from .clock import ClockWidget
from .pool import PoolWidget
from .row import Row
from .ruler import RulerWidget
from .table import TableWidget
from .text import FieldWidget, TextWidget
from .token import TokenWidget
from .track import TrackWidget
from .turn_order import TurnOrderWidget
from .widget import Widget


class Panel(Widget, frozen=True, tag="panel"):
    """A titled group of widgets. `of` is the id of the character or thing it shows, if it is one.

    `folded` is for what people look up rather than watch: only the title shows until somebody opens it.
    """

    title: str
    words: tuple[AnyWidget, ...] = ()
    of: str = ""
    note: str = ""
    folded: bool = False

    @property
    def label(self) -> str:
        return self.title

    @property
    def key(self) -> str:
        return self.of or self.title

    def row(self) -> Row:
        return Row(self.title, state=self.note, below=tuple(widget.row() for widget in self.words))

    def walk(self) -> Iterator[AnyWidget]:
        """Yield its widgets, and those of each panel inside it after that panel."""
        for widget in self.words:
            yield widget
            if isinstance(widget, Panel):
                yield from widget.walk()


AnyWidget: TypeAlias = (
    Panel
    | TextWidget
    | FieldWidget
    | TrackWidget
    | RulerWidget
    | TokenWidget
    | PoolWidget
    | ClockWidget
    | CardWidget
    | DeckWidget
    | TableWidget
    | TurnOrderWidget
)
"""The widgets there are. The wire's types, and with them the page, follow this list."""
