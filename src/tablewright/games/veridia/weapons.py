"""The weapons of Appendix D with their quirks, and the hands that hold them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tablewright.rules import Refused, cite, cites

from .armors import SHIELD, works_still
from .state import Character, Item

Hands = Literal["none", "one", "versatile", "two"]


class WeaponKind(NamedTuple):
    """Damage, quirks, and a missile's optimal range in meters. Loaded ones attack `size` times, then reload."""

    damage: int
    quirks: tuple[str, ...] = ()
    reach: int = 0
    size: int = 0
    reload: int = 0
    attribute: str = "strength"
    skill: str = "melee"

    @property
    def hands(self) -> Hands:
        for quirk, hands in (("two-handed", "two"), ("versatile", "versatile"), ("barehanded", "none")):
            if quirk in self.quirks:
                return hands  # type: ignore[return-value]  # the pairs above
        return "one"


STRENGTH_BRAWL = cite("attack.roll.by_weapon", ("strength", "brawl"))
STRENGTH_SHOT = cite("attack.roll.by_weapon", ("strength", "marksmanship"))
AGILITY_SHOT = cite("attack.roll.by_weapon", ("agility", "marksmanship"))
SLUNG = cite("attack.roll.by_weapon", ("agility", "athletics"))
HURLED = cite("attack.roll.by_weapon", ("strength", "throwing"))
FLICKED = cite("attack.roll.by_weapon", ("agility", "throwing"))

MELEE: dict[str, WeaponKind] = cite(
    "weapon.melee",
    {
        "Axe": WeaponKind(2, ("devastating",)),
        "Dagger": WeaponKind(1, ("nimble",)),
        "Club": WeaponKind(1),
        "Great sword": WeaponKind(4, ("two-handed",)),
        "Gun-sword (edge)": WeaponKind(1, ("dual mode",), 0, 2, 1),
        "Longsword": WeaponKind(3, ("balanced", "versatile")),
        "Mace, Warhammer": WeaponKind(1, ("armor piercing",)),
        "Polearm": WeaponKind(3, ("armor piercing", "two-handed")),
        "Short sword": WeaponKind(1, ("balanced",)),
        "Side-sword": WeaponKind(2, ("balanced", "nimble")),
        "Spear": WeaponKind(2, ("threatening", "versatile")),
        "Sword": WeaponKind(2, ("balanced",)),
        "Unarmed": WeaponKind(0, ("barehanded",), 0, 0, 0, *STRENGTH_BRAWL),
    },
)
MISSILE: dict[str, WeaponKind] = cite(
    "weapon.missile",
    {
        "Bow": WeaponKind(2, ("drawn", "two-handed"), 60, 0, 0, *STRENGTH_SHOT),
        "Chain crossbow": WeaponKind(1, ("loaded", "two-handed"), 36, 3, 3, *AGILITY_SHOT),
        "Crossbow": WeaponKind(2, ("armor piercing", "loaded", "two-handed"), 54, 1, 2, *AGILITY_SHOT),
        "Gun-sword (pistol)": WeaponKind(2, ("dual mode", "loaded", "magitech"), 60, 2, 1, *AGILITY_SHOT),
        "Hand crossbow": WeaponKind(1, ("loaded",), 36, 1, 2, *AGILITY_SHOT),
        "Javelin": WeaponKind(2, ("disposable", "multipurpose"), 21, 0, 0, *HURLED),
        "Magi-pistol": WeaponKind(2, ("loaded", "magitech"), 45, 2, 1, *AGILITY_SHOT),
        "Magi-rifle": WeaponKind(3, ("loaded", "magitech", "two-handed"), 60, 3, 1, *AGILITY_SHOT),
        "Sling": WeaponKind(0, ("armor piercing", "drawn", "two-handed"), 54, 0, 0, *SLUNG),
        "Throwing axe": WeaponKind(2, ("disposable", "multipurpose"), 12, 0, 0, *HURLED),
        "Throwing dagger": WeaponKind(0, ("disposable", "multipurpose"), 12, 0, 0, *FLICKED),
    },
)
WEAPONS: dict[str, WeaponKind] = MELEE | MISSILE
QUIRKS = tuple(sorted({quirk for kind in WEAPONS.values() for quirk in kind.quirks}))
MODES = cite("quirk.dual_mode", {"Gun-sword (edge)": "Gun-sword (pistol)", "Gun-sword (pistol)": "Gun-sword (edge)"})
MISPRINTS = cite("weapon.melee", {"Unharmed": "Unarmed", "Mace": "Mace, Warhammer", "Warhammer": "Mace, Warhammer"})
UNARMED = Item("unarmed", "Unarmed")


def kind_named(name: str) -> str:
    """The table's name of a weapon or shield, also for the spelling the book prints."""
    name = MISPRINTS.get(name, name)
    if name not in WEAPONS and name != SHIELD:
        raise Refused(f"No weapon is called {name}: choose one of {', '.join((*WEAPONS, SHIELD))}.")
    return name


def spoken(item: Item) -> str:
    """A weapon by the name people use."""
    return (item.name or {"Mace, Warhammer": "mace"}.get(item.kind, item.kind)).lower()


def article(item: Item) -> str:
    """A weapon with its article: an axe, a sword."""
    name = spoken(item)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def kind_of(item: Item) -> WeaponKind:
    return WEAPONS.get(item.kind, WEAPONS["Unarmed"])


@cites("equip.inferior.weapon")
def has(item: Item, quirk: str) -> bool:
    """True if the weapon has a quirk. A poor one may lack it."""
    return quirk in kind_of(item).quirks and quirk not in item.lacks


@cites("equip.inferior.weapon", "equip.superior.weapon", "magicitem.weapon")
def damage_of(item: Item) -> int:
    """The damage of a weapon: its kind's, changed by quality and by its enchantment while that lasts."""
    made = max(0, kind_of(item).damage + item.damage)
    return made + (item.enchantment if works_still(item.months) else 0)


def is_weapon(item: Item | None) -> bool:
    return item is not None and item.kind in WEAPONS and not item.broken


@cites("quirk.multipurpose")
def strikes(item: Item) -> bool:
    """True for weapons of close quarters: every melee weapon, and missiles that serve as one."""
    return kind_of(item).reach == 0 or has(item, "multipurpose")


def shoots(item: Item) -> bool:
    return kind_of(item).reach > 0


@cites("attack.roll", "attack.roll.by_weapon", "quirk.multipurpose")
def pairing(item: Item, melee: bool) -> tuple[str, str]:
    """The attribute and skill that suit the weapon's use."""
    kind = kind_of(item)
    return ("strength", "melee") if melee and kind.reach else (kind.attribute, kind.skill)


def in_hand(c: Character, hand: str = "main") -> Item:
    """The weapon in a hand. An empty hand, a shield or a broken weapon counts as a fist."""
    item = c.item(c.main if hand == "main" else c.off)
    return item if item is not None and is_weapon(item) else UNARMED


def in_hands(c: Character) -> list[Item]:
    """All weapons a character can attack with now: the main hand's, and a weapon in the off hand."""
    off = c.item(c.off)
    return [in_hand(c), *([off] if off is not None and is_weapon(off) else [])]


@cites("quirk.two_handed", "dual.what")
def why_not_held(main: Item | None, off: Item | None) -> str | None:
    """The reason why two things cannot be held together, or None."""
    for item, other in ((main, off), (off, main)):
        if item is not None and kind_of(item).hands == "two" and has(item, "two-handed") and other is not None:
            return f"{article(item).capitalize()} needs both hands: it cannot be held together with {article(other)}."
    if main is not None and main.kind == SHIELD:
        return "A shield is held in the off hand."
    return None


@cites("quirk.versatile")
def one_handed(c: Character, item: Item) -> bool:
    """True if a weapon meant for both hands is held while the other hand holds something else."""
    return has(item, "versatile") and c.main != "" and c.off != ""


@cites("dual.what")
def dual_wields(c: Character) -> bool:
    """True with a melee weapon in each hand. A shield does not count."""
    main, off = c.item(c.main), c.item(c.off)
    return all(item is not None and is_weapon(item) and strikes(item) for item in (main, off))


@cites("defend.parry.weapon", "quirk.barehanded")
def can_parry(item: Item) -> bool:
    """True for every weapon that strikes. Bare hands cannot parry, but can block bare hands."""
    if has(item, "barehanded"):
        return False
    return strikes(item) and not item.broken


@cites("quirk.barehanded")
def can_exchange(item: Item, against: Item) -> bool:
    """True unless bare hands would exchange blows with a weapon."""
    return has(item, "barehanded") == has(against, "barehanded")


@cites("quirk.nimble")
def nimble_dice(c: Character, item: Item) -> int:
    """1 die on every roll with a nimble weapon, for those more agile than strong."""
    return int(has(item, "nimble") and c.of("agility") > c.of("strength"))


@cites("quirk.nimble", "quirk.versatile")
def handling(c: Character, item: Item) -> list[tuple[int, str]]:
    """The weapon's effect on every roll made with it."""
    return [(nimble_dice(c, item), "nimble"), (-2 if one_handed(c, item) else 0, "one-handed")]


@cites("quirk.balanced", "dual.parry")
def parry_parts(c: Character, item: Item) -> list[tuple[int, str]]:
    """Dice of the parrying weapon. Two blades help each other."""
    parts = [(int(has(item, "balanced")), "balanced"), (2 if dual_wields(c) else 0, "dual wielding")]
    return parts + handling(c, item)


@cites("exchange.penalty", "quirk.balanced", "dual.exchange")
def exchange_parts(c: Character, item: Item) -> list[tuple[int, str]]:
    """Dice of an exchange: minus 1 for striking and guarding at once, plus some for balance and a second weapon."""
    return [(-1, "exchange"), (int(has(item, "balanced")), "balanced"), (int(dual_wields(c)), "dual wielding")]
