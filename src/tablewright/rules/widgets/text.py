"""Text, and fields: a name with a value."""

from __future__ import annotations

from .offer import Offer
from .row import Row, TextKind
from .widget import Widget


class TextWidget(Widget, frozen=True, tag="text"):
    """A sentence. `kind` says what it means."""

    text: str
    kind: TextKind = "plain"
    cites: str = ""

    @property
    def label(self) -> str:
        return self.text

    def row(self) -> Row:
        return Row(text=self.text, kind=self.kind)


class FieldWidget(Widget, frozen=True, tag="field"):
    """A name and a value."""

    label: str
    value: str
    offer: Offer | None = None
    cites: str = ""

    def row(self) -> Row:
        return Row(self.label, self.value)
