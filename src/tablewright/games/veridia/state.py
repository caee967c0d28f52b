"""The state of the table: characters with everything they have, the fight in progress, the days gone by."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Literal

from tablewright.rules import State, cites, find_by_id, replace_by_id
from tablewright.rules.kit import Kit

from .options import LEDGER, VeridiaRulings

Race = Literal["human", "orc", "small orc"]
Being = Race | Literal["beast"]
PARTY = "party"


@cites("attr.fraction.only")
@cache
def exactly(level: int, part: int) -> Fraction:
    """A fraction. Only attributes can be one: all other numbers are whole by their type."""
    return Fraction(level, part)


class Attribute(State, frozen=True):
    """`level` of `part`: 3 is 3, and 1 of 3 is the third of a tiny creature."""

    id: str
    level: int = 1
    part: int = 1

    @property
    def value(self) -> Fraction:
        return exactly(self.level, self.part)


class Skill(State, frozen=True):
    id: str
    name: str
    level: int = 0


class Specialty(State, frozen=True):
    id: str
    level: int = 1


class Trait(State, frozen=True):
    """A free record. The program keeps its text and counts its price, but never enforces it."""

    id: str
    name: str
    text: str = ""
    cost: int = 0
    money: int = 0
    needs: str = ""
    needs_level: int = 0


class Item(State, frozen=True):
    """A weapon or shield: its kind in the tables, signed changes for quality, and its present state."""

    id: str
    kind: str
    damage: int = 0
    dice: int = 0
    lacks: tuple[str, ...] = ()
    name: str = ""
    """A name other than its kind's."""
    note: str = ""
    enchantment: int = 0
    months: int = 0
    """Months since its enchantment was last reinforced."""
    loaded: int = 0
    reloading: int = 0
    drawn: bool = False
    broken: bool = False
    dropped: bool = False


class Suit(State, frozen=True):
    """Armor as worn, with signed changes for quality.

    `months` counts from the last reinforcement of its enchantment.
    """

    kind: str = "Robes"
    protection: int = 0
    athletics: int = 0
    enchantment: int = 0
    months: int = 0
    wear: int = 0
    patched: bool = False


class Garment(State, frozen=True):
    """An enchanted garment, worn beside the armor."""

    id: str
    kind: str
    months: int = 0


class Property(State, frozen=True):
    id: str
    name: str
    note: str = ""


class Character(State, frozen=True):
    id: str
    name: str
    player: str = ""
    side: str = PARTY
    race: Being = "human"
    concept: str = ""
    secret: str = ""  # for the game master only
    creating: bool = False
    experience: int = 0
    earned: int = 0
    attributes: tuple[Attribute, ...] = ()
    courage: int = 1
    integrity: int = 0
    skills: tuple[Skill, ...] = ()
    specialties: tuple[Specialty, ...] = ()
    ways: tuple[str, ...] = ()
    """Way points in the order they were bought: the latest are suspended first."""
    mana: int = 0
    fervor: int = 0
    focus: int = 0
    background: Trait | None = None
    traits: tuple[Trait, ...] = ()
    purse: int = 0
    income: int = 0
    properties: tuple[Property, ...] = ()
    health: int = 7
    health_most: int = 0
    """Health points set by the table for an unlisted constitution. 0 means the rule."""
    dead: bool = False
    knocked_out: bool = False
    treatment: int = 0
    rested: int = 0  # days of rest toward the next point of health
    barrier: int = 0
    inner_armor: int = 0
    outer_resist: int = 0
    inner_resist: int = 0
    items: tuple[Item, ...] = ()
    main: str = ""
    off: str = ""
    suit: Suit = Suit()
    garments: tuple[Garment, ...] = ()
    ammunition: int = 0
    crystals: int = 0
    tools: bool = False
    prone: bool = False
    bound: bool = False
    mount: str = ""
    cover: int = 0
    """Quarters of the body in cover. 4 is wholly hidden."""

    def of(self, attribute: str) -> Fraction:
        """An attribute's exact value."""
        return find_by_id(self.attributes, attribute, "attribute").value

    def skilled(self, skill: str) -> int:
        """A skill's level, 0 if untrained."""
        return next((s.level for s in self.skills if s.id == skill), 0)

    def special(self, specialty: str) -> int:
        return next((s.level for s in self.specialties if s.id == specialty), 0)

    def item(self, id: str) -> Item | None:
        return next((item for item in self.items if item.id == id), None) if id else None


class Kept(State, frozen=True):
    """An action of a concurrent set still to come, with the dice set aside for it."""

    action: str
    dice: int
    target: str = ""
    distance: int = 0
    """The meters to the target an attack was declared against."""


class Fighter(State, frozen=True):
    """A fighter, with their actions of this round's turn."""

    id: str
    began: bool = False
    over: bool = False
    free: int = 0
    main: str = ""
    kept: tuple[Kept, ...] = ()
    moved: int = 0
    reach: int = 9
    answers: str = ""
    """The attacker they have announced to strike back at."""
    surprised: bool = False
    waited: bool = False
    foe: str = ""
    """The opponent they fight at close quarters."""
    carried: bool = False
    """True if a mount has carried them some of the way."""


class Grapple(State, frozen=True):
    """A grapple by a holder: its grip, its lock and the breach in the armor."""

    id: str
    holder: str
    grip: int = 0
    lock: int = 0
    breach: int = 0


class Effect(State, frozen=True):
    """An effect that lasts some turns of its bearer. `left` is the number of turn starts it still outlives."""

    id: str
    on: str
    name: str
    left: int
    dice: int = 0
    difficulty: int = 0


class Apart(State, frozen=True):
    """The distance in meters between two people. Its id is theirs, in alphabetical order."""

    id: str
    meters: int


class Fight(State, frozen=True):
    """A fight. `order` is this round's, `rolled` the order of initiative. In a `bonus` round only ambushers act."""

    order: tuple[Fighter, ...]
    rolled: tuple[str, ...] = ()
    turn: int = 0
    round: int = 1
    bonus: bool = False
    grapples: tuple[Grapple, ...] = ()
    effects: tuple[Effect, ...] = ()
    apart: tuple[Apart, ...] = ()
    """Known distances, at a table that keeps them."""


class Veridia(State, frozen=True):
    rulings: VeridiaRulings = LEDGER
    characters: tuple[Character, ...] = ()
    fight: Fight | None = None
    day: int = 1
    gm: str = "gm"
    players: tuple[str, ...] = ()
    """The present seats of the game master and the players."""
    kit: Kit = Kit()


def the(s: Veridia, id: str) -> Character:
    """The character of this id. The refusal names the nearest ones."""
    return find_by_id(s.characters, id, "character")


def put(s: Veridia, c: Character) -> Veridia:
    """The table with this character in place of their old version."""
    return s.but(characters=replace_by_id(s.characters, c))


def fighter(s: Veridia, id: str) -> Fighter | None:
    """The character's part in the fight, or None."""
    return next((f for f in s.fight.order if f.id == id), None) if s.fight else None


def put_fighter(s: Veridia, f: Fighter) -> Veridia:
    return s.but(fight=s.fight.but(order=replace_by_id(s.fight.order, f))) if s.fight else s


@cites("table.group")
def who_plays(s: Veridia) -> Mapping[str, str]:
    """Every character and their player. The party's may have none, all others are the game master's."""
    return {c.id: c.player or ("" if c.side == PARTY else s.gm) for c in s.characters}


def played(s: Veridia, c: Character) -> bool:
    """True if a player at the table plays this character."""
    return c.player in s.players


def called(s: Veridia) -> Mapping[str, str]:
    return {c.id: c.name for c in s.characters}


def character_ids(s: Veridia) -> tuple[str, ...]:
    return tuple(c.id for c in s.characters)


def taken_ids(s: Veridia, *more: str) -> tuple[str, ...]:
    """Ids already taken. Characters, seats and roles answer questions by theirs, so no two may share one."""
    people = dict.fromkeys((s.gm, *s.players, *(c.player for c in s.characters)))
    return ("gm", "player", *more, *character_ids(s), *people)
