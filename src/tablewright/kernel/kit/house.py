"""Who runs the table and which book it plays by: what the kit must be told to be part of a game."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tablewright.kernel.errors import Faulty

from .ledger import KIT_LEDGER


class House(msgspec.Struct, frozen=True):
    """The master's role, the players' roles, and the game's own ledger ids by the kit ids they stand in for."""

    master: str
    players: tuple[str, ...] = ()
    book: Mapping[str, str] = {}

    def __post_init__(self) -> None:
        if not self.master:
            raise Faulty("The kit needs the name of the master's role: what is secret is for that role.")
        unknown = sorted(set(self.book) - set(KIT_LEDGER))
        if unknown:
            raise Faulty(f"The kit has no rule called {', '.join(unknown)}.")

    @property
    def all(self) -> tuple[str, ...]:
        return (self.master, *self.players)

    def cites(self, id: str) -> str:
        """The rule that justifies it: the book's, or else the kit's."""
        return self.book.get(id, id)
