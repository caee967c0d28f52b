"""Equipment: buying, quality, magical items and their upkeep, wear and patching of armor, breakage."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cites, tell, unique_id

from .armors import ARMORS, GARMENTS, SHIELD, original
from .choices import Given, whose
from .experience import Whose
from .handling import MOST_THINGS
from .state import Character, Garment, Item, Suit, Veridia, put, the
from .weapons import MISPRINTS, QUIRKS, WEAPONS, WeaponKind, article, kind_named, spoken


def kinds(_: Veridia) -> tuple[FieldOption, ...]:
    """All weapons and the shield, with damage and quirks. Misprints of the source are listed with their meaning."""
    listed = [FieldOption(name, name, weapon_note(kind)) for name, kind in WEAPONS.items() if name != "Unarmed"]
    others = [FieldOption(name, name, f"the same as: {MISPRINTS[name]}") for name in MISPRINTS if name != "Unharmed"]
    return (
        *listed,
        FieldOption(SHIELD, SHIELD, "attackers at +1 difficulty"),
        *others,
        FieldOption("Unarmed"),
        FieldOption("Unharmed"),
    )


def quirks_of(_: Veridia, given: Given) -> tuple[str, ...]:
    kind = WEAPONS.get(given.get("kind", ""))
    return kind.quirks if kind is not None else QUIRKS


def weapon_note(kind: WeaponKind) -> str:
    reach = [f"{kind.reach} m"] if kind.reach else []
    return ", ".join((f"damage {kind.damage}", *reach, *kind.quirks))


def armors(_: Veridia) -> tuple[FieldOption, ...]:
    return tuple(
        FieldOption(
            name, name, f"protection {kind.reduction}, {-kind.athletics} dice on athletics" if kind.reduction else ""
        )
        for name, kind in ARMORS.items()
    )


def purse_of(s: Veridia, given: Given) -> str:
    return f"{the(s, given['who']).purse} deli at hand" if given.get("who") else ""


ItemKind = Annotated[str, Param("What it is", among=kinds, label="what")]
ArmorName = Literal["Robes", "Light armor", "Medium armor", "Heavy armor", "Plate armor"]
Price = Annotated[
    int, Param("Its price in deli, as the table says", min=0, label="price in deli", main=True, budget=purse_of)
]


@cites("create.buy", "create.money")
def paid(c: Character, price: int) -> Character:
    """The character after paying. Refused for more than they have, and in debt."""
    if price > max(0, c.purse):
        raise Refused(f"{c.name} has {c.purse} deli: {price} cannot be paid.", "price")
    return c.but(purse=c.purse - price)


def full_of(kind: str) -> int:
    return WEAPONS[kind].size if kind in WEAPONS else 0


@action(
    "create.buy",
    "equip.prices",
    "weapon.melee",
    "weapon.missile",
    "equip.inferior",
    title="Get a weapon or shield",
    by=("gm", "player"),
    group="Equipment",
)
def get_item(
    s: Veridia,
    who: Whose,
    kind: ItemKind,
    price: Price = 0,
    damage: Annotated[int, Param("Damage more or less than usual", min=-3, max=3)] = 0,
    dice: Annotated[int, Param("Dice more or less when attacking", min=-3, max=3)] = 0,
    enchantment: Annotated[int, Param("Damage by enchantment", min=0, max=3)] = 0,
    lacks: Annotated[tuple[str, ...], Param("Quirks a poor one lacks", among=quirks_of, label="lacks")] = (),
    note: Annotated[str, Param("What else is special", examples=("the blade is chipped",))] = "",
) -> Rule[Veridia]:
    """Buy or find a weapon or a shield, of any quality the game master allows."""
    c, name = the(s, who), kind_named(kind)
    if len(c.items) >= MOST_THINGS:
        raise Refused(f"{c.name} carries {MOST_THINGS} things already, and cannot carry more.", "who")
    called = kind if kind != name else ""
    id = unique_id(called or name, (i.id for i in c.items))
    item = Item(id, name, damage, dice, lacks, called, note, enchantment, loaded=full_of(name))
    words = "{name} has {item} now, at the belt" + (", for {price} deli." if price else ".")
    yield tell("create.buy", words, name=c.name, item=made(item), price=price)
    return put(s, paid(c, price).but(items=(*c.items, item)))


@cites("equip.inferior", "equip.inferior.weapon", "equip.superior.weapon")
def made(item: Item) -> str:
    """A weapon with the word for its quality."""
    if item.damage < 0 or item.dice < 0 or item.lacks:
        return f"a poor {spoken(item)}"
    if item.enchantment:
        return f"an enchanted {spoken(item)}"
    return f"a superior {spoken(item)}" if item.damage > 0 or item.dice > 0 else article(item)


@action(
    "create.buy",
    "armor.table",
    "equip.inferior.armor",
    "equip.superior.armor",
    title="Put on armor",
    by=("gm", "player"),
    group="Equipment",
)
def wear_armor(
    s: Veridia,
    who: Whose,
    kind: Annotated[ArmorName, Param("Which armor", among=armors, label="armor")],
    price: Price = 0,
    protection: Annotated[int, Param("Protection more or less than usual", min=-3, max=3)] = 0,
    athletics: Annotated[int, Param("Dice lost on athletics more or less than usual", min=-3, max=3)] = 0,
    enchantment: Annotated[int, Param("Protection by enchantment", min=0, max=3)] = 0,
) -> Rule[Veridia]:
    """Buy and wear armor, of any quality the game master allows."""
    c = the(s, who)
    suit = Suit(kind, protection, athletics, enchantment)
    words = "{name} wears {kind}" + (", for {price} deli" if price else "") + ": protection {n}."
    yield tell("armor.table", words, name=c.name, kind=kind.lower(), n=original(suit), price=price)
    return put(s, paid(c, price).but(suit=suit))


def garments(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    worn = {g.kind for c in whose(s, given) for g in c.garments} if given.get("who") else set()
    already = "{} wears one already: {}."
    name = whose(s, given)[0].name
    return tuple(FieldOption(k, k, "", already.format(name, k.lower()) if k in worn else "") for k in GARMENTS)


@action("gear.table", "create.buy", title="Put on a garment", by=("gm", "player"), group="Equipment")
def wear_garment(
    s: Veridia,
    who: Whose,
    kind: Annotated[str, Param("Which garment", among=garments, label="garment")],
    price: Price = 0,
) -> Rule[Veridia]:
    """Buy and wear enchanted boots, a tunic or a cloak."""
    c = the(s, who)
    if any(g.kind == kind for g in c.garments):
        raise Refused(f"{c.name} wears one already: {kind.lower()}.")
    garment = Garment(unique_id(kind, (g.id for g in c.garments)), kind)
    worn = kind.lower() if kind.startswith("Boots") else f"an {kind.lower()}"
    yield tell("gear.table", "{name} wears {kind}.", name=c.name, kind=worn)
    return put(s, paid(c, price).but(garments=(*c.garments, garment)))


@action("equip.superior.price", title="Worth of a masterpiece", by="gm", instant=True, group="Equipment")
def masterpiece_price(
    s: Veridia, usual: Annotated[int, Param("Price of a common one, in deli", min=1)]
) -> Rule[Veridia]:
    """Tell the least price of a superior object."""
    low = superior_price(usual)
    yield tell("equip.superior.price", "From {n} deli upward, and without end for a famed piece.", n=low)
    return s


@cites("equip.superior.price")
def superior_price(usual: int) -> int:
    """The least price of a superior object. The book says hundreds of times a lesser one's, read as two hundred."""
    return 200 * usual


@action("ammo.crystals", "ammo.optional", title="Ammunition and crystals", by=("gm", "player"), group="Equipment")
def set_supplies(
    s: Veridia,
    who: Whose,
    ammunition: Annotated[int | None, Param("Arrows, bolts or stones", min=0, max=500)] = None,
    crystals: Annotated[int | None, Param("Crystals", min=0, max=500)] = None,
    tools: Annotated[bool | None, Param("A set of craftsman's tools")] = None,
) -> Rule[Veridia]:
    """Set the counters kept by hand."""
    c = the(s, who)
    c = c.but(
        ammunition=c.ammunition if ammunition is None else ammunition,
        crystals=c.crystals if crystals is None else crystals,
        tools=c.tools if tools is None else tools,
    )
    words = "{name} has {crystals} crystals and {ammunition} to shoot."
    yield tell("ammo.crystals", words, name=c.name, crystals=c.crystals, ammunition=c.ammunition)
    return put(s, c)


EQUIPMENT = (
    get_item,
    wear_armor,
    wear_garment,
    masterpiece_price,
    set_supplies,
)
