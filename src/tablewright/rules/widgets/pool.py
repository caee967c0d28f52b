"""Pools of dice."""

from __future__ import annotations

from .offer import Offer
from .row import Row
from .widget import Widget


class PoolWidget(Widget, frozen=True, tag="pool"):
    """Dice, and where they come from: ("2 NAV", "1 AFTERBURNERS"). A reason that takes dice away begins with a minus.

    Dice that can be laid elsewhere say so: `place` is the parameter of the action `moves` for how many lie here.
    Neighbours with the same `moves` share their dice.
    """

    label: str
    dice: int
    sides: int = 6
    reasons: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    offer: Offer | None = None
    cites: str = ""
    place: str = ""
    moves: Offer | None = None

    def row(self) -> Row:
        marks = (f"showing {' '.join(map(str, self.faces))}",) if self.faces else ()
        return Row(self.label, f"{self.dice}d{self.sides}", format_reasons(self.reasons), marks, value=self.dice)


def format_reasons(reasons: tuple[str, ...]) -> str:
    """Return the reasons of a pool as a sum: "4 reaction + 2 parry - 1 armor"."""
    first, *rest = reasons or ("",)
    return first + "".join(f" - {r[1:].lstrip()}" if r.startswith("-") else f" + {r}" for r in rest)
