"""Which entries are in effect, in order: a few stretches of the journal, however long it is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from operator import itemgetter
from typing import TypeAlias

Stretches: TypeAlias = tuple[tuple[int, int], ...]
"""First and last entry of each stretch, each later than the one before it."""

_first = itemgetter(0)


def holds(stretches: Stretches, number: int) -> bool:
    i = bisect_right(stretches, number, key=_first)
    return i > 0 and number <= stretches[i - 1][1]


def with_next(stretches: Stretches, number: int) -> Stretches:
    """One entry more at the end."""
    if stretches and stretches[-1][1] == number - 1:
        return (*stretches[:-1], (stretches[-1][0], number))
    return (*stretches, (number, number))


def joined(one: Stretches, other: Stretches) -> Stretches:
    """One after the other."""
    if one and other and one[-1][1] == other[0][0] - 1:
        return (*one[:-1], (one[-1][0], other[0][1]), *other[1:])
    return (*one, *other)


def cut(stretches: Stretches, after: int) -> tuple[Stretches, Stretches]:
    """What comes up to an entry, and what comes after it."""
    i = bisect_right(stretches, after, key=_first)
    if i == 0 or stretches[i - 1][1] <= after:
        return stretches[:i], stretches[i:]
    first, last = stretches[i - 1]
    return (*stretches[: i - 1], (first, after)), ((after + 1, last), *stretches[i:])


def backwards(stretches: Stretches) -> Iterator[int]:
    """The entries, last first."""
    for first, last in reversed(stretches):
        yield from range(last, first - 1, -1)


def last_of(stretches: Stretches) -> int:
    return stretches[-1][1]
