"""A transcript played anew, and what in it came to nothing."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tablewright.rules import Refused
from tablewright.table.core import Table


class TranscriptError(Refused):
    """A transcript whose head makes no sense: at which line, and why. There is no table to play at."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


class UnusedInput(msgspec.Struct, frozen=True):
    """Something a transcript says that came to nothing: its line, and, if it was refused, why and since when."""

    line: int
    text: str
    why: str = ""
    before: bool = False
    """Whether it stands in the transcript as refused."""


class TranscriptReplay:
    """A transcript played anew: its text, the table it led to, and the ledger ids that were cited on the way.

    `refused` are the inputs that were, `unused` the dice given by hand that were never thrown.
    """

    def __init__(
        self,
        text: str,
        table: Table,
        cited: set[str],
        refused: Iterable[UnusedInput] = (),
        unused: Iterable[UnusedInput] = (),
    ) -> None:
        self.text, self.table, self.cited = text, table, cited
        self.refused, self.unused = tuple(refused), tuple(unused)
