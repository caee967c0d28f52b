"""Systems: Telemetry, Engines and Shields, and the five dice shared out among them."""

from __future__ import annotations

from functools import cache
from typing import Literal

from tablewright.rules import FieldOption, Refused, State, cite, cites

from .wording import all_of, dice_words

System = Literal["telemetry", "engines", "shields"]

SYSTEMS: tuple[System, ...] = cite("systems.names", ("telemetry", "engines", "shields"))
SYSTEM_DICE = cite("systems.dice", 5)

#: The purpose of each system, as far as its name says.
PURPOSES: dict[System, str] = cite(
    "systems.meaning", {"telemetry": "sensing", "engines": "moving", "shields": "protecting"}
)


class DiceMap(State, frozen=True):
    """The number of dice in each system."""

    telemetry: int = 0
    engines: int = 0
    shields: int = 0

    def of(self, system: System) -> int:
        count: int = getattr(self, system)
        return count

    @property
    def total(self) -> int:
        return self.telemetry + self.engines + self.shields

    def plus(self, other: DiceMap) -> DiceMap:
        return DiceMap(self.telemetry + other.telemetry, self.engines + other.engines, self.shields + other.shields)

    def without(self, system: System) -> DiceMap:
        """The mapping without the dice of one system."""
        return self.but(**{system: 0})

    def added(self, system: System, dice: int) -> DiceMap:
        return self.but(**{system: self.of(system) + dice})

    def words(self) -> str:
        """The mapping in words: 2 in Telemetry and 1 in Shields."""
        return all_of([f"{self.of(s)} in {s.title()}" for s in SYSTEMS if self.of(s)]) or "no dice"


@cache
def placements(dice: int) -> tuple[DiceMap, ...]:
    """Every way to share so many dice out among the systems: 21 ways for five."""
    return tuple(
        DiceMap(telemetry, engines, dice - telemetry - engines)
        for telemetry in range(dice, -1, -1)
        for engines in range(dice - telemetry, -1, -1)
    )


def has_room(dice: DiceMap, most: int) -> bool:
    return all(dice.of(system) <= most for system in SYSTEMS)


@cites("systems.dice")
def check_total(dice: DiceMap, total: int) -> None:
    """Refuse a mapping of more or fewer dice than there are."""
    if min(dice.telemetry, dice.engines, dice.shields) < 0:
        raise Refused("A system holds no dice or more, never fewer.")
    if dice.total != total:
        raise Refused(f"That is {dice.total} ({dice.words()}): share out exactly {dice_words(total)}.")


@cites("systems.dice")
def check_room(dice: DiceMap, most: int) -> None:
    """Refuse a mapping with more dice in a system than the house allows."""
    for system in SYSTEMS:
        if dice.of(system) > most:
            raise Refused(f"{system.title()} would hold {dice.of(system)}: at most {most} dice go into one system.")


def refilled(dice: DiceMap, missing: int) -> DiceMap:
    """The mapping after missing dice came back, one by one to the emptiest system."""
    for _ in range(missing):
        dice = dice.added(min(SYSTEMS, key=dice.of), 1)
    return dice


def system_picks(dice: DiceMap) -> tuple[FieldOption, ...]:
    """The systems by name, each with its purpose and its dice."""
    return tuple(FieldOption(s, s.title(), f"{PURPOSES[s]}, {dice_words(dice.of(s))}") for s in SYSTEMS)
