"""A table that only offers: what people do is proposed, and counts once it has been kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablewright.table import Table, UncommittedEvent


class UncommittedTable(Table):
    """The same table; its deeds change nothing, and are taken from here to be kept."""

    offered: UncommittedEvent | None = None

    @staticmethod
    def of(table: Table) -> UncommittedTable:
        same = UncommittedTable(
            table.reducer, table.metadata, table.play_state, table.seed, table.fair_dice, table.read_only
        )
        same.pending_records = table.pending_records
        return same

    def commit(self, proposal: UncommittedEvent) -> None:
        self.offered = proposal

    def offer(self, deed: Callable[[UncommittedTable], Any]) -> UncommittedEvent | None:
        """What a deed would lead to; nothing, if there is nothing to do."""
        self.offered = None
        deed(self)
        offered, self.offered = self.offered, None
        return offered
