"""Fitting out: an empty table, and the ship a group makes for itself."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Rule, action, cites, tell
from tablewright.rules.kit import check_title

from .modules import NUMBERS
from .options import ClassicRulings
from .remapping_dice import Engines, Shields, Telemetry, locked, remapped
from .state import CREW, Module, Run, Ship
from .systems import DiceMap
from .tokens import at_start

UNNAMED_SHIP, UNNAMED_MODULE = "ship", "unnamed module"


def unnamed(s: Run) -> bool:
    """True while the ship of an empty table has no name."""
    return s.ship.name == UNNAMED_SHIP


def undescribed(s: Run) -> list[str]:
    """The places of modules without a description."""
    return [module.id for module in s.ship.modules if module.name == UNNAMED_MODULE]


@cites("systems.dice", "modules.number")
def empty_run(rulings: ClassicRulings) -> Run:
    """A ship without a name, five dice in its systems, four modules to describe, and neither crew nor job."""
    modules = tuple(Module(number, UNNAMED_MODULE) for number in NUMBERS)
    return at_start(Run(rulings, Ship(UNNAMED_SHIP, DiceMap(2, 2, 1), modules), ()))


@action("systems.dice", title="Name and map the ship", by=CREW, when=locked, group="The ship")
def make_ship(
    s: Run,
    name: Annotated[str, Param("The ship's name", examples=("Night Shift", "Long Way Home"))],
    telemetry: Telemetry = 2,
    engines: Engines = 2,
    shields: Shields = 1,
) -> Rule[Run]:
    """Name the ship and share its dice out among the systems, in downtime."""
    s = remapped(s, DiceMap(telemetry, engines, shields))
    s = s.but(ship=s.ship.but(name=check_title(name)))
    yield tell("systems.dice", "The {ship} flies with {dice}.", ship=s.ship.name, dice=s.ship.dice.words())
    return s
