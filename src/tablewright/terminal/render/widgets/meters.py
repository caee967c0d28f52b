"""Numbers shown as pictures: tracks, rulers, clocks and tokens."""

from __future__ import annotations

from tablewright.rules.widgets import ClockWidget, RulerWidget, TokenWidget, TrackWidget, ruler_zones
from tablewright.terminal.render.sanitize import escape_quoted

from .dice import PIPS
from .drawing import Drawing

MAX_PIPS = 20
"""Places of a track that are drawn; a longer one is a number."""


class TrackDrawing(Drawing[TrackWidget]):
    """Pips, the number and the marks."""

    def line(self, widget: TrackWidget) -> str:
        marks = "".join(f"  {place}:{escape_quoted(text)}" for place, text in widget.marks)
        shown = pips(widget.value, widget.least, widget.most) if widget.most - widget.least <= MAX_PIPS else ""
        ends = f" ({widget.least} to {widget.most})" if widget.least else f"/{widget.most}"
        return f"{escape_quoted(widget.label)} [head]{shown}[/] [quiet]{widget.value}{ends}{marks}[/]"

    def change(self, before: TrackWidget | None, now: TrackWidget) -> str:
        if before is None or before.value == now.value:
            return self.line(now)
        return f"{escape_quoted(now.label)} {before.value} → [head]{now.value}[/]"


class RulerDrawing(Drawing[RulerWidget]):
    """A row of numbers with its lines and the die on its place; below it the meaning of its zones."""

    def line(self, widget: RulerWidget) -> str:
        die = PIPS[widget.face - 1] if 1 <= widget.face <= len(PIPS) else "▸"
        zones = [
            " ".join(f"[head]{die}{number}[/]" if number == widget.at else str(number) for number in zone)
            for zone in ruler_zones(widget)
        ]
        meaning = f"\n[quiet]{' │ '.join(map(escape_quoted, widget.zones))}[/]" if widget.zones else ""
        return f"{escape_quoted(widget.label)}  {' │ '.join(zones)}{meaning}"

    def change(self, before: RulerWidget | None, now: RulerWidget) -> str:
        was = f" {before.at} →" if before is not None and before.at != now.at else ""
        return f"{escape_quoted(now.label)}{was} [head]{now.at}[/]"


class ClockDrawing(Drawing[ClockWidget]):
    """Segments, its kind, and what happens when it is full."""

    def line(self, widget: ClockWidget) -> str:
        segments = "▰" * widget.filled + "▱" * (widget.size - widget.filled)
        kind = f" [quiet]{escape_quoted(widget.kind)}[/]" if widget.kind else ""
        note = f" [quiet]→ {escape_quoted(widget.note)}[/]" if widget.note else ""
        return f"{escape_quoted(widget.label)} [head]{segments}[/]{kind}{note}"

    def change(self, before: ClockWidget | None, now: ClockWidget) -> str:
        if before is None or before.filled == now.filled:
            return self.line(now)
        return f"{escape_quoted(now.label)} {before.filled} → [head]{now.filled}[/] of {now.size}"


class TokenDrawing(Drawing[TokenWidget]):
    """A full or an empty mark."""

    def line(self, widget: TokenWidget) -> str:
        note = f" [quiet]{escape_quoted(widget.note)}[/]" if widget.note else ""
        return f"{'[good]◆[/]' if widget.on else '[quiet]◇[/]'} {escape_quoted(widget.label)}{note}"


def pips(value: int, least: int, most: int) -> str:
    """Return the places of a track, filled from zero to its value; those below zero stand before a bar."""
    above = "●" * max(0, min(value, most)) + "○" * max(0, most - max(0, value))
    below = "○" * max(0, min(0, value) - least) + "●" * -max(least, min(0, value))
    return f"{below}┃{above}" if least < 0 else above
