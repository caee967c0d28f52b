"""A table that only offers: what people do is proposed, and counts once it has been kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablewright.table import Proposal, Table


class Offering(Table):
    """The same table; its deeds change nothing, and are taken from here to be kept."""

    offered: Proposal | None = None

    @staticmethod
    def of(table: Table) -> Offering:
        same = Offering(table.course, table.standing, table.now, table.seed, table.fair_dice, table.read_only)
        same.unkept = table.unkept
        return same

    def commit(self, proposal: Proposal) -> None:
        self.offered = proposal

    def offer(self, deed: Callable[[Offering], Any]) -> Proposal | None:
        """What a deed would lead to; nothing, if there is nothing to do."""
        self.offered = None
        deed(self)
        offered, self.offered = self.offered, None
        return offered
