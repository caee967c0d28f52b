"""Defences of Appendix E: armors, garments and the shield, with wear and enchantment counted."""

from __future__ import annotations

from typing import NamedTuple

from tablewright.rules import cite, cites

from .state import Character, Garment, Suit


class ArmorKind(NamedTuple):
    reduction: int
    athletics: int
    examples: tuple[str, ...] = ()


ARMORS: dict[str, ArmorKind] = cite(
    "armor.table",
    {
        "Robes": ArmorKind(0, 0),
        "Light armor": ArmorKind(2, 1, ("leather", "gambeson")),
        "Medium armor": ArmorKind(3, 2, ("mail",)),
        "Heavy armor": ArmorKind(4, 3, ("brigandine", "coat of plates")),
        "Plate armor": ArmorKind(5, 3),
    },
)


class GarmentKind(NamedTuple):
    elemental: int
    initiative: int = 0
    enchanted: bool = True


GARMENTS: dict[str, GarmentKind] = cite(
    "gear.table",
    {
        "Boots of celerity": GarmentKind(0, cite("gear.boots", 1)),
        "Elemental resistant tunic": GarmentKind(1),
        "Elemental resistant cloak": GarmentKind(1),
    },
)
SHIELD = cite("gear.table", "Shield")
MONTHS = cite("magicitem.limit", 6)


@cites("magicitem.limit", "gear.reinforce")
def works_still(months: int) -> bool:
    """True while an enchantment lasts: six months from its last reinforcement. After that it is lost permanently."""
    return months <= MONTHS


class Stage(NamedTuple):
    name: str
    penalty: int
    usable: bool = True


@cites("wear.stages")
def stage(suit: Suit) -> Stage:
    """The condition of armor by its wear points."""
    if suit.wear >= 40:
        return Stage("Broken", 0, False)
    if suit.wear >= 20:
        return Stage("Battered (patched)", 1) if suit.patched else Stage("Battered", 2)
    return Stage("Damaged", 1) if suit.wear >= 10 else Stage("New", 0)


@cites("equip.inferior.armor", "equip.superior.armor", "wear.patch.need")
def original(suit: Suit) -> int:
    """The protection of the item when it was new, with its quality."""
    return max(0, ARMORS[suit.kind].reduction + suit.protection)


@cites("defense.armor", "wear.stages", "wear.rating")
def outer_armor(suit: Suit) -> int:
    """The present protection: the item's less its wear, never below zero, plus its enchantment while that lasts."""
    now = stage(suit)
    if not now.usable:
        return 0
    return max(0, original(suit) - now.penalty) + (suit.enchantment if works_still(suit.months) else 0)


@cites("armor.athletics", "equip.inferior.armor", "equip.superior.armor")
def athletics_disadvantage(suit: Suit) -> int:
    """Dice lost on every roll that uses athletics."""
    return max(0, ARMORS[suit.kind].athletics + suit.athletics)


@cites("gear.table", "gear.reinforce", "defense.resist")
def outer_resist(c: Character) -> int:
    """The elemental resist of all garments worn, as long as their enchantments last."""
    return c.outer_resist + sum(GARMENTS[g.kind].elemental for g in c.garments if works_still(g.months))


@cites("gear.boots")
def initiative_bonus(garments: tuple[Garment, ...]) -> int:
    return max((GARMENTS[g.kind].initiative for g in garments if works_still(g.months)), default=0)


def has_shield(c: Character) -> bool:
    """True with an intact shield in hand."""
    item = c.item(c.off)
    return item is not None and item.kind == SHIELD and not item.broken
