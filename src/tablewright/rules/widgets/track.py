"""Tracks: a number shown as pips."""

from __future__ import annotations

from .offer import Offer
from .row import Row
from .widget import Widget


class TrackWidget(Widget, frozen=True, tag="track"):
    """A number of pips out of `most`. `marks` name places on the track, such as levels or thresholds.

    A track may begin below zero: `least` is its first place.
    """

    label: str
    value: int
    most: int
    marks: tuple[tuple[int, str], ...] = ()
    offer: Offer | None = None
    cites: str = ""
    least: int = 0

    def row(self) -> Row:
        ends = f", from {self.least} to {self.most}" if self.least else f" of {self.most}"
        marks = tuple(f"{text} at {place}" for place, text in self.marks)
        return Row(self.label, f"{self.value}{ends}", marks=marks, value=self.value)
