"""Seekers with their stats, things and turns, and enemies."""

from __future__ import annotations

from typing import Literal

from tablewright.rules import State, cite

Stat = Literal["strength", "dexterity", "arcane", "willpower"]
STATS: tuple[Stat, ...] = cite("create.stats.names", ("strength", "dexterity", "arcane", "willpower"))

Weapon = Literal["plain", "edged", "piercing", "heavy", "range", "tricky"]
ItemKind = Literal[
    "edged",
    "piercing",
    "heavy",
    "range",
    "tricky",
    "bomb",
    "helmet",
    "shield",
    "armor",
    "cloak",
    "dungeon gear",
    "thing",
]
Form = Literal["spell", "miracle"]
Phase = Literal["", "first", "enemies", "last"]
Step = Literal["stats", "hp", "pocket", "first pick", "second pick", "coin", ""]
Way = Literal["ahead", "back"]
Habit = Literal["charge", "shoot", "guard"]
Position = Literal["strong", "even", "weak"]

EVADE = cite("create.evade", 4)
LIMIT = cite("create.limit", 10)
POCKET = cite("pocket.die", (1, 2, 3, 4, 5, 6))
SLOT = cite("inv.slot", 1)
ONE_EACH = cite("enc.turn", 1)
"""The Actions of a turn, and its Moves."""
FIRST_LEVEL = cite("create.level", 1)


class Pips(State, frozen=True):
    """A number for each stat: its pips, or how many of them are marked."""

    strength: int = 0
    dexterity: int = 0
    arcane: int = 0
    willpower: int = 0

    def of(self, stat: Stat) -> int:
        return int(getattr(self, stat))

    def put(self, stat: Stat, n: int) -> Pips:
        return self.but(**{stat: n})

    def all(self) -> tuple[int, ...]:
        return self.strength, self.dexterity, self.arcane, self.willpower


class Item(State, frozen=True):
    """A thing carried. A weapon or defensive gear without a name is still to be named by its owner."""

    id: str
    kind: ItemKind
    name: str = ""
    note: str = ""
    slots: int = SLOT
    dawn: bool = False
    """True while Dawn Arm lasts on it."""


class Magic(State, frozen=True):
    """A Spell or a Miracle that is known. Lost ones come back with a Rest."""

    id: str
    lost: bool = False


class Turn(State, frozen=True):
    """The Actions and Moves a Seeker has left in this Round."""

    first: bool = False
    """The Seeker rolled high enough to act before the enemies."""
    begun: Phase = ""
    actions: int = 0
    moves: int = 0


class Seeker(State, frozen=True):
    id: str
    name: str
    player: str
    stats: Pips = Pips()
    marked: Pips = Pips()
    level: int = FIRST_LEVEL
    hp: int = 0
    full: int = 0
    pocket: int = 1
    items: tuple[Item, ...] = ()
    magic: tuple[Magic, ...] = ()
    coin: int = 0
    extras: tuple[str, ...] = ()
    guilt: int = 0
    carries: str = ""
    """The fallen Seeker they carry."""
    asleep: bool = False
    at: int = 0
    facing: Way = "ahead"
    """The way they moved last. Enemies can bar the way on, never the way back."""
    past: tuple[str, ...] = ()
    """Enemies at this place who can no longer bar the way."""
    turn: Turn = Turn()
    position: Position = "even"
    """The Guide's judgement for the next Pocket Roll."""
    step: Step = ""
    """The next step of creation, empty once the Seeker is made."""
    npc: bool = False
    """An ally the Guide has brought in."""
    note: str = ""

    @property
    def alive(self) -> bool:
        return self.hp > 0

    @property
    def dead(self) -> bool:
        return self.hp <= 0


class Enemy(State, frozen=True):
    id: str
    name: str
    hp: int
    full: int
    pocket: int
    evade: int = EVADE
    limit: int = LIMIT
    weapon: Weapon = "plain"
    armor: int = 0
    habit: Habit = "charge"
    at: int = 1
    bars: bool = True
    """The enemy bars the way past it."""
    busy: bool = False
    """The enemy has its hands full elsewhere."""
    asleep: bool = False
    actions: int = 0
    moves: int = 0
    note: str = ""
    position: Position = "even"
    shield: bool = False
    cloak: bool = False
    magic: tuple[Magic, ...] = ()
    dawn: bool = False
    """Its weapon is under Dawn Arm."""
    hidden: bool = False
    """Only the Guide knows of it."""

    @property
    def alive(self) -> bool:
        return self.hp > 0
