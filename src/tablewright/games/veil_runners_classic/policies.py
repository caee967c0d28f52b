"""How a crew decides when nobody is there to ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.rules import Choose, Policy, State

from .systems import SYSTEMS, DiceMap, System


class Outlook(State, frozen=True):
    """What a crew in the lab knows when it moves dice: what lies where, and what is needed next, if it was told."""

    dice: DiceMap
    need: System | None = None


def placed(ask: Choose[Any]) -> Any:
    """Where the need is known, every die goes there; where it is not, the weakest system ends as strong as it can."""
    outlook: Outlook = ask.about

    def worth(back: DiceMap) -> int:
        after = outlook.dice.plus(back)
        return after.of(outlook.need) if outlook.need else min(after.of(system) for system in SYSTEMS)

    return max(ask.options, key=worth)


def careful(ask: Choose[Any]) -> Any:
    """Gives engineering up rather than risk a crash, and for nothing else."""
    if isinstance(ask.about, Outlook) and isinstance(ask.options[0], DiceMap):
        return placed(ask)
    return True if ask.cites == "damage.engineering" else ask.options[0]


def bold(ask: Choose[Any]) -> Any:
    """Risks the crash; spends engineering where a roll would have at most one system die, or has just gone wrong."""
    if isinstance(ask.about, Outlook):
        if isinstance(ask.options[0], DiceMap):
            return placed(ask)
        return ask.about.need is not None and ask.about.dice.of(ask.about.need) <= 1
    return ask.cites == "engineering.success" if ask.options == (False, True) else ask.options[0]


def thrifty(ask: Choose[Any]) -> Any:
    """Spends nothing and leaves dice where they were."""
    return ask.options[0]


POLICIES: Mapping[str, Policy] = {"careful": careful, "bold": bold, "thrifty": thrifty}
