"""The past of a table: its records and snapshots, wherever they are kept."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Protocol

from .record import Record


class Past(Protocol):
    """What a table asks of whoever keeps its records. `append` returns once they are safe, or raises Refused."""

    def append(self, *records: Record) -> None: ...

    def records(self, first: int, last: int) -> list[Record]:
        """The records from one number to another, both included."""
        ...

    def told(self, since: int, most: int) -> list[Record]:
        """The records that told the item of this number or later ones, at most so many."""
        ...

    def snapshots(self) -> Sequence[int]:
        """The numbers of the records with a snapshot, in order."""
        ...

    def snapshot(self, number: int) -> bytes:
        """The snapshot of a record."""
        ...


class InMemory:
    """A past that lasts as long as the program: for tables nobody keeps."""

    def __init__(self) -> None:
        self.kept: list[Record] = []

    def append(self, *records: Record) -> None:
        self.kept += records

    def records(self, first: int, last: int) -> list[Record]:
        return self.kept[first : last + 1]

    def told(self, since: int, most: int) -> list[Record]:
        starts = [record.told_from for record in self.kept]
        first = max(0, bisect_right(starts, since) - 1)
        return self.kept[first : first + most]

    def snapshots(self) -> Sequence[int]:
        return [record.number for record in self.kept if record.snapshot is not None]

    def snapshot(self, number: int) -> bytes:
        found = self.kept[number].snapshot
        assert found is not None
        return found
