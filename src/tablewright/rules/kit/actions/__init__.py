"""The kit's actions, for any game whose state has a field `kit`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from tablewright.rules.actions import Action
from tablewright.rules.kit.clock import Clock
from tablewright.rules.kit.config import KitConfig

from .charts import chart_actions
from .clocks import clock_actions
from .decks import deck_actions
from .dice import tray_actions
from .notes import note_actions
from .turn_order import order_actions

Part = Literal["clocks", "decks", "charts", "notes", "order", "tray"]

KIT_PARTS: tuple[Part, ...] = ("clocks", "decks", "charts", "notes", "order", "tray")

_ACTIONS = {
    "clocks": clock_actions,
    "decks": deck_actions,
    "charts": chart_actions,
    "notes": note_actions,
    "order": order_actions,
    "tray": tray_actions,
}


def kit_actions(
    master: str = "",
    players: tuple[str, ...] = (),
    *,
    parts: Iterable[Part] = KIT_PARTS,
    book: Mapping[str, str] | None = None,
    full: Callable[[Any, Clock], Any] | None = None,
) -> tuple[Action[Any], ...]:
    """The actions of these parts of the kit, for a game whose master and players have these roles.

    A game without a master names its players alone; they do what would be the master's, and a secret is its maker's.
    `book` names the game's own ledger ids where its book has a rule: `{"kit.clock.full": "clocks.complete"}`.
    `full` is what a clock does by the game's rules when its last section is filled.
    """
    house = KitConfig(master, players, book or {}, full)
    return tuple(act for part in parts for act in _ACTIONS[part](house))
