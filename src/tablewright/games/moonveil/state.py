"""What lies on the table: Seekers, enemies, the ground between them, the moon above."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from tablewright.kernel import State, Unknown, cite, swap
from tablewright.kernel.kit import Kit

from .options import MoonveilRulings

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
"""Actions in a turn, and Moves."""
FIRST_LEVEL = cite("create.level", 1)


class Pips(State, frozen=True):
    """A number for each stat: how much there is of it, or how much of it is marked."""

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
    """Something carried. A weapon or a piece of defensive gear without a name is still to be named by its owner."""

    id: str
    kind: ItemKind
    name: str = ""
    note: str = ""
    slots: int = SLOT
    dawn: bool = False
    """Under Dawn Arm."""


class Magic(State, frozen=True):
    """A Spell or a Miracle that is known; lost ones come back with a Rest."""

    id: str
    lost: bool = False


class Turn(State, frozen=True):
    """What a Seeker may still do in this Round."""

    first: bool = False
    """Rolled high enough to act before the enemies."""
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
    """The fallen Seeker on their shoulders."""
    asleep: bool = False
    at: int = 0
    facing: Way = "ahead"
    """Which way they came: on that way an enemy can bar them, and the other is free."""
    past: tuple[str, ...] = ()
    """Enemies at this place who can no longer bar the way."""
    turn: Turn = Turn()
    position: Position = "even"
    """As the Guide judges it, for the next Pocket Roll."""
    step: Step = ""
    """The next step of creation; none, once the Seeker is made."""

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
    """Lets nobody by."""
    busy: bool = False
    """Has its hands full elsewhere."""
    asleep: bool = False
    actions: int = 0
    moves: int = 0
    note: str = ""
    position: Position = "even"
    shield: bool = False

    @property
    def alive(self) -> bool:
        return self.hp > 0


class Moon(State, frozen=True):
    """A Moon Effect: what it does to the story, and the lever the table pulls for it, by how much."""

    place: int
    title: str
    text: str
    lever: str = "told"
    amount: int = 0


class Insight(State, frozen=True):
    """What a Deduction brought: an Advantage over an enemy or a challenge, or a Disadvantage lifted."""

    id: str
    by: str
    kind: Literal["advantage", "relief"]
    of: str
    """The enemy it is about, or the source of Disadvantage it lifts, or any challenge in words."""


class Check(State, frozen=True):
    """A roll the Guide has called for: settled before the dice are thrown."""

    who: str
    dc: int
    stat: Stat | None = None
    position: Position = "even"
    success: str = ""
    failure: str = ""
    insight: str = ""
    """The challenge a Deduction has seen through, if that helps here."""


class Ground(State, frozen=True):
    """Places where moving is not simple, by their number."""

    rough: tuple[int, ...] = ()
    narrow: tuple[int, ...] = ()
    roomy: tuple[int, ...] = ()


class Veil(State, frozen=True):
    """The whole table."""

    rulings: MoonveilRulings
    seekers: tuple[Seeker, ...] = ()
    drafts: tuple[Seeker, ...] = ()
    enemies: tuple[Enemy, ...] = ()
    round: int = 0
    phase: Phase = ""
    ground: Ground = Ground()
    insights: tuple[Insight, ...] = ()
    check: Check | None = None
    floor: tuple[Item, ...] = ()
    moons: tuple[Moon, ...] = ()
    moon_list: tuple[Moon, ...] = ()
    moon_on: bool = True
    day: int = 1
    kit: Kit = Kit()

    def seeker(self, id: str) -> Seeker:
        for seeker in self.seekers:
            if seeker.id == id:
                return seeker
        raise Unknown("Seeker", id, (seeker.id for seeker in self.seekers))

    def enemy(self, id: str) -> Enemy:
        for enemy in self.enemies:
            if enemy.id == id:
                return enemy
        raise Unknown("enemy", id, (enemy.id for enemy in self.enemies))

    def having(self, one: Seeker | Enemy) -> Veil:
        """This, with a Seeker or an enemy as they are now."""
        if isinstance(one, Seeker):
            return self.but(seekers=swap(self.seekers, one))
        return self.but(enemies=swap(self.enemies, one))

    @property
    def living(self) -> tuple[Seeker, ...]:
        return tuple(seeker for seeker in self.seekers if seeker.alive)

    @property
    def foes(self) -> tuple[Enemy, ...]:
        """The enemies still standing."""
        return tuple(enemy for enemy in self.enemies if enemy.alive)

    @property
    def everyone(self) -> tuple[Seeker | Enemy, ...]:
        """Seekers and enemies, standing or not."""
        return (*self.seekers, *self.enemies)

    @property
    def fighting(self) -> bool:
        return self.round > 0

    def pull(self, lever: str) -> int:
        """How far the Moon Effects in force pull a lever, all together."""
        return sum(moon.amount for moon in self.moons if moon.lever == lever) if self.moons else 0


def who_plays(s: Veil) -> Mapping[str, str]:
    return {seeker.id: seeker.player for seeker in (*s.seekers, *s.drafts)}


def who_is_who(s: Veil) -> Mapping[str, str]:
    """What the log calls everybody."""
    seekers = {seeker.id: seeker.name for seeker in (*s.seekers, *s.drafts) if seeker.name}
    return seekers | {enemy.id: enemy.name for enemy in s.enemies}


def seeker_ids(s: Veil) -> tuple[str, ...]:
    return tuple(seeker.id for seeker in s.seekers)


def living_ids(s: Veil) -> tuple[str, ...]:
    return tuple(seeker.id for seeker in s.living)


def foe_ids(s: Veil) -> tuple[str, ...]:
    return tuple(enemy.id for enemy in s.foes)


def creatures(s: Veil) -> Iterator[Seeker | Enemy]:
    """Everyone who can be struck or healed."""
    yield from s.living
    yield from s.foes


def creature(s: Veil, id: str) -> Seeker | Enemy:
    for one in s.everyone:
        if one.id == id:
            return one
    raise Unknown("creature", id, (one.id for one in s.everyone))
