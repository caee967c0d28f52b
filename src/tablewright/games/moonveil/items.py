"""Names of things, and the ids that are taken."""

from __future__ import annotations

from .people import Item, ItemKind
from .state import Veil

KINDS: dict[ItemKind, str] = {
    "edged": "Edged weapon",
    "piercing": "Piercing weapon",
    "heavy": "Heavy weapon",
    "range": "Silent weapon with Range 2",
    "tricky": "Tricky weapon",
    "bomb": "bomb",
    "helmet": "Helmet",
    "shield": "Shield",
    "armor": "Armor",
    "cloak": "Cloak",
    "dungeon gear": "Dungeon Gear",
    "thing": "thing",
}

EFFECTS: dict[ItemKind, str] = {
    "edged": "a hit does at least 3 damage",
    "piercing": "+1 damage on a Strong Hit",
    "heavy": "+d6 damage on a Critical Hit",
    "range": "silent; Ranged attacks up to 2 Moves",
    "tricky": "on a Strong Hit the target makes a Slip Check",
    "bomb": "huge damage to an area, once",
    "helmet": "+1 Limit",
    "shield": "+1 Evade while the Pocket shows 4 or more",
    "armor": "each damage taken is 1 less",
    "cloak": "the Pocket may be rerolled on a Move",
    "dungeon gear": "any common tool, when it is needed",
    "thing": "",
}


def in_kind(item: Item) -> str:
    """A thing by its name, or by its kind until it has one."""
    return item.name or KINDS[item.kind]


def needs_name(item: Item) -> bool:
    """True while a thing has no name. Weapons and defensive gear are named by their owner."""
    return not item.name


def item_ids(s: Veil) -> tuple[str, ...]:
    owned = tuple(item.id for seeker in (*s.seekers, *s.drafts) for item in seeker.items)
    return (*owned, *(item.id for item in s.floor))
