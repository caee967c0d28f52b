"""A distribution in whole numbers: weights and their total."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Distribution(Generic[T]):
    """Values with integer weights that add up to exactly `total`; nothing is rounded."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: Mapping[T, int], total: int | None = None) -> None:
        self.weights: dict[T, int] = weights if type(weights) is dict else dict(weights)
        self.total = sum(weights.values()) if total is None else total

    @staticmethod
    def sure(value: U) -> Distribution[U]:
        return Distribution({value: 1}, 1)

    @staticmethod
    def mix(total: int, parts: Iterable[tuple[int, Distribution[U]]]) -> Distribution[U]:
        """Combine distributions by their weights out of `total`."""
        parts = list(parts)
        if len(parts) == 1:
            return parts[0][1]
        common = lcm(*[d.total for _, d in parts])
        out: dict[U, int] = {}
        for weight, d in parts:
            scale = weight * (common // d.total)
            for value, w in d.weights.items():
                out[value] = out[value] + w * scale if value in out else w * scale
        return Distribution(out, total * common).lowest()

    @staticmethod
    def of(total: int, values: Collection[U], weights: Collection[int]) -> Distribution[U]:
        """Build from values and weights out of `total`; repeated values are added up."""
        out = dict(zip(values, weights, strict=True))
        if len(out) == len(values):
            return Distribution(out, total)
        out = dict.fromkeys(out, 0)
        for value, weight in zip(values, weights, strict=True):
            out[value] += weight
        return Distribution(out, total).lowest()

    def lowest(self) -> Distribution[T]:
        """The same with the smallest whole numbers."""
        shared = gcd(self.total, *self.weights.values())
        if shared == 1:
            return self
        return Distribution({v: w // shared for v, w in self.weights.items()}, self.total // shared)

    def __getitem__(self, value: T) -> Fraction:
        """The chance of a value."""
        return Fraction(self.weights.get(value, 0), self.total)

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def items(self) -> Iterator[tuple[T, Fraction]]:
        return ((value, Fraction(w, self.total)) for value, w in self.weights.items())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        a, b = self.lowest(), other.lowest()
        return a.total == b.total and a.weights == b.weights

    __hash__ = None  # type: ignore[assignment]  # weights live in a dict

    def __repr__(self) -> str:
        inner = ", ".join(f"{v!r}: {Fraction(w, self.total)}" for v, w in self.weights.items())
        return f"Dist({{{inner}}})"

    def map(self, fn: Callable[[T], U]) -> Distribution[U]:
        out: dict[U, int] = {}
        for value, w in self.weights.items():
            new = fn(value)
            out[new] = out.get(new, 0) + w
        return Distribution(out, self.total)

    def chance(self, test: Callable[[T], bool]) -> Fraction:
        return Fraction(sum(w for v, w in self.weights.items() if test(v)), self.total)

    def mean(self, of: Callable[[T], Any] = lambda v: v) -> Fraction:
        return sum((Fraction(of(v)) * w for v, w in self.weights.items()), Fraction(0)) / self.total

    def whole(self) -> bool:
        """True if the weights are positive and add up to one."""
        return sum(self.weights.values()) == self.total and all(w > 0 for w in self.weights.values())
