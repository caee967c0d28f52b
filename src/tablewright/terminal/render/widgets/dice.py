"""Dice, and pools of them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tablewright.rules.widgets import PoolWidget
from tablewright.terminal.render.sanitize import escape_quoted

from .drawing import Drawing, row_line

PIPS = "⚀⚁⚂⚃⚄⚅"


def faces(shown: Iterable[int], sides: int) -> str:
    """Return dice as they lie: pips for six sides, numbers for the rest."""
    return " ".join(f"{PIPS[f - 1]} {f}" if sides == 6 else f"[{f}]" for f in shown).replace("[", "\\[")


class PoolDrawing(Drawing[PoolWidget]):
    """A pool with the dice as they lie."""

    def line(self, widget: PoolWidget) -> str:
        shown = f"  {faces(widget.faces, widget.sides)}" if widget.faces else ""
        return row_line(msgspec.structs.replace(widget.row(), marks=())) + shown

    def change(self, before: PoolWidget | None, now: PoolWidget) -> str:
        if before is None or now.faces:
            return self.line(now)
        return f"{escape_quoted(now.label)}: {before.dice} → [head]{now.dice}d{now.sides}[/]"
