"""Policies: decisions for a crew in the lab."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.rules import Choose, Policy, State

from .systems import SYSTEMS, DiceMap, System


class Outlook(State, frozen=True):
    """The knowledge of a lab crew when it moves dice: the dice in the systems, and the next need if it is known."""

    dice: DiceMap
    need: System | None = None


def placed(ask: Choose[Any]) -> Any:
    """Put every die where it is needed. With no known need, make the weakest system as strong as possible."""
    outlook: Outlook = ask.about

    def worth(back: DiceMap) -> int:
        after = outlook.dice.plus(back)
        return after.of(outlook.need) if outlook.need else min(after.of(system) for system in SYSTEMS)

    return max(ask.options, key=worth)


def careful(ask: Choose[Any]) -> Any:
    """Give engineering up rather than risk a crash, and for no other reason."""
    if isinstance(ask.about, Outlook) and isinstance(ask.options[0], DiceMap):
        return placed(ask)
    return True if ask.cites == "damage.engineering" else ask.options[0]


def bold(ask: Choose[Any]) -> Any:
    """Risk the crash. Spend engineering where a roll would have at most one system die, or has just gone wrong."""
    if isinstance(ask.about, Outlook):
        if isinstance(ask.options[0], DiceMap):
            return placed(ask)
        return ask.about.need is not None and ask.about.dice.of(ask.about.need) <= 1
    return ask.cites == "engineering.success" if ask.options == (False, True) else ask.options[0]


def thrifty(ask: Choose[Any]) -> Any:
    """Spend nothing and leave dice where they were."""
    return ask.options[0]


POLICIES: Mapping[str, Policy] = {"careful": careful, "bold": bold, "thrifty": thrifty}
