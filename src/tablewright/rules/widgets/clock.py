"""Clocks: segments that fill."""

from __future__ import annotations

from .offer import Offer
from .row import Row
from .widget import Widget


class ClockWidget(Widget, frozen=True, tag="clock"):
    """A clock with `filled` of its `size` segments. `note` says what happens when it is full."""

    label: str
    filled: int
    size: int
    kind: str = ""
    note: str = ""
    offer: Offer | None = None
    cites: str = ""

    def row(self) -> Row:
        marks = (self.note,) if self.note else ()
        return Row(self.label, f"{self.filled} of {self.size}", self.kind, marks, value=self.filled)
