"""Traits and backgrounds: free records with a price. The program keeps their text and never enforces it."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cites, tell, unique_id

from .choices import Given, people, whose
from .experience import Whose, point_name, worth
from .specialties import BRANCHES, PATHS, WAYS, usable_ways
from .state import Character, Trait, Veridia, put, the

Name = Annotated[str, Param("Its name", examples=("Night eyes", "Old soldier"))]
Words = Annotated[str, Param("What it does", main=True, examples=("Sees in the dark as a cat does.",))]
Cost = Annotated[int, Param("Experience it costs; a drawback may give some back", main=True, min=-60, max=60)]
Money = Annotated[int, Param("Starting money it brings, in deli; a debt is negative", label="deli")]


def specialties_of(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """Specialties by the names people use, with this character's level."""
    named = whose(s, given)
    (c, *more) = named
    points = (*BRANCHES, *WAYS, *PATHS)
    return tuple(FieldOption(p, point_name(c, p), f"level {worth(c, p)}" if not more else "") for p in points)


@cites("trait.record", "xp.trait", "create.money")
def with_trait(c: Character, trait: Trait, background: bool) -> Character:
    """The character with the record, after its price, and with its money while they are being created."""
    if trait.cost > c.experience:
        raise Refused(f"{trait.name} costs {trait.cost} experience; {c.name} has {c.experience} left.", "cost")
    money = trait.money if c.creating else 0
    c = c.but(experience=c.experience - trait.cost, purse=c.purse + money)
    return c.but(background=trait) if background else c.but(traits=(*c.traits, trait))


@cites("way.loss")
def usable(c: Character, trait: Trait) -> bool:
    """True if a trait can be used. A trait tied to a specialty level needs that level to be usable."""
    if not trait.needs:
        return True
    level = usable_ways(c).get(trait.needs, 0) if trait.needs in WAYS else worth(c, trait.needs)
    return level >= trait.needs_level


@action(
    "trait.record",
    "trait.custom",
    "xp.trait",
    "reward.traits",
    title="Add a trait",
    by=("gm", "player"),
    group="Character",
)
def add_trait(
    s: Veridia,
    who: Whose,
    name: Name,
    text: Words = "",
    cost: Cost = 0,
    money: Money = 0,
    needs: Annotated[str | None, Param("A specialty it needs", among=specialties_of, label="needs")] = None,
    needs_level: Annotated[int, Param("At which level", min=1, max=5)] = 1,
) -> Rule[Veridia]:
    """Write a trait on the sheet, bought or given as a reward. New ones are welcome."""
    c = the(s, who)
    if len(c.traits) >= 60 or not name.strip():
        raise Refused("A trait needs a name, and sixty of them are enough.")
    id = unique_id(name, (t.id for t in c.traits))
    trait = Trait(id, name.strip()[:60], text, cost, money, needs or "", needs_level if needs else 0)
    if not usable(c, trait):
        raise Refused(f"{trait.name} needs {point_name(c, trait.needs)} {trait.needs_level}.", "needs")
    after = with_trait(c, trait, background=False)
    price = f"for {cost} experience" if cost >= 0 else f"and gains {-cost} experience by it"
    yield tell("trait.record", "{name} has the trait {trait}, {price}.", name=c.name, trait=trait.name, price=price)
    return put(s, after)


@cites("create.background")
def no_background_now(s: Veridia, c: Character) -> str | None:
    """The reason why a character takes no background, or None: they have one, or are no longer being made."""
    if c.background is not None:
        return f"{c.name} has a background already: {c.background.name}."
    return None if c.creating else f"{c.name} is finished: a background is chosen while a character is created."


@action("create.background", "create.money", title="Take a background", by=("gm", "player"), group="Character")
def take_background(
    s: Veridia,
    who: Annotated[str, Param("Whose", among=people(no_background_now), mine=True, label="who")],
    name: Name,
    text: Words = "",
    cost: Cost = 0,
    money: Annotated[int, Param("Starting money it brings, in deli; a debt is negative", main=True, label="deli")] = 0,
) -> Rule[Veridia]:
    """Take a background with its starting money. A character has at most one."""
    c = the(s, who)
    why = no_background_now(s, c)
    if why:
        raise Refused(why, "who")
    if not name.strip():
        raise Refused("A background has a name.", "name")
    trait = Trait("background", name.strip()[:60], text, cost, money)
    after = with_trait(c, trait, background=True)
    words = "{name}'s background: {trait}, for {n} experience and {money} deli."
    yield tell("create.background", words, name=c.name, trait=trait.name, n=cost, money=money)
    return put(s, after)


TRAITS = (add_trait, take_background)
