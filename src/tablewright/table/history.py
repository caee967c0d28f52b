"""Which entries are in effect, in order: a few stretches of the journal, however long it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

Stretches: TypeAlias = tuple[tuple[int, int], ...]
"""First and last entry of each stretch."""


def holds(stretches: Stretches, number: int) -> bool:
    return any(first <= number <= last for first, last in reversed(stretches))


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
    kept, gone = list[tuple[int, int]](), list[tuple[int, int]]()
    for first, last in stretches:
        if first <= after:
            kept.append((first, min(last, after)))
        if last > after:
            gone.append((max(first, after + 1), last))
    return tuple(kept), tuple(gone)


def backwards(stretches: Stretches) -> Iterator[int]:
    """The entries, last first."""
    for first, last in reversed(stretches):
        yield from range(last, first - 1, -1)


def last_of(stretches: Stretches) -> int:
    return stretches[-1][1]
