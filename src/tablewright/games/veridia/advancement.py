"""Advancement: spending experience at creation and in play alike, giving points back, gaining more."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cites, find_by_id, tell

from .attributes import ATTRIBUTES, bounds
from .choices import Given, people, whose
from .experience import (
    Whose,
    bought,
    fixed_points,
    point_label,
    point_name,
    points,
    price,
    raised,
    sort_of,
    why_not,
    why_too_dear,
    worth,
)
from .skills import known_skills
from .specialties import highest as specialty_highest
from .specialties import ways_most, within_pools
from .state import Character, Skill, Specialty, Veridia, put, the

MOST_STEPS = 7
"""The most points one can raise at once. No skill goes higher, and no other value does."""


def to_raise(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """Everything experience can raise, with the price of the next point, or the reason why it cannot rise."""
    named = whose(s, given)
    if len(named) > 1:
        return tuple(FieldOption(point) for point in points(s))
    (c,) = named
    own = dict.fromkeys(skill.id for skill in c.skills)
    picks = [to_buy(c, point) for point in dict.fromkeys((*fixed_points(), *own))]
    return tuple(sorted(picks, key=lambda pick: bool(pick.why_not)))


def to_buy(c: Character, point: str) -> FieldOption:
    cost, level = price(c, point), worth(c, point) + 1
    return FieldOption(
        point, point_label(c, point), f"to {level} for {cost}", why_not(c, point) or why_too_dear(c, point)
    )


def steps_up(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """The numbers of points to raise at once, each with its level and price, up to the first that is out of reach."""
    named, point = whose(s, given), given.get("point")
    if len(named) > 1 or not point:
        return tuple(FieldOption(n) for n in range(1, MOST_STEPS + 1))
    offered = [step_up(named[0], point, n) for n in range(1, MOST_STEPS + 1)]
    had = sum(not pick.why_not for pick in offered)
    return tuple(offered[: had + 1])


def step_up(c: Character, point: str, steps: int) -> FieldOption:
    try:
        after = bought(c, point, steps)
    except Refused as refused:
        return FieldOption(steps, str(steps), "", str(refused))
    return FieldOption(steps, str(steps), f"to {worth(after, point)} for {c.experience - after.experience}")


def to_give_back(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    named = whose(s, given)
    if len(named) > 1:
        return tuple(FieldOption(point) for point in points(s))
    (c,) = named
    had = [p for p in dict.fromkeys((*fixed_points(), *(x.id for x in c.skills))) if worth(c, p)]
    picks = [FieldOption(p, point_label(c, p), f"from {worth(c, p)}", why_kept(c, p) or "") for p in had]
    return tuple(sorted(picks, key=lambda pick: bool(pick.why_not)))


def left_to_spend(s: Veridia, given: Given) -> str:
    return f"{the(s, given['who']).experience} experience left" if given.get("who") else ""


def finished(s: Veridia, c: Character) -> str | None:
    return None if c.creating else f"{c.name} is finished: what is learned stays learned."


@action("xp.steps", "xp.table", "spec.training", title="Spend experience", by=("gm", "player"), group="Character")
def advance(
    s: Veridia,
    who: Whose,
    point: Annotated[str, Param("What to raise", among=to_raise, label="raise", budget=left_to_spend)],
    steps: Annotated[int, Param("How many points", min=1, max=7, among=steps_up, label="points", main=True)] = 1,
) -> Rule[Veridia]:
    """Raise an attribute, a virtue, a skill or a specialty, each point at its own price."""
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
    """Give a point back for its price, while a character is being created."""
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
    """The reason why a point cannot be given back, or None: there is none, or something learned depends on it."""
    low = bounds(c.race, point)[0] if point in ATTRIBUTES else int(point == "courage")
    if worth(c, point) <= low or (point in ATTRIBUTES and find_by_id(c.attributes, point, "attribute").part > 1):
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
    """Add a skill that no listed one covers, with the same range and price as any other."""
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
    much: Annotated[
        int,
        Param(
            "How much; two to five a session suits most campaigns", min=1, max=400, main=True, label="how much to each"
        ),
    ] = 3,
) -> Rule[Veridia]:
    """Give experience for a session."""
    if not who:
        raise Refused("Say who gains it.", "who")
    for name in dict.fromkeys(who):
        c = the(s, name)
        yield tell("reward.experience", "{name} gains {n} experience.", name=c.name, n=much)
        s = put(s, c.but(experience=c.experience + much, earned=c.earned + much))
    return s


ADVANCEMENT = (advance, take_back, add_skill, give_experience)
