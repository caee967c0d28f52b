"""The state of the table: the ship, its crew, four tokens, and the roll that is being resolved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tablewright.rules import Refused, State, cite, cites, find_by_id, replace_by_id
from tablewright.rules.kit import Kit

from .options import ClassicRulings
from .rolling_dice import Proficiency, Result, proficiency_of
from .systems import SYSTEM_DICE, DiceMap, has_room
from .wording import dice_words

WAYFINDER = "wayfinder"
CREW = "crew"

#: Players beside the wayfinder. More or fewer may play, with a warning.
PLAYERS: tuple[int, int] = cite("players.number", (3, 6))

Token = Literal["integrity", "engineering", "supplies", "reserves"]
Place = Literal["the Veil", "controlled space", "a station"]
Shunt = Literal["reactive", "standard", "stabilise", "system fault"]

SHIP_TOKENS: tuple[Token, ...] = cite("tokens.ship", ("integrity", "engineering"))
CREW_TOKENS: tuple[Token, ...] = cite("tokens.crew", ("supplies", "reserves"))


class Module(State, frozen=True):
    """A numbered module, of four. Its id is its number."""

    id: str
    name: str
    text: str = ""
    destroyed: bool = False


class Ship(State, frozen=True):
    name: str
    dice: DiceMap
    modules: tuple[Module, ...]
    integrity: bool = True
    engineering: bool = True
    destroyed: bool = False


class Member(State, frozen=True):
    """A member of the crew: four parts written by the player, personal dice and grit."""

    id: str
    name: str
    player: str
    background: str
    skill: str
    flaw: str
    dice: int
    grit: int = 0


class Help(State, frozen=True):
    """An offer to help another's next roll. Its id is the helper's, so each helps once."""

    id: str
    to: str
    factors: tuple[str, ...] = ()

    @property
    def level(self) -> Proficiency:
        """The helper's level if every factor is agreed to."""
        return proficiency_of(len(self.factors))


class Aftermath(State, frozen=True):
    """A roll that was compared but not settled: dice in hand, a consequence to be told, or both."""

    who: str
    helpers: tuple[str, ...]
    result: Result
    shunt: Shunt | None = None
    hand: int = 0
    told: bool = False


class Run(State, frozen=True):
    rulings: ClassicRulings
    ship: Ship
    crew: tuple[Member, ...]
    supplies: bool = True
    reserves: bool = True
    downtime: bool = True
    place: Place = "controlled space"
    day: int = 1
    rating: int | None = None
    """The wayfinder's rating of the next action, or None."""
    desperate: bool = False
    """True if the wayfinder has called the next roll desperate, where the house allows it."""
    offers: tuple[Help, ...] = ()
    aftermath: Aftermath | None = None
    ended: str = ""
    kit: Kit = Kit()


def crew_ids(s: Run) -> tuple[str, ...]:
    return tuple(member.id for member in s.crew)


def member(s: Run, who: str) -> Member:
    return find_by_id(s.crew, who, "crew member")


def name_of(s: Run, who: str) -> str:
    return member(s, who).name


def with_member(s: Run, changed: Member) -> Run:
    return s.but(crew=replace_by_id(s.crew, changed))


def with_dice(s: Run, dice: DiceMap) -> Run:
    return s.but(ship=s.ship.but(dice=dice))


def dice_in_hand(s: Run) -> int:
    return s.aftermath.hand if s.aftermath else 0


@cites("shunt.fault")
def dice_lost(s: Run) -> int:
    """The number of system dice lost to faults, of five."""
    return SYSTEM_DICE - s.ship.dice.total - dice_in_hand(s)


def settled(s: Run) -> Run:
    """The table with the last roll closed, if its consequence has been told and its dice are back."""
    return s.but(aftermath=None) if s.aftermath and s.aftermath.told and not s.aftermath.hand else s


@cites("supplies.dice")
def able(s: Run, who: str) -> bool:
    """True if a character can act. A house ruling may count out those without personal dice."""
    return s.rulings.at_zero == "rolls on" or member(s, who).dice > 0


def check_able(s: Run, who: str) -> None:
    if not able(s, who):
        raise Refused(f"{name_of(s, who)} has no personal dice left and is down and out: somebody else has to act.")


def who_plays(s: Run) -> Mapping[str, str]:
    """Every character aboard and their player, if any."""
    return {member.id: member.player for member in s.crew}


def give(s: Run, who: str, player: str) -> Run:
    """The crew with a character given to another player."""
    return with_member(s, member(s, who).but(player=player))


def names(s: Run) -> Mapping[str, str]:
    """The names the log uses for characters and roles."""
    return {CREW: "The crew", WAYFINDER: "The wayfinder"} | {member.id: member.name for member in s.crew}


@cites("damage.crash.ship")
def over(s: Run) -> str | None:
    """The reason why the adventure is over, or None: the ship is gone, or the wayfinder has ended it."""
    if s.ship.destroyed:
        return f"the {s.ship.name} is destroyed."
    return s.ended or None


@cites("players.number")
def crowd(s: Run) -> str:
    """A warning when fewer or more play than usual, or an empty string."""
    few, many = PLAYERS
    return "" if few <= len(s.crew) <= many else f"{few} to {many} players are usual, beside the wayfinder."


@cites("systems.dice")
def wrong_dice(s: Run) -> str | None:
    """Report more than five dice in the systems and the hand together."""
    dice, most = s.ship.dice, s.rulings.most_in_system
    if min(dice.telemetry, dice.engines, dice.shields, dice_in_hand(s)) < 0 or dice_lost(s) < 0:
        return f"the ship has {dice.words()} and {dice_words(dice_in_hand(s))} in hand."
    if not has_room(dice, most):
        return f"a system holds more than {dice_words(most)}."
    return None


def wrong_counters(s: Run) -> str | None:
    """Report personal dice or grit below zero."""
    low = [m.name for m in s.crew if m.dice < 0 or m.grit < 0]
    return f"{', '.join(low)} would have less than nothing." if low else None
