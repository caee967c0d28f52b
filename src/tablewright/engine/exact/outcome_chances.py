"""Chances of an action's outcomes by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tablewright.engine.trees import Distribution
from tablewright.rules import UnknownName, option_text

MAX_ROWS = 30  # outcomes that a screen shows


class OutcomeChances(Distribution[Any]):
    """Look up by name (`chances["critical"]`) or by the outcome itself. Raises `UnknownName` instead of returning 0.

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
            raise UnknownName("outcome", value, self.known)
        called = (w for v, w in self.weights.items() if option_text(v).casefold() == value.casefold())
        return Fraction(sum(called), self.total)

    def __repr__(self) -> str:
        """Outcomes with their chances, one a line, best first."""
        shown = [f"{name}: {p:.2%}" for name, p in zip(self.keys(), self.values(), strict=True)]
        return "\n".join(shown[:MAX_ROWS] + ([f"and {len(shown) - MAX_ROWS} more"] if len(shown) > MAX_ROWS else []))

    def __contains__(self, value: object) -> bool:
        return value in self.weights or value in self.keys()

    def keys(self) -> list[str]:
        """Names of the outcomes."""
        return [option_text(value) for value in self.weights]

    def values(self) -> list[float]:
        """Chances as floats, in the same order."""
        return [weight / self.total for weight in self.weights.values()]


Mapping.register(OutcomeChances)  # pandas and matplotlib check this before they ask for keys and values
