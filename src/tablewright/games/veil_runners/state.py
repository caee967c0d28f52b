"""The state of the table: one ship, its crew, their surroundings and the mission."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Literal, get_args

from tablewright.rules import FieldOption, State, cite, cites, find_by_id, replace_by_id
from tablewright.rules.kit import Kit

from .options import VeilRulings

WAYFINDER, CREW = cite("role.wayfinder", "wayfinder"), cite("role.crew", "crew")

Position = Literal["standard", "risky", "desperate"]

Core = Literal["CPU", "HUL", "NAV"]
CORES: tuple[Core, ...] = cite("ship.core.names", get_args(Core))

ShipToken = Literal["Life Support", "Integrity", "Engineering"]
Held = Literal["held", "spent", "lost"]

ModuleKind = Literal["specialised", "additional", "passive", "empty"]
Slot = Literal["1", "2", "3", "4"]
SLOTS: tuple[Slot, ...] = cite("ship.modules.slots module.slots", get_args(Slot))

System = Literal["life support", "primary tool", "secondary tool"]
SYSTEMS: tuple[System, ...] = cite("crew.sheet.systems", get_args(System))

Quality = Literal["Resourceful", "Relentless", "Expert", "Forceful", "Defender", "Reckless"]
SuitUpgrade = Literal[
    "Auxiliary Arm",
    "Oversized Systems",
    "Adaptive Plating",
    "Ablative Armour",
    "Limiter Override",
    "Recirculation Kit",
]

Hazard = Literal["none", "space walk", "life support offline", "fire", "radiation", "deadly place"]
Scene = Literal["action", "safe", "downtime"]
Phase = Literal["preparing", "under way", "after"]
Ending = Literal["", "success", "failure", "wrecked", "everyone down"]

VITALITY = cite("crew.sheet.vitality crew.vitality.start crew.vitality.max", 3)
CORE_DICE = cite("core.dice", 4)
FOCUS_MOST = cite("focus.cap ship.focus.slots crew.sheet.focus", 3)
ABOARD = "aboard"
SHIP = "ship"


class Result(IntEnum):
    """The result of a roll, worst first."""

    FIASCO = 0
    DRAWBACK = 1
    SUCCESS = 2
    CRITICAL = 3


@cites("crew.sheet.tool-notes")
class Tool(State, frozen=True):
    """A tool, with a name and a note on its purpose. Its slot decides how many dice it gives."""

    name: str
    note: str = ""


@cites("module.slots")
class Module(State, frozen=True):
    """The module in a slot. `uses` counts down from `most`. Without `most` it can be used without limit."""

    id: str
    name: str
    kind: ModuleKind
    core: Core | None = None
    uses: int | None = None
    most: int | None = None
    note: str = ""
    destroyed: bool = False


@cites("ship.tokens.names", "ship.tokens.start", "role.ship")
class Ship(State, frozen=True):
    """The character all players share. A new ship holds all three status tokens and no Focus Tokens."""

    name: str
    cpu: int
    hul: int
    nav: int
    modules: tuple[Module, ...]
    life_support: Held = "held"
    integrity: Held = "held"
    engineering: Held = "held"
    focus: int = 0
    position: Position | None = None

    def dice(self, core: Core) -> int:
        return {"CPU": self.cpu, "HUL": self.hul, "NAV": self.nav}[core]


class Member(State, frozen=True):
    """A member of the crew.

    `position` is the wayfinder's call for the next roll. `prep` waits for the next mission, and `prepared_focus` counts
    the Focus Tokens that came from it.
    """

    id: str
    name: str
    player: str
    primary: Tool
    secondary: Tool
    auxiliary: Tool = Tool("AUXILIARY ARM")
    vitality: int = VITALITY
    life_support: bool = True
    primary_works: bool = True
    secondary_works: bool = True
    focus: int = 0
    qualities: tuple[Quality, ...] = ()
    suit: tuple[SuitUpgrade, ...] = ()
    expertise: str = ""
    armour: bool = False
    where: str = ABOARD
    hazard: Hazard = "none"
    position: Position | None = None
    ingenuity: int = 0
    foresight: int = 0
    care: int = 0
    willpower: int = 0
    dread: int = 0
    prep: tuple[int, ...] = ()
    prepared_focus: int = 0
    advanced: bool = False
    dead: bool = False

    @property
    def down(self) -> bool:
        return self.vitality == 0 and not self.dead


class Station(State, frozen=True):
    """A derelict searched with a deck: its finds, its power, and the clocks its cards have started."""

    deck: str
    power: bool = False
    generator: bool = False
    survivors: bool = False
    medbay: Literal["not found", "found", "used"] = "not found"
    radio: bool = True
    clocks: tuple[str, ...] = ()


Effect = Literal["story", "ship damage", "crew damage", "crew exposed", "focus for the crew", "focus for the ship"]
CardEffect = Literal[
    Effect, "survivors", "life support failure", "layout", "med bay", "generator", "hull breach", "radio", "fire"
]


class SharedDeck(State, frozen=True):
    """A deck built together, with the number of cards the wayfinder still owes it. Its id is the deck's."""

    id: str
    owed: int = 0


class Mission(State, frozen=True):
    """The whole table.

    `rolled` is the last roll a shunt may still follow. `position` holds for the scene. `flown` counts finished
    missions.
    """

    rulings: VeilRulings
    ship: Ship
    crew: tuple[Member, ...]
    phase: Phase = "preparing"
    ending: Ending = ""
    scene: Scene = "downtime"
    position: Position = "standard"
    situation: str = ""
    rolled: Literal["", "roll", "critical"] = ""
    ship_upgrades: int = 0
    flown: int = 0
    station: Station | None = None
    shared_decks: tuple[SharedDeck, ...] = ()
    kit: Kit = Kit()


def member(s: Mission, who: str) -> Member:
    return find_by_id(s.crew, who, "crew member")


def with_member(s: Mission, changed: Member) -> Mission:
    return s.but(crew=replace_by_id(s.crew, changed))


def with_ship(s: Mission, **changes: object) -> Mission:
    return s.but(ship=s.ship.but(**changes))


def living(s: Mission) -> tuple[Member, ...]:
    return tuple(m for m in s.crew if not m.dead)


def living_ids(s: Mission) -> tuple[str, ...]:
    return tuple(m.id for m in living(s))


def rollers(s: Mission) -> tuple[FieldOption, ...]:
    """The ship and each living member, with their Focus Tokens."""
    crew = tuple(FieldOption(m.id, m.name, f"{m.focus} Focus") for m in living(s))
    return (FieldOption(SHIP, s.ship.name, f"the ship, {s.ship.focus} Focus"), *crew)


def who_plays(s: Mission) -> Mapping[str, str]:
    """Every crew member and their player. The ship belongs to all."""
    return {m.id: m.player for m in s.crew}


def who_is_who(s: Mission) -> Mapping[str, str]:
    """The names the log uses: each member's, and the ship's for all of them together."""
    return {m.id: m.name for m in s.crew} | {CREW: f"the {s.ship.name}"}


@cites("prep.duration", "adv.crew")
def ended(s: Mission, ending: Ending) -> Mission:
    """The table after a mission: its preparations are lost, its station is left behind, everyone may advance once.

    A mission that is over cannot end again.
    """
    if s.phase == "after":
        return s
    gone = {"ingenuity": 0, "foresight": 0, "care": 0, "willpower": 0, "dread": 0, "prepared_focus": 0}
    crew = tuple(m.but(**gone, position=None, advanced=False) for m in s.crew)
    return left_behind(s.but(phase="after", ending=ending, rolled="", crew=crew, flown=s.flown + 1))


@cites("decks.power", "decks.fire.desperate")
def left_behind(s: Mission) -> Mission:
    """The table without the station that was searched. Its darkness and its fires do not follow to the next mission."""
    gone = s.station.clocks if s.station is not None else ()
    clocks = tuple(clock for clock in s.kit.clocks if clock.id not in gone)
    return s.but(station=None, kit=s.kit.but(clocks=clocks))


def mission_over(s: Mission) -> str | None:
    """The reason why nothing of a mission can be done now, or None."""
    return "the mission is over; advance the crew, then begin the next one." if s.phase == "after" else None
