"""The state of the table: Seekers, enemies, the ground between them, the moon above."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from tablewright.rules import State, UnknownName, replace_by_id
from tablewright.rules.kit import Kit

from .options import MoonveilRulings
from .people import Enemy, Item, Phase, Position, Seeker, Stat


class Moon(State, frozen=True):
    """A Moon Effect: its words for the story, and the lever the table pulls for it, with the amount."""

    place: int
    title: str
    text: str
    lever: str = "told"
    amount: int = 0


class Insight(State, frozen=True):
    """The result of a Deduction: an Advantage over an enemy or a challenge, or a Disadvantage lifted."""

    id: str
    by: str
    kind: Literal["advantage", "relief"]
    of: str
    """The enemy it is about, or the source of Disadvantage it lifts, or any challenge in words."""


class Threshold(State, frozen=True):
    """A total named by the Guide, and the meaning of reaching it."""

    at: int
    meaning: str


class Check(State, frozen=True):
    """A roll the Guide has called for, settled before the dice are thrown."""

    who: str
    dc: int
    stat: Stat | None = None
    position: Position = "even"
    success: str = ""
    failure: str = ""
    insight: str = ""
    """The challenge of an insight that helps here, if any."""
    thresholds: tuple[Threshold, ...] = ()
    """Thresholds in place of one DC, lowest first."""


class Ground(State, frozen=True):
    """Places where moving is not simple, by their number."""

    rough: tuple[int, ...] = ()
    narrow: tuple[int, ...] = ()
    roomy: tuple[int, ...] = ()
    crowded: tuple[int, ...] = ()
    """Places where Seekers get in each other's way."""


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
        raise UnknownName("Seeker", id, (seeker.id for seeker in self.seekers))

    def enemy(self, id: str) -> Enemy:
        for enemy in self.enemies:
            if enemy.id == id:
                return enemy
        raise UnknownName("enemy", id, (enemy.id for enemy in self.enemies))

    def having(self, one: Seeker | Enemy) -> Veil:
        """The table with a Seeker or an enemy replaced by their new version."""
        if isinstance(one, Seeker):
            return self.but(seekers=replace_by_id(self.seekers, one))
        return self.but(enemies=replace_by_id(self.enemies, one))

    @property
    def living(self) -> tuple[Seeker, ...]:
        return tuple(
            [seeker for seeker in self.seekers if seeker.alive]
        )  # quicker than a generator, and called very often

    @property
    def foes(self) -> tuple[Enemy, ...]:
        """The enemies standing in sight. Hidden ones cannot be struck, passed or feared."""
        return tuple([enemy for enemy in self.enemies if enemy.alive and not enemy.hidden])

    @property
    def standing(self) -> tuple[Enemy, ...]:
        """The enemies still standing as the Guide knows them, with hidden ones."""
        return tuple(enemy for enemy in self.enemies if enemy.alive)

    @property
    def everyone(self) -> tuple[Seeker | Enemy, ...]:
        """Seekers and enemies, standing or not."""
        return (*self.seekers, *self.enemies)

    @property
    def fighting(self) -> bool:
        return self.round > 0

    def pull(self, lever: str) -> int:
        """The sum of all Moon Effects in force on a lever."""
        return sum(moon.amount for moon in self.moons if moon.lever == lever) if self.moons else 0


def who_plays(s: Veil) -> Mapping[str, str]:
    return {seeker.id: seeker.player for seeker in (*s.seekers, *s.drafts)}


def who_is_who(s: Veil) -> Mapping[str, str]:
    """The names the log uses for Seekers and enemies."""
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
    raise UnknownName("creature", id, (one.id for one in s.everyone))
