"""The kit: everything on the table that belongs to no one game."""

from __future__ import annotations

from typing import Any, Protocol

from tablewright.rules.errors import Refused
from tablewright.rules.state import State

from .chart import Chart
from .clock import Clock
from .deck import Deck
from .note import Note
from .turn_order import TurnOrder

MAX_THINGS = 200
MAX_TITLE = 80


class Kit(State, frozen=True):
    """Clocks, decks, charts, notes and the order of initiative. A game's state holds one in its field `kit`."""

    clocks: tuple[Clock, ...] = ()
    decks: tuple[Deck, ...] = ()
    charts: tuple[Chart, ...] = ()
    notes: tuple[Note, ...] = ()
    order: TurnOrder = TurnOrder()

    def __post_init__(self) -> None:
        for what in ("clocks", "decks", "charts", "notes"):
            ids = [thing.id for thing in getattr(self, what)]
            if len(ids) > MAX_THINGS:
                raise Refused(f"There are at most {MAX_THINGS} {what} on a table: remove some first.")
            if len(set(ids)) != len(ids):
                raise Refused(f"Two of the {what} have the same id.")


class HasKit(Protocol):
    """Any game's state with a kit in it."""

    @property
    def kit(self) -> Kit:
        """The kit, beside the game's own things."""

    def but(self, **changes: Any) -> HasKit:
        """Return the state with some fields different."""


def check_title(title: str) -> str:
    """Normalize a title to one line. Refuses an empty or a long one."""
    words = " ".join(title.split())
    if not words or len(words) > MAX_TITLE:
        raise Refused(f"A title has 1 to {MAX_TITLE} letters.")
    return words
