"""Health: points dealt over four levels, the penalty of the present level, incapacity and death."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import floor
from typing import NamedTuple

from tablewright.rules import Refused, cite, cites, find_by_id

from .options import VeridiaRulings
from .state import Character, Veridia, exactly


class Level(NamedTuple):
    name: str
    penalty: int
    can_act: bool
    days: int
    """The days of rest for a point of this level, at constitution 1."""


LEVELS: tuple[Level, ...] = cite(
    "health.levels heal.days",
    (
        Level("Healthy", 0, True, 1),
        Level("Hurt", 2, True, 2),
        Level("Impaired", 4, True, 3),
        Level("Incapacitated", 0, False, 4),
    ),
)
FRACTIONS = cite("health.fraction", {Fraction(1, 2): 5, Fraction(1, 3): 3, Fraction(1, 4): 1})


@cites("health.points", "health.fraction")
@cache
def points(constitution: Fraction, set_by_table: int = 0) -> int:
    """Health points of a constitution. The table decides for fractions that are not listed."""
    if set_by_table:
        return set_by_table
    if constitution < 1:
        if constitution not in FRACTIONS:
            raise Refused(f"A constitution of {constitution} is in no table: set the health points by hand.")
        return FRACTIONS[constitution]
    return 5 + floor(2 * constitution)


def most(c: Character) -> int:
    constitution = find_by_id(c.attributes, "constitution", "attribute")
    return points_of(constitution.level, constitution.part, c.health_most)


@cache
def points_of(level: int, part: int, set_by_table: int) -> int:
    """Health points by the two numbers of a constitution, which are faster to look up than a fraction."""
    return points(exactly(level, part), set_by_table)


@cites("health.levels.deal", "health.levels.table")
def dealt(points: int) -> tuple[int, int, int, int]:
    """Deal points one by one to the four levels in turn."""
    return tuple((points + 3 - i) // 4 for i in range(4))  # type: ignore[return-value]  # four levels, four numbers


@cites("health.current")
@cache
def level_of_point(points: int, number: int) -> int:
    """The level that the number-th point belongs to, counted from the bottom."""
    left = number
    for place in (3, 2, 1):
        left -= dealt(points)[place]
        if left <= 0:
            return place
    return 0


@cites("health.current", "health.zero")
def current_place(points: int, left: int, rulings: VeridiaRulings) -> int:
    """The present level: that of the topmost point left, or by a house ruling of the last one lost."""
    if left <= 0:
        return 3
    return level_of_point(points, left if rulings.current_level == "first left" else min(points, left + 1))


def level(points: int, left: int, rulings: VeridiaRulings) -> Level:
    return LEVELS[current_place(points, left, rulings)]


def level_now(s: Veridia, c: Character) -> Level:
    return level(most(c), c.health, s.rulings)


@cites("health.penalty.scope", "health.penalty.not_summed")
def penalty(s: Veridia, c: Character) -> int:
    """Dice lost by every pool, for the present level and no other."""
    return level_now(s, c).penalty


@cites("health.incapacitated", "knockout.check")
def unable(s: Veridia, c: Character) -> str | None:
    """The reason why a character cannot act at all, or None."""
    if c.dead:
        return f"{c.name} is dead."
    if c.knocked_out:
        return f"{c.name} is knocked out and can do nothing until somebody brings them round."
    if not level_now(s, c).can_act:
        return f"{c.name} is incapacitated and can do nothing."
    return None


def must_be_able(s: Veridia, c: Character) -> None:
    why = unable(s, c)
    if why:
        raise Refused(why)


@cites("health.death", "health.overflow", "health.zero")
def lose(c: Character, damage: int) -> Character:
    """Suffer damage point by point. Any damage after zero kills."""
    if damage > c.health:
        return c.but(health=0, dead=True)
    return c.but(health=c.health - max(0, damage))


@cites("knockout.check")
def goes_down(s: Veridia, c: Character, damage: int) -> bool:
    """True if so much damage would incapacitate the character, or worse."""
    left = c.health - damage
    return left < 0 or not level(most(c), left, s.rulings).can_act


def too_healthy(c: Character) -> str | None:
    try:
        high = most(c)
    except Refused:
        return None
    return f"{c.name} has {c.health} of {high} health points" if not 0 <= c.health <= high else None
