"""The kit's configuration: roles of the table, and the book's rules that replace the kit's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tablewright.rules.effects import NOBODY
from tablewright.rules.errors import GameError

from .clock import Clock
from .ledger import KIT_LEDGER


class KitConfig(msgspec.Struct, frozen=True):
    """The master's role, the players' roles, and the game's own ledger ids by the kit ids they replace.

    In a game without a master all players do the master's work, and a secret belongs to the seat that makes it. `full`
    is what a newly filled clock does by the game's rules, from state to state.
    """

    master: str = ""
    players: tuple[str, ...] = ()
    book: Mapping[str, str] = {}
    full: Callable[[Any, Clock], Any] | None = None

    def __post_init__(self) -> None:
        if not any(self.all):
            raise GameError(
                "The kit needs the name of the master's role, or in a game without one of the players' roles."
            )
        unknown = sorted(set(self.book) - set(KIT_LEDGER))
        if unknown:
            raise GameError(f"The kit has no rule called {', '.join(unknown)}.")

    @property
    def all(self) -> tuple[str, ...]:
        """Roles of everyone who plays."""
        return (self.master, *self.players) if self.master else self.players

    @property
    def runs(self) -> tuple[str, ...]:
        """Roles that set the table: the master, or all."""
        return (self.master,) if self.master else self.players

    @property
    def keepers(self) -> tuple[str, ...]:
        """Roles that read everything hidden: the master, or nobody."""
        return (self.master,) if self.master else NOBODY

    def alone(self, me: str) -> tuple[str, ...]:
        """The audience of a secret of the table: the master, or the seat that makes it."""
        return (self.master,) if self.master else (me,) if me else NOBODY

    def apart(self, me: str) -> tuple[str, ...]:
        """The audience of a secret of a seat: that seat, and the master."""
        return tuple(name for name in (me, self.master) if name) or NOBODY

    @property
    def keeper(self) -> str:
        """The reader of a secret of the table, in words: "for the guide alone", "for you alone"."""
        return f"the {self.master}" if self.master else "you"

    @property
    def besides(self) -> str:
        """Further readers of a seat's own secret, in words: "for you and the guide alone"."""
        return f" and the {self.master}" if self.master else ""

    def cites(self, id: str) -> str:
        """The id to cite: the book's, or else the kit's."""
        return self.book.get(id, id)
