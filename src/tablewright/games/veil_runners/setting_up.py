"""Setting up: things needed to play, and making the ship and the crew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from tablewright.rules import FieldOption, Param, Rule, action, cite, cites, replace_by_id, tell
from tablewright.rules.kit import check_title

from .content import CREWS, SHIPS
from .modules import (
    OWN,
    TYPES,
    UNNAMED,
    FromBook,
    OwnCore,
    OwnKind,
    OwnName,
    OwnNote,
    OwnUses,
    Wanted,
    WhichSlot,
    kind_words,
    make_module,
    wanted_module,
)
from .options import VeilRulings
from .shunts import Cpu, Hul, Nav, check_mapping, mapping_words
from .state import (
    CREW,
    SLOTS,
    Mission,
    Ship,
    with_ship,
)

FEWEST_PLAYERS, MOST_PLAYERS = cite("intro.table-size", (3, 6))
UNNAMED_SHIP = "Unnamed Ship"
DICE_EACH, DICE_FOR_THE_SHIP = cite("needs.dice", (6, 10))


@cites("intro.table-size")
def table_size(players: int) -> str:
    """A warning about a table with too few or too many players beside the wayfinder, or an empty string."""
    if players < FEWEST_PLAYERS:
        return f"{players} in the crew: the game is meant for {FEWEST_PLAYERS} or more."
    return f"{players} in the crew: the game is meant for {MOST_PLAYERS} or fewer." if players > MOST_PLAYERS else ""


@cites("needs.dice")
def dice_supply(players: int) -> int:
    """The six-sided dice to have at hand. No others are needed."""
    return DICE_EACH * players + DICE_FOR_THE_SHIP


@cites("ship.tokens.start", "focus.start", "crew.vitality.start")
def new_mission(rulings: VeilRulings) -> Mission:
    """A ready-made ship and three of the crew, who can begin at once or be changed."""
    return Mission(rulings, SHIPS["Patient Heron"], CREWS[:FEWEST_PLAYERS])


@cites("core.dice", "ship.tokens.start", "module.slots")
def empty_mission(rulings: VeilRulings) -> Mission:
    """A ship without a name, with its four CORE dice placed and four empty slots. The crew is still to come."""
    slots = tuple(make_module(slot, "EMPTY SLOT", "empty") for slot in SLOTS)
    return Mission(rulings, Ship(UNNAMED_SHIP, 1, 1, 2, slots), ())


def flying(s: Mission) -> str | None:
    return "the mission is under way; ship and crew are made before it." if s.phase == "under way" else None


def yard_closed(s: Mission) -> str | None:
    """The reason why ships cannot be built now, or None.

    Ships are built before their first mission, or anew after a wreck. In between there are upgrades.
    """
    later = s.flown > 0 and s.ending != "wrecked"
    return flying(s) or ("the ship has flown; it changes by upgrades after a mission." if later else None)


ShipName = Literal["Patient Heron", "Old Grudge", "Moth Behind Glass"]


def ready_ships(s: Mission) -> Iterator[FieldOption]:
    """Ready-made ships, each with its dice and its modules."""
    for name, ship in SHIPS.items():
        modules = ", ".join(m.name for m in ship.modules)
        yield FieldOption(name, name, f"{mapping_words((ship.cpu, ship.hul, ship.nav))}; {modules}")


@action(
    "ship.modules.slots",
    "ship.tokens.start",
    title="Take a ready-made ship",
    by=CREW,
    when=yard_closed,
    group="Setting up",
)
def take_ship(s: Mission, ship: Annotated[ShipName, Param("Which", among=ready_ships)]) -> Rule[Mission]:
    """Exchange the ship for a ready-made one."""
    yield tell("ship.modules.slots", "The ship is {ship} now.", ship=ship)
    return s.but(ship=SHIPS[ship])


@action("core.dice", title="Name and map the ship", by=CREW, when=yard_closed, group="Setting up")
def make_ship(
    s: Mission,
    name: Annotated[str, Param("The ship's name", examples=("Patient Heron",))],
    cpu: Cpu = 1,
    hul: Hul = 1,
    nav: Nav = 2,
) -> Rule[Mission]:
    """Name the ship and place its four CORE dice. They stay there until a shunt."""
    mapping = check_mapping((cpu, hul, nav))
    yield tell("core.dice", "{ship} flies with {mapping}.", ship=check_title(name), mapping=mapping_words(mapping))
    return with_ship(s, name=check_title(name), cpu=cpu, hul=hul, nav=nav)


@action("ship.modules.slots", "module.slots", title="Fit a module", by=CREW, when=yard_closed, group="Setting up")
def fit_module(
    s: Mission,
    slot: WhichSlot,
    module: FromBook = OWN,
    name: OwnName = UNNAMED,
    kind: OwnKind = "passive",
    core: OwnCore = None,
    uses: OwnUses = None,
    note: OwnNote = "",
) -> Rule[Mission]:
    """Put a module of the book, or one you invent, into one of the four slots."""
    new = wanted_module(slot, Wanted(module, name, kind, core, uses, note))
    does = new.note or TYPES[new.kind]
    yield tell(
        "module.slots", "#{slot} is {name} ({kind}): {does}.", slot=slot, name=new.name, kind=kind_words(new), does=does
    )
    return with_ship(s, modules=replace_by_id(s.ship.modules, new))
