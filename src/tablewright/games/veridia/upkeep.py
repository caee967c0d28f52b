"""Upkeep: enchantments that must be reinforced, armor that wears and is patched, breakage."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cites, replace_by_id, tell

from .armors import original, stage, works_still
from .choices import Given, called, cannot_act, people, things, whose
from .equipment import Price, paid
from .handling import own
from .health import must_be_able
from .state import Character, Suit, Veridia, put, the
from .weapons import spoken

# magical items


def enchanted(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """The character's enchanted armor, weapons and garments, each with its months."""
    picks: dict[str, FieldOption] = {}
    for c in whose(s, given):
        if c.suit.enchantment:
            picks["armor"] = upkeep("armor", c.suit.kind, c.suit.months)
        picks |= {i.id: upkeep(i.id, called(c, i), i.months) for i in c.items if i.enchantment}
        picks |= {g.id: upkeep(g.id, g.kind, g.months) for g in c.garments}
    return tuple(picks.values())


def upkeep(id: str, name: str, months: int) -> FieldOption:
    lost = "" if works_still(months) else f"{lost_words(months)}"
    return FieldOption(id, name, "reinforced" if not months else f"{months} months without upkeep", lost)


def lost_words(months: int) -> str:
    return f"It is {months} months since the last upkeep: the enchantment is lost for good."


def nothing_enchanted(s: Veridia, c: Character) -> str | None:
    enchanted = c.suit.enchantment or c.garments or any(i.enchantment for i in c.items)
    return None if enchanted else f"{c.name} has nothing enchanted."


@action(
    "magicitem.limit",
    "gear.reinforce",
    "magicitem.weapon",
    title="Reinforce an enchantment",
    by=("gm", "player"),
    group="Equipment",
)
def reinforce(
    s: Veridia,
    who: Annotated[str, Param("Whose", among=people(nothing_enchanted), mine=True, label="who")],
    what: Annotated[str, Param("The armor, or which garment", among=enchanted)],
    price: Price = 0,
) -> Rule[Veridia]:
    """Reinforce an enchantment within six months. After that it is lost permanently."""
    c = the(s, who)
    garment = next((g for g in c.garments if g.id == what), None)
    item = c.item(what) if garment is None else None
    item = item if item is not None and item.enchantment else None
    months = item.months if item else c.suit.months if what == "armor" and c.suit.enchantment else None
    months = garment.months if garment else months
    if months is None:
        raise Refused(f"{c.name} has nothing enchanted of that name.", "what")
    if not works_still(months):
        raise Refused(lost_words(months), "what")
    c = paid(c, price)
    name = (garment.kind if garment else spoken(item) if item else c.suit.kind).lower()
    yield tell("magicitem.limit", "The enchantment of {name}'s {what} is reinforced.", name=c.name, what=name)
    if garment:
        return put(s, c.but(garments=replace_by_id(c.garments, garment.but(months=0))))
    if item:
        return put(s, c.but(items=replace_by_id(c.items, item.but(months=0))))
    return put(s, c.but(suit=c.suit.but(months=0)))


# damage to equipment


@cites("wear.patch", "wear.patch.limit")
def patched(suit: Suit) -> Suit:
    """The armor one stage better: damaged becomes new, battered becomes patched and never more."""
    now = stage(suit)
    if not now.usable:
        raise Refused("Broken armor cannot be patched.")
    if now.name == "New":
        raise Refused("This armor is as good as new: damaged or battered armor can be patched.")
    if suit.patched and now.name != "Damaged":
        raise Refused("This armor is battered and patched already: it will never be better again.")
    return suit.but(wear=0) if now.name == "Damaged" else suit.but(patched=True)


def no_tools(s: Veridia, c: Character) -> str | None:
    return None if c.tools else f"{c.name} has no craftsman's tools."


def needs_no_patch(s: Veridia, c: Character) -> str | None:
    """The reason why armor cannot be patched by anyone, or None."""
    try:
        patched(c.suit)
    except Refused as refused:
        return str(refused)
    return None


@cites("wear.patch.need")
def why_not_patched(smith: Character, suit: Suit) -> str | None:
    """The reason why this smith cannot patch, or None.

    Patching needs tools, and craftsmanship of at least the armor's original protection.
    """
    need = original(suit)
    if not smith.tools:
        return f"{smith.name} has no craftsman's tools."
    have = smith.skilled("craftsmanship")
    return f"This armor needs craftsmanship {need}; {smith.name} has {have}." if have < need else None


@action(
    "wear.patch", "wear.patch.need", "wear.patch.limit", title="Patch armor", by=("gm", "player"), group="Equipment"
)
def patch_armor(
    s: Veridia,
    who: Annotated[str, Param("Who works", among=people(cannot_act, no_tools), mine=True, label="who")],
    owner: Annotated[str, Param("Whose armor", among=people(needs_no_patch), label="whose armor")],
) -> Rule[Veridia]:
    """Work on armor for as many days as its original protection, to repair one stage."""
    smith, c = the(s, who), the(s, owner)
    must_be_able(s, smith)
    why = why_not_patched(smith, c.suit)
    if why or s.fight:
        raise Refused(why or "Not during a fight.")
    after = patched(c.suit)
    days = original(c.suit)
    words = "{smith} works {days} on {name}'s armor: {stage}."
    lasts = "1 day" if days == 1 else f"{days} days"
    yield tell("wear.patch", words, smith=smith.name, days=lasts, name=c.name, stage=stage(after).name.lower())
    return put(s, c.but(suit=after)).but(day=s.day + days)


def has_nothing(s: Veridia, c: Character) -> str | None:
    return None if any(not i.broken for i in c.items) else f"{c.name} has nothing that could break."


@action("wear.other", "roll.critical.effect", title="Something breaks", by="gm", group="Equipment")
def break_item(
    s: Veridia,
    who: Annotated[str, Param("Whose", among=people(has_nothing), label="whose")],
    item: Annotated[str, Param("What breaks", among=things(lambda c, i: not i.broken), label="thing")],
) -> Rule[Veridia]:
    """Break a thing, as after an attack that failed critically, if the game master decides so."""
    c = the(s, who)
    found = own(c, item)
    yield tell("wear.other", "{name}'s {item} breaks.", name=c.name, item=spoken(found))
    return put(s, c.but(items=replace_by_id(c.items, found.but(broken=True, drawn=False))))


UPKEEP = (reinforce, patch_armor, break_item)
