"""Rulers: a row of numbers in zones, with a die on one of them."""

from __future__ import annotations

from .offer import Offer
from .row import Row
from .widget import Widget


class RulerWidget(Widget, frozen=True, tag="ruler"):
    """A row of numbers from `first` to `last`, with a line on the left of each number in `cuts`.

    A die may stand on one of them: `at` is its place, which may lie beyond the row, and `face` is what it shows.
    `zones` say what the stretches between the lines mean.
    """

    label: str
    first: int
    last: int
    cuts: tuple[int, ...] = ()
    at: int | None = None
    face: int = 0
    zones: tuple[str, ...] = ()
    offer: Offer | None = None
    cites: str = ""

    def row(self) -> Row:
        zones = (" ".join(f"[{n}]" if n == self.at else str(n) for n in zone) for zone in ruler_zones(self))
        die = f", the die on {self.at} shows {self.face}" if self.face and self.at is not None else ""
        return Row(self.label, " | ".join(zones) + die, note=" | ".join(self.zones))


def ruler_zones(ruler: RulerWidget) -> tuple[tuple[int, ...], ...]:
    """Return the numbers between the lines of a ruler. A die beyond its end stands in the last zone."""
    beyond = (ruler.at,) if ruler.at is not None and ruler.at > ruler.last else ()
    zones: list[list[int]] = [[]]
    for number in (*range(ruler.first, ruler.last + 1), *beyond):
        if number in ruler.cuts:
            zones.append([])
        zones[-1].append(number)
    return tuple(map(tuple, zones))
