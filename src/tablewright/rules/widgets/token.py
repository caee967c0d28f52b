"""Tokens: a mark that is on or off."""

from __future__ import annotations

from .offer import Offer
from .row import Row
from .widget import Widget


class TokenWidget(Widget, frozen=True, tag="token"):
    """A mark that is on or off, such as an ability that can be spent."""

    label: str
    on: bool
    note: str = ""
    offer: Offer | None = None
    cites: str = ""

    def row(self) -> Row:
        return Row(self.label, "yes" if self.on else "no", self.note, value=self.on)
