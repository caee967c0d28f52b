"""Experience: what a point costs (Appendix C), what is allowed, and spending it at creation and in play alike."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from tablewright.kernel import Param, Pick, Refused, Rule, action, cite, cites, find, swap, tell

from .attributes import ATTRIBUTES, bounds
from .choices import Given, people, whose
from .health import most
from .skills import HIGHEST as SKILL_HIGHEST
from .skills import basic_skills, known_skills, skill_name
from .specialties import BRANCHES, PATHS, WAYS, pool_most, ways_most, within_pools
from .specialties import highest as specialty_highest
from .state import Character, Skill, Specialty, Veridia, put, the
from .virtues import COURAGE, INTEGRITY

PRICES = cite("xp.table", {"attribute": 2, "courage": 2, "integrity": 1, "skill": 1, "specialty": 3, "knightly way": 3})


def sort_of(point: str) -> str:
    """What kind of point it is: the row of the table it is paid by."""
    if point in ATTRIBUTES:
        return "attribute"
    if point in ("courage", "integrity"):
        return point
    if point in WAYS:
        return "knightly way"
    return "specialty" if point in BRANCHES or point in PATHS else "skill"


def point_name(c: Character, point: str) -> str:
    """A point as people speak of it."""
    if point in BRANCHES:
        return f"{point} magic"
    if point in WAYS:
        return f"the way of the {point}"
    return f"the {point} path" if point in PATHS else skill_name(c, point).lower()


#: What keeps each specialty from going higher.
CAPS = dict.fromkeys(BRANCHES, "one less than arcana, and never above 5") | {
    path: f"one more than {cap}, and never above 5" for path, (cap, _) in PATHS.items()
}


def worth(c: Character, point: str) -> int:
    """The level a character has of a point now."""
    match sort_of(point):
        case "attribute":
            return find(c.attributes, point, "attribute").level
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
    """What the next point costs: by the level reached, or for a way by the sum of all ways after it."""
    sort = sort_of(point)
    reached = len(c.ways) + 1 if sort == "knightly way" else worth(c, point) + 1
    return PRICES[sort] * reached


@cites("attr.range", "skill.range", "spec.range", "magic.cap", "way.cap", "virtue.courage.range", "xp.integrity")
def why_not(c: Character, point: str) -> str | None:
    """Why the next point cannot be had at any price."""
    level, sort = worth(c, point), sort_of(point)
    if sort == "attribute":
        high = bounds(c.race, point)[1]
        if find(c.attributes, point, "attribute").part > 1:
            return f"{c.name}'s {point} is a fraction, which experience does not raise."
        return f"A {c.race} has {point} {high} at most." if level >= high else None
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
    if point not in known_skills(c):
        return f"{c.name} has no skill called {point}: add it first."
    return f"A skill goes up to {SKILL_HIGHEST}." if level >= SKILL_HIGHEST else None


def raised(c: Character, point: str, by: int = 1) -> Character:
    """The character with a point more, or less."""
    level = worth(c, point) + by
    match sort_of(point):
        case "attribute":
            full = c.health == most(c)
            c = c.but(attributes=swap(c.attributes, find(c.attributes, point, "attribute").but(level=level)))
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
    return c.but(skills=swap(c.skills, new) if old else (*c.skills, new))


def filled(c: Character, before: Character) -> Character:
    """Pools that open or grow do so full by what they grew; nothing is above its maximum."""
    grown = {p: getattr(c, p) + max(0, pool_most(c, p) - pool_most(before, p)) for p in ("mana", "fervor", "focus")}
    return within_pools(c.but(**grown))


def why_too_dear(c: Character, point: str) -> str:
    """What is missing to pay for the next point; nothing, if it can be paid."""
    cost = price(c, point)
    if cost <= c.experience:
        return ""
    name = point_name(c, point).capitalize()
    return f"{name} {worth(c, point) + 1} costs {cost} experience; {c.name} has {c.experience} left."


@cites("xp.steps", "xp.table")
def bought(c: Character, point: str, steps: int = 1) -> Character:
    """Several points, each paid on its own; refused with the reason, or with what is missing."""
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
    """Everything that experience can raise."""
    own = dict.fromkeys(skill.id for c in s.characters for skill in c.skills)
    return tuple(dict.fromkeys((*fixed_points(), *own)))


def fixed_points() -> tuple[str, ...]:
    return (*ATTRIBUTES, "courage", "integrity", *basic_skills(), *BRANCHES, *WAYS, *PATHS)


def to_raise(s: Veridia, given: Given) -> tuple[Pick, ...]:
    """Everything that experience can raise, with what the next point costs, or why it cannot be had."""
    named = whose(s, given)
    if len(named) > 1:
        return tuple(Pick(point) for point in points(s))
    (c,) = named
    own = dict.fromkeys(skill.id for skill in c.skills)
    picks = [to_buy(c, point) for point in dict.fromkeys((*fixed_points(), *own))]
    return tuple(sorted(picks, key=lambda pick: bool(pick.why_not)))


def to_buy(c: Character, point: str) -> Pick:
    cost, level = price(c, point), worth(c, point) + 1
    return Pick(point, label_of(c, point), f"to {level} for {cost}", why_not(c, point) or why_too_dear(c, point))


def label_of(c: Character, point: str) -> str:
    """A point as a list shows it."""
    return skill_name(c, point) if sort_of(point) == "skill" else point_name(c, point)


def to_give_back(s: Veridia, given: Given) -> tuple[Pick, ...]:
    named = whose(s, given)
    if len(named) > 1:
        return tuple(Pick(point) for point in points(s))
    (c,) = named
    had = [p for p in dict.fromkeys((*fixed_points(), *(x.id for x in c.skills))) if worth(c, p)]
    picks = [Pick(p, label_of(c, p), f"from {worth(c, p)}", why_kept(c, p) or "") for p in had]
    return tuple(sorted(picks, key=lambda pick: bool(pick.why_not)))


def left_to_spend(s: Veridia, given: Given) -> str:
    return f"{the(s, given['who']).experience} experience left" if given.get("who") else ""


def finished(s: Veridia, c: Character) -> str | None:
    return None if c.creating else f"{c.name} is finished: what is learned stays learned."


Whose = Annotated[str, Param("Whose", among=people(), mine=True, label="who")]


@action("xp.steps", "xp.table", "spec.training", title="Spend experience", by=("gm", "player"), group="Character")
def advance(
    s: Veridia,
    who: Whose,
    point: Annotated[str, Param("What to raise", among=to_raise, label="raise", budget=left_to_spend)],
    steps: Annotated[int, Param("How many points", min=1, max=7, label="points", main=True)] = 1,
) -> Rule[Veridia]:
    """Raises an attribute, a virtue, a skill or a specialty, each point at its own price."""
    c = the(s, who)
    after = bought(c, point, steps)
    yield tell(
        "xp.steps",
        "{name} raises {point} to {level} for {cost} experience; {left} left.",
        name=c.name,
        point=point_name(c, point),
        level=worth(after, point),
        cost=c.experience - after.experience,
        left=after.experience,
    )
    return put(s, after)


@action("create.steps", "xp.table", title="Take a point back", by=("gm", "player"), group="Character")
def take_back(
    s: Veridia,
    who: Annotated[str, Param("Whose", among=people(finished), mine=True, label="who")],
    point: Annotated[str, Param("What to give back", among=to_give_back, label="give back", budget=left_to_spend)],
) -> Rule[Veridia]:
    """While a character is being created, a point can be given back for what it cost."""
    c = the(s, who)
    why = finished(s, c)
    if why:
        raise Refused(why, "who")
    why = why_kept(c, point)
    if why:
        raise Refused(why, "point")
    before = raised(c, point, -1)
    after = within_pools(before.but(experience=c.experience + price(before, point)))
    yield tell(
        "xp.table",
        "{name} gives back a point of {point}; {left} left.",
        name=c.name,
        point=point_name(c, point),
        left=after.experience,
    )
    return put(s, after)


@cites("create.steps", "magic.cap", "way.cap")
def why_kept(c: Character, point: str) -> str | None:
    """Why a point cannot be given back: there is none, or something learned rests on it."""
    low = bounds(c.race, point)[0] if point in ATTRIBUTES else int(point == "courage")
    if worth(c, point) <= low or (point in ATTRIBUTES and find(c.attributes, point, "attribute").part > 1):
        return f"{c.name} has no point of {point_name(c, point)} to give back."
    before = raised(c, point, -1)
    broken = next((why for spec in before.specialties if (why := above_cap(before, spec))), None)
    return broken or ("The ways learned need this integrity." if len(before.ways) > ways_most(before) else None)


def above_cap(c: Character, spec: Specialty) -> str | None:
    high = specialty_highest(c, spec.id)
    return (
        f"{point_name(c, spec.id).capitalize()} {spec.level} would be above its cap of {high}."
        if spec.level > high
        else None
    )


@action("skill.custom", title="Add a skill", by=("gm", "player"), group="Character")
def add_skill(
    s: Veridia, who: Whose, name: Annotated[str, Param("Its name", examples=("Glassblowing", "Falconry"))]
) -> Rule[Veridia]:
    """A skill that no listed one covers: same range and same price as any other."""
    c, title = the(s, who), " ".join(name.split())[:40]
    id = "-".join(title.casefold().split())
    if not id or id in known_skills(c) or sort_of(id) != "skill" or "." in id:
        raise Refused("A new skill needs a name that nothing else has.", "name")
    if len(c.skills) > 80:
        raise Refused("That is skill enough.")
    yield tell("skill.custom", "{name} can learn {skill} now.", name=c.name, skill=title)
    return put(s, c.but(skills=(*c.skills, Skill(id, title))))


@action("reward.experience", title="Give experience", by="gm", group="Character")
def give_experience(
    s: Veridia,
    who: Annotated[tuple[str, ...], Param("To whom", among=people(), label="to whom")],
    much: Annotated[int, Param("How much; two to five a session suits most campaigns", min=1, max=400, main=True)] = 3,
) -> Rule[Veridia]:
    """Experience for what was done in a session."""
    if not who:
        raise Refused("Say who gains it.", "who")
    for name in dict.fromkeys(who):
        c = the(s, name)
        yield tell("reward.experience", "{name} gains {n} experience.", name=c.name, n=much)
        s = put(s, c.but(experience=c.experience + much, earned=c.earned + much))
    return s


EXPERIENCE = (advance, take_back, add_skill, give_experience)
