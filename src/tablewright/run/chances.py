"""Chances: a distribution of an action's outcomes, asked by what people call them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tablewright.kernel.effects import in_words
from tablewright.kernel.errors import Unknown

from .dist import Dist

ROWS = 30
"""As many outcomes as a screen shows."""


class Chances(Dist[Any]):
    """`chances["critical"]`, or by the outcome itself. A name nobody knows is refused, never a silent 0.

    It goes into a pandas Series (`pd.Series(odds.best)`) and a plot (`plt.bar(odds.best.keys(), odds.best.values())`)
    as it is: names, and chances as floats. `items` are the outcomes themselves, with exact fractions.
    """

    __slots__ = ("known",)

    def __init__(self, weights: Mapping[Any, int], total: int, known: Iterable[str] = ()) -> None:
        super().__init__(weights, total)
        self.known = frozenset(name.casefold() for name in (*known, *self.keys()))

    def __getitem__(self, value: Any) -> Fraction:
        if value in self.weights or not isinstance(value, str):
            return super().__getitem__(value)
        if value.casefold() not in self.known:
            raise Unknown("outcome", value, self.known)
        called = (w for v, w in self.weights.items() if in_words(v).casefold() == value.casefold())
        return Fraction(sum(called), self.total)

    def __repr__(self) -> str:
        """As a person would read it, best first."""
        shown = [f"{name}: {p:.2%}" for name, p in zip(self.keys(), self.values(), strict=True)]
        return "\n".join(shown[:ROWS] + ([f"and {len(shown) - ROWS} more"] if len(shown) > ROWS else []))

    def __contains__(self, value: object) -> bool:
        return value in self.weights or value in self.keys()

    def keys(self) -> list[str]:
        """What the outcomes are called."""
        return [in_words(value) for value in self.weights]

    def values(self) -> list[float]:
        """Their chances, in the same order."""
        return [weight / self.total for weight in self.weights.values()]


Mapping.register(Chances)  # what tools for data look for before they ask for keys and values
