"""Which entries are in effect, in order: stretches of the journal, in little room however often it was turned back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain
from operator import itemgetter
from typing import Any, TypeAlias

import msgspec

EventRange: TypeAlias = tuple[int, int]
"""First and last entry of a stretch."""

TAIL = 16
"""So many of the last stretches, up to twice as many, lie open: what is played and turned back is mostly there."""

_first = itemgetter(0)


class Timeline:
    """Stretches, each later than the one before it. They never change.

    All but the last few are folded: how far each lies from the one before it and how long it is, seven bits a byte.
    """

    __slots__ = ("_end", "_folded", "_tail")

    def __init__(self, stretches: Iterable[EventRange] = (), folded: bytes = b"", end: int = 0) -> None:
        tail = tuple(stretches)
        if len(tail) >= 2 * TAIL:
            more = bytearray(folded)
            for first, last in tail[:-TAIL]:
                _fold(more, first - end)
                _fold(more, last - first)
                end = last
            folded, tail = bytes(more), tail[-TAIL:]
        self._folded, self._end, self._tail = folded, end, tail

    def __iter__(self) -> Iterator[EventRange]:
        return chain(_unfolded(self._folded), self._tail)

    def __reversed__(self) -> Iterator[EventRange]:
        yield from reversed(self._tail)
        yield from reversed(tuple(_unfolded(self._folded)))

    def __bool__(self) -> bool:
        return bool(self._tail)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timeline) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self._tail)

    def __repr__(self) -> str:
        return f"Stretches({tuple(self)})"

    def holds(self, number: int) -> bool:
        found = self._reaching(number)
        i = bisect_right(found, number, key=_first)
        return i > 0 and number <= found[i - 1][1]

    def with_next(self, number: int) -> Timeline:
        """One entry more at the end."""
        tail = self._tail
        if tail and tail[-1][1] == number - 1:
            return self._but((*tail[:-1], (tail[-1][0], number)))
        return self._but((*tail, (number, number)))

    def joined(self, other: Timeline) -> Timeline:
        """One after the other."""
        tail, more = self._tail, tuple(other)
        if tail and more and tail[-1][1] == more[0][0] - 1:
            return self._but((*tail[:-1], (tail[-1][0], more[0][1]), *more[1:]))
        return self._but((*tail, *more))

    def unfolded(self) -> Timeline:
        """The same, all open: for who asks often, far back."""
        open_ = Timeline()
        open_._tail = tuple(self)
        return open_

    def cut(self, after: int) -> tuple[Timeline, Timeline]:
        """What comes up to an entry, and what comes after it."""
        found = self._reaching(after)
        i = bisect_right(found, after, key=_first)
        kept, gone = found[:i], found[i:]
        if kept and kept[-1][1] > after:
            first, last = kept[-1]
            kept, gone = (*kept[:-1], (first, after)), ((after + 1, last), *gone)
        open_ = found is self._tail and kept
        return self._but(kept) if open_ else Timeline(kept), Timeline(gone)

    def backwards(self) -> Iterator[int]:
        """The entries, last first."""
        for first, last in reversed(self):
            yield from range(last, first - 1, -1)

    def kept(self) -> tuple[EventRange, ...] | FoldedRanges:
        return FoldedRanges(self._folded, self._tail) if self._folded else self._tail

    @property
    def last(self) -> EventRange:
        return self._tail[-1]

    def _but(self, tail: tuple[EventRange, ...]) -> Timeline:
        return Timeline(tail, self._folded, self._end)

    def _reaching(self, number: int) -> tuple[EventRange, ...]:
        """The tail if an entry lies in it and behind its first, and everything if not."""
        return self._tail if self._tail and number >= self._tail[0][0] else tuple(self)


class FoldedRanges(msgspec.Struct, frozen=True):
    """Stretches of which some are folded, as they are kept."""

    folded: bytes
    tail: tuple[EventRange, ...]


def encode_timeline(value: Any) -> Any:
    """For an encoder: stretches are pairs of numbers, and what is folded stays so."""
    if isinstance(value, Timeline):
        return value.kept()
    raise NotImplementedError(f"{type(value).__name__} cannot be written.")


def decode_timeline(kind: type, value: Any) -> Any:
    """For a decoder: what `written` wrote."""
    if kind is not Timeline:
        raise NotImplementedError(f"{kind.__name__} cannot be read.")
    if not isinstance(value, dict):
        return Timeline(msgspec.convert(value, tuple[EventRange, ...]))
    kept = msgspec.convert(value, FoldedRanges)
    return Timeline((*_unfolded(kept.folded), *kept.tail))


def _fold(into: bytearray, number: int) -> None:
    while number > 127:
        into.append(number & 127 | 128)
        number >>= 7
    into.append(number)


def _unfolded(folded: bytes) -> Iterator[EventRange]:
    end, numbers = 0, _numbers(folded)
    for gap, long in zip(numbers, numbers, strict=True):
        first = end + gap
        end = first + long
        yield first, end


def _numbers(folded: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in folded:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0
    if shift:
        raise ValueError("The last number was cut off.")
