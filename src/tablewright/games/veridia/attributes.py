"""Attributes: eight of them, their range by race, fractions, and the racial bonuses of Appendix B."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from tablewright.rules import cite, cites

from .state import Attribute, Being, Character, Race

ATTRIBUTES = cite(
    "attr.list",
    {
        "agility": "physical",
        "constitution": "physical",
        "reaction": "physical",
        "strength": "physical",
        "charisma": "mental",
        "intuition": "mental",
        "perception": "mental",
        "persuasion": "mental",
    },
)
LABELS = cite("attr.labels", {1: "terrible", 2: "mediocre", 3: "good", 4: "great", 5: "superb"})
HUMAN = cite("attr.range", (1, 5))
RACES: dict[str, dict[str, tuple[int, int]]] = {
    "human": cite("race.human", {}),
    "orc": cite(
        "race.orc race.table",
        {"constitution": (2, 6), "strength": (2, 6), "agility": (1, 4), "charisma": (1, 4), "intuition": (1, 4)},
    ),
    "small orc": cite(
        "race.small_orc race.table",
        {"agility": (2, 6), "reaction": (2, 6), "strength": (1, 4), "charisma": (1, 4), "intuition": (1, 4)},
    ),
}


@cites("attr.range", "attr.race_range", "race.table")
def bounds(race: Being, attribute: str) -> tuple[int, int]:
    """The lowest and highest value of an attribute for a race. Beasts have no race, and count as humans here."""
    return RACES.get(race, {}).get(attribute, HUMAN)


@cites("create.minimum", "attr.what")
def at_minimum(race: Race) -> tuple[Attribute, ...]:
    """All eight attributes, which every being has, at the values of a new character."""
    return tuple(Attribute(name, bounds(race, name)[0]) for name in ATTRIBUTES)


def label(value: Fraction) -> str:
    """The word for a value. Values beyond human ones share a word at either end."""
    return LABELS.get(int(value), "beyond human") if value >= 1 else "tiny"


@cites("skill.roll", "attr.fraction.skill", "skill.untrained")
def with_skill(attribute: Fraction, skill: int) -> int:
    """The dice of attribute and skill: their sum, but a fraction multiplies the skill and is rounded down."""
    return floor(skill * attribute) if attribute.denominator > 1 else int(attribute) + skill


@cites("attr.fraction.alone")
def without_skill(*attributes: Fraction) -> int:
    """The dice of attributes alone: the sum of exact values, rounded down."""
    return floor(sum(attributes))


@cites("attr.range", "attr.race_range")
def out_of_bounds(c: Character) -> str | None:
    """Report an attribute outside its race's range. Fractions are for creatures."""
    for a in c.attributes:
        low, high = bounds(c.race, a.id)
        if a.level < 1 or a.part < 1 or a.level > 20:
            return f"{c.name}'s {a.id} is {a.level}/{a.part}"
        if c.player and c.race != "beast" and a.part == 1 and not low <= a.level <= high:
            return f"{c.name}'s {a.id} is {a.level}: a {c.race} has {low} to {high}"
    return None
