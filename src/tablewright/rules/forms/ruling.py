"""House rulings: what a table may read otherwise than the ledger does."""

from __future__ import annotations

import msgspec

from tablewright.rules.state import State

from .param import Param


class Rulings(State, frozen=True):
    """House rulings: a frozen struct of typed, documented options; the ledger's reading is each one's default.

    `group_critical: Annotated[Literal["kept", "lost"], Ruling("group.critical", "Does …?")] = "kept"`
    """


class Ruling(msgspec.Struct, frozen=True):
    """What stands beside a house ruling's type: the ledger id it turns, and the question it answers."""

    cites: str
    doc: str
    min: int | None = None
    max: int | None = None

    @property
    def param(self) -> Param:
        """The same as a field of a form."""
        return Param(self.doc, self.min, self.max)
