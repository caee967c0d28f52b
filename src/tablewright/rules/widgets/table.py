"""Tables of cells."""

from __future__ import annotations

from .offer import Offer
from .row import Row
from .widget import Widget


class TableWidget(Widget, frozen=True, tag="table"):
    """Rows of cells under the titles of their columns."""

    label: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    offer: Offer | None = None
    cites: str = ""

    def row(self) -> Row:
        below = tuple(Row(text=" | ".join(cells)) for cells in self.rows)
        return Row(self.label, " | ".join(self.columns), below=below)
