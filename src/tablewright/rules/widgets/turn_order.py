"""Turn orders: who acts when."""

from __future__ import annotations

from .row import Row
from .widget import Widget


class TurnOrderWidget(Widget, frozen=True, tag="order"):
    """Names in the order in which they act. `turn` is the place of the one who acts now."""

    label: str
    names: tuple[str, ...]
    turn: int | None = None
    round: int = 0
    cites: str = ""

    def row(self) -> Row:
        names = (f"[{name}]" if place == self.turn else name for place, name in enumerate(self.names))
        return Row(self.label, " > ".join(names), marks=(f"round {self.round}",) if self.round else ())
