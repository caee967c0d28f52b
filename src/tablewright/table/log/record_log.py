"""The past of a table: its records and snapshots, wherever they are kept."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from tablewright.rules import Refused

from .record import Record


class RecordsMissing(Refused):
    """Records that were kept and cannot be found."""


class RecordLog(Protocol):
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


class InMemoryLog:
    """A past that lasts as long as the program: for tables nobody keeps."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.kept: list[Record] = []
        self._with_snapshot: list[int] = []
        self.append(*records)

    def append(self, *records: Record) -> None:
        for record in records:
            self.kept.append(record)
            if record.snapshot is not None:
                self._drop_passing()
                self._with_snapshot.append(record.number)

    def _drop_passing(self) -> None:
        """A snapshot that was to be kept until the next one goes."""
        if self._with_snapshot and self.kept[self._with_snapshot[-1]].passing:
            last = self._with_snapshot.pop()
            self.kept[last] = msgspec.structs.replace(self.kept[last], snapshot=None, passing=False)

    def records(self, first: int, last: int) -> list[Record]:
        return self.kept[max(0, first) : last + 1]

    def told_in(self, item: int) -> int:
        return max(0, bisect_right(self.kept, item, key=lambda record: record.told_from) - 1)

    def snapshots(self) -> Sequence[int]:
        return tuple(self._with_snapshot)

    def snapshot(self, number: int) -> bytes:
        return self.kept[number].snapshot or b""
