"""Experience: the price of a point (Appendix C), its limits, and spending it at creation and in play alike."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from tablewright.rules import Param, Refused, cite, cites, find_by_id, replace_by_id

from .attributes import ATTRIBUTES, bounds
from .choices import people
from .health import most
from .skills import HIGHEST as SKILL_HIGHEST
from .skills import basic_skills, known_skills, skill_name
from .specialties import BRANCHES, PATHS, WAYS, pool_most, ways_most, within_pools
from .specialties import highest as specialty_highest
from .state import Character, Skill, Specialty, Veridia
from .virtues import COURAGE, INTEGRITY

PRICES = cite("xp.table", {"attribute": 2, "courage": 2, "integrity": 1, "skill": 1, "specialty": 3, "knightly way": 3})


#: The kind of each point that is no skill.
SORTS = {
    **dict.fromkeys((*BRANCHES, *PATHS), "specialty"),
    **dict.fromkeys(WAYS, "knightly way"),
    "courage": "courage",
    "integrity": "integrity",
    **dict.fromkeys(ATTRIBUTES, "attribute"),
}


def sort_of(point: str) -> str:
    """The kind of a point: the row of the table it is paid by."""
    return SORTS.get(point, "skill")


def point_name(c: Character, point: str) -> str:
    """A point by the name people use."""
    if point in BRANCHES:
        return f"{point} magic"
    if point in WAYS:
        return f"the way of the {point}"
    return f"the {point} path" if point in PATHS else skill_name(c, point).lower()


def point_label(c: Character, point: str) -> str:
    """A point by the name of sheets and lists."""
    if sort_of(point) == "skill":
        return skill_name(c, point)
    name = point_name(c, point).removeprefix("the ")
    return name[:1].upper() + name[1:]


#: The limit of each specialty, in words.
CAPS = dict.fromkeys(BRANCHES, "one less than arcana, and never above 5") | {
    path: f"one more than {cap}, and never above 5" for path, (cap, _) in PATHS.items()
}


def worth(c: Character, point: str) -> int:
    """The present level of a point."""
    match sort_of(point):
        case "attribute":
            return find_by_id(c.attributes, point, "attribute").level
        case "courage":
            return c.courage
        case "integrity":
            return c.integrity
        case "knightly way":
            return Counter(c.ways)[point]
        case "specialty":
            return c.special(point)
    return c.skilled(point)


@cites("xp.attribute", "xp.courage", "xp.integrity", "xp.skill", "xp.specialty", "xp.way", "virtue.courage.raise")
def price(c: Character, point: str) -> int:
    """The price of the next point: by the level reached, or for a way by the sum of all ways after it."""
    sort = sort_of(point)
    reached = len(c.ways) + 1 if sort == "knightly way" else worth(c, point) + 1
    return PRICES[sort] * reached


@cites("attr.range", "skill.range", "spec.range", "magic.cap", "way.cap", "virtue.courage.range", "xp.integrity")
def why_not(c: Character, point: str) -> str | None:
    """The reason why the next point cannot be had at any price, or None."""
    level, sort = worth(c, point), sort_of(point)
    if sort == "attribute":
        high = bounds(c.race, point)[1]
        if find_by_id(c.attributes, point, "attribute").part > 1:
            return f"{c.name}'s {point} is a fraction, which experience does not raise."
        article = "An" if c.race == "orc" else "A"
        return f"{article} {c.race} has {point} {high} at most." if level >= high else None
    if sort == "courage":
        return f"Courage goes up to {COURAGE[1]}." if level >= COURAGE[1] else None
    if sort == "integrity":
        if not c.creating:
            return "In play integrity follows the story: experience buys it only while a character is created."
        return f"Integrity goes up to {INTEGRITY[1]}." if level >= INTEGRITY[1] else None
    if sort == "knightly way":
        full = f"All ways together come to {ways_most(c)} at most, one less than integrity."
        return full if len(c.ways) >= ways_most(c) or level >= 5 else None
    if sort == "specialty":
        high = specialty_highest(c, point)
        return f"{point_name(c, point).capitalize()} can be {high} at most: {CAPS[point]}." if level >= high else None
    if point not in basic_skills() and point not in known_skills(c):
        return f"{c.name} has no skill called {point}: add it first."
    return f"A skill goes up to {SKILL_HIGHEST}." if level >= SKILL_HIGHEST else None


def raised(c: Character, point: str, by: int = 1) -> Character:
    """The character with points more, or fewer."""
    level = worth(c, point) + by
    match sort_of(point):
        case "attribute":
            full = c.health == most(c)
            c = c.but(
                attributes=replace_by_id(c.attributes, find_by_id(c.attributes, point, "attribute").but(level=level))
            )
            return c.but(health=most(c) if full else min(c.health, most(c)))
        case "courage" | "integrity":
            return c.but(**{point: level})
        case "knightly way":
            if by > 0:
                return c.but(ways=(*c.ways, point))
            last = len(c.ways) - 1 - c.ways[::-1].index(point)
            return c.but(ways=c.ways[:last] + c.ways[last + 1 :])
        case "specialty":
            others = tuple(x for x in c.specialties if x.id != point)
            return c.but(specialties=(*others, Specialty(point, level)) if level else others)
    old = next((x for x in c.skills if x.id == point), None)
    new = Skill(point, skill_name(c, point), level)
    return c.but(skills=replace_by_id(c.skills, new) if old else (*c.skills, new))


def filled(c: Character, before: Character) -> Character:
    """The character with pools filled by their growth, and none above its maximum."""
    grown = {p: getattr(c, p) + max(0, pool_most(c, p) - pool_most(before, p)) for p in ("mana", "fervor", "focus")}
    return within_pools(c.but(**grown))


def why_too_dear(c: Character, point: str) -> str:
    """The reason why the next point cannot be paid, or an empty string."""
    cost = price(c, point)
    if cost <= c.experience:
        return ""
    name = point_name(c, point).capitalize()
    return f"{name} {worth(c, point) + 1} costs {cost} experience; {c.name} has {c.experience} left."


@cites("xp.steps", "xp.table")
def bought(c: Character, point: str, steps: int = 1) -> Character:
    """Buy several points, each at its own price. Refused if one is not allowed or not affordable."""
    for _ in range(steps):
        why = why_not(c, point)
        if why:
            raise Refused(why)
        dear = why_too_dear(c, point)
        if dear:
            raise Refused(dear, "point")
        c = filled(raised(c, point).but(experience=c.experience - price(c, point)), c)
    return c


def points(s: Veridia) -> tuple[str, ...]:
    """Everything experience can raise."""
    own = dict.fromkeys(skill.id for c in s.characters for skill in c.skills)
    return tuple(dict.fromkeys((*fixed_points(), *own)))


def fixed_points() -> tuple[str, ...]:
    return (*ATTRIBUTES, "courage", "integrity", *basic_skills(), *BRANCHES, *WAYS, *PATHS)


Whose = Annotated[str, Param("Whose", among=people(), mine=True, label="who")]
