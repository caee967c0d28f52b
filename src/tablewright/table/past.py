"""The past of a table: its records and snapshots, wherever they are kept."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Protocol

from tablewright.kernel.errors import Refused

from .record import Record


class Lost(Refused):
    """Records that were kept and cannot be found."""


class Past(Protocol):
    """What a table asks of whoever keeps its records. `append` returns once they are safe, or raises Refused."""

    def append(self, *records: Record) -> None: ...

    def records(self, first: int, last: int) -> list[Record]:
        """The records from one number to another, both included, as far as there are any; Lost, if one is missing."""
        ...

    def told_in(self, item: int) -> int:
        """The number of the record that told this item of the feed."""
        ...

    def snapshots(self) -> Sequence[int]:
        """The numbers of the records with a snapshot, in order."""
        ...

    def snapshot(self, number: int) -> bytes:
        """The snapshot of a record; nothing, if there is none."""
        ...


class InMemory:
    """A past that lasts as long as the program: for tables nobody keeps."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.kept = list(records)

    def append(self, *records: Record) -> None:
        self.kept += records

    def records(self, first: int, last: int) -> list[Record]:
        return self.kept[max(0, first) : last + 1]

    def told_in(self, item: int) -> int:
        return max(0, bisect_right(self.kept, item, key=lambda record: record.told_from) - 1)

    def snapshots(self) -> Sequence[int]:
        return [record.number for record in self.kept if record.snapshot is not None]

    def snapshot(self, number: int) -> bytes:
        return self.kept[number].snapshot or b""
