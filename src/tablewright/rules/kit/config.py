"""Who runs the table and which book it plays by: what the kit must be told to be part of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tablewright.rules.effects import NOBODY
from tablewright.rules.errors import GameError

from .clock import Clock
from .ledger import KIT_LEDGER


class KitConfig(msgspec.Struct, frozen=True):
    """The master's role, the players' roles, and the game's own ledger ids by the kit ids they stand in for.

    In a game without a master all players do what would be the master's, and a secret is the seat's that makes it.
    `full` is what a clock that has just been filled does by the game's rules, from state to state.
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
        """Everyone who plays."""
        return (self.master, *self.players) if self.master else self.players

    @property
    def runs(self) -> tuple[str, ...]:
        """Those who set the table: the master, or all."""
        return (self.master,) if self.master else self.players

    @property
    def keepers(self) -> tuple[str, ...]:
        """Those who read all of what is not open: the master, or nobody."""
        return (self.master,) if self.master else NOBODY

    def alone(self, me: str) -> tuple[str, ...]:
        """Whom a secret of the table is for: the master, or the seat that makes it."""
        return (self.master,) if self.master else (me,) if me else NOBODY

    def apart(self, me: str) -> tuple[str, ...]:
        """Whom a secret of a seat is for: that seat, and the master."""
        return tuple(name for name in (me, self.master) if name) or NOBODY

    @property
    def keeper(self) -> str:
        """Whom a secret of the table is for, in words: "for the guide alone", "for you alone"."""
        return f"the {self.master}" if self.master else "you"

    @property
    def besides(self) -> str:
        """Who else reads what is a seat's own, in words: "for you and the guide alone"."""
        return f" and the {self.master}" if self.master else ""

    def cites(self, id: str) -> str:
        """The rule that justifies it: the book's, or else the kit's."""
        return self.book.get(id, id)
