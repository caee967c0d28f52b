"""The d66 list of starting items, miracles and spells, and what each magic needs to be cast."""

from __future__ import annotations

from tablewright.rules import State, UnknownName, cite, cites

from .people import STATS, Form, ItemKind, Pips, Stat


class Working(State, frozen=True):
    """A Spell or a Miracle."""

    id: str
    name: str
    form: Form
    dc: int
    text: str
    open: bool = False
    """Open-ended: its effect is agreed with the Guide before each roll."""

    @property
    @cites("magic.forms", "magic.stat-named")
    def stat(self) -> Stat:
        """The stat whose pips reroll the casting: Arcane for Spells, Willpower for Miracles."""
        return "arcane" if self.form == "spell" else "willpower"


HEALING_CIRCLE = cite(
    "miracle.healing-circle",
    Working("healing-circle", "Healing Circle", "miracle", 10, "Everyone in the area regains d6 HP."),
)
DAWN_ARM = cite(
    "miracle.dawn-arm",
    Working("dawn-arm", "Dawn Arm", "miracle", 10, "A weapon does d6 more damage on every hit while the scene lasts."),
)
SOLUTIONS = cite(
    "spell.solutions",
    (
        Working(
            "air-pressure", "Air Pressure", "spell", 8, "Air presses, lifts or bursts; agree with the Guide how.", True
        ),
        Working(
            "moonsmell",
            "Moonsmell",
            "spell",
            8,
            "The moon's touch has a scent; agree with the Guide what it tells.",
            True,
        ),
        Working(
            "heavylight",
            "Heavylight",
            "spell",
            8,
            "Light that weighs something; agree with the Guide what it does.",
            True,
        ),
    ),
)
ESCAPES = cite(
    "spell.escape",
    (
        Working("egress", "Egress", "spell", 9, "A way out where there was none; agree with the Guide which.", True),
        Working(
            "invisibility", "Invisibility", "spell", 9, "Unseen for a while; agree with the Guide for how long.", True
        ),
    ),
)
SLEEPSAND = cite("spell.sleepsand", Working("sleepsand", "Sleepsand", "spell", 12, "One creature falls asleep."))
MAGIC_ORB = cite(
    "spell.magic-orb", Working("magic-orb", "Magic Orb", "spell", 10, "2d6 damage to everyone in an area.")
)

WORKINGS: tuple[Working, ...] = (HEALING_CIRCLE, DAWN_ARM, *SOLUTIONS, *ESCAPES, SLEEPSAND, MAGIC_ORB)


def working(id: str) -> Working:
    for found in WORKINGS:
        if found.id == id:
            return found
    raise UnknownName("magic", id, (found.id for found in WORKINGS))


class Start(State, frozen=True):
    """An entry of the starting list: an item, or magic."""

    id: str
    family: str
    item: ItemKind | None = None
    magic: tuple[str, ...] = ()


_KINDS: tuple[ItemKind, ...] = ("edged", "piercing", "heavy", "range", "tricky", "bomb")
WEAPONS = tuple(Start(kind, "weapon", kind) for kind in _KINDS)
_HELMET, _SHIELD, _ARMOR, _CLOAK = (
    Start("helmet", "defensive", "helmet"),
    Start("shield", "defensive", "shield"),
    Start("armor", "defensive", "armor"),
    Start("cloak", "defensive", "cloak"),
)
DEFENSIVE = (_HELMET, _SHIELD, _SHIELD, _ARMOR, _ARMOR, _CLOAK)
_HEALING, _DAWN = (
    Start("healing-circle", "miracle", None, ("healing-circle",)),
    Start("dawn-arm", "miracle", None, ("dawn-arm",)),
)
MIRACLES = (_HEALING,) * 3 + (_DAWN,) * 3
_SOLUTIONS = Start("solutions", "spell", None, tuple(spell.id for spell in SOLUTIONS))
_ESCAPES = Start("escapes", "spell", None, tuple(spell.id for spell in ESCAPES))
SPELLS = (
    (_SOLUTIONS,) * 2
    + (_ESCAPES,) * 2
    + (Start("sleepsand", "spell", None, ("sleepsand",)), Start("magic-orb", "spell", None, ("magic-orb",)))
)
FAMILIES = cite("create.start.table", (WEAPONS, WEAPONS, DEFENSIVE, DEFENSIVE, MIRACLES, SPELLS))
ENTRIES: tuple[Start, ...] = tuple(dict.fromkeys(start for family in FAMILIES for start in family))


@cites("create.start.table", "dice.d66")
def start_at(first: int, second: int) -> Start:
    """The entry at a d66: the first die names the family, the second the entry."""
    return FAMILIES[first - 1][second - 1]


def start_called(id: str) -> Start:
    return next(start for start in ENTRIES if start.id == id)


#: Lines 4 to 6 of each block are the book's second 1 to 3.
_FAVOURED: tuple[tuple[Stat, ...], ...] = (("strength", "dexterity"), ("arcane", "willpower"))
ARRAY = cite("create.stats.array", (3, 2, 1, 1))


@cites("create.stats.d66.rest", "create.stats.array")
def spread(three: Stat, two: Stat) -> Pips:
    """The stats with 3 and 2 as named, and 1 for the other two."""
    high, next_high, *rest = ARRAY
    left = iter(rest)
    return Pips(*(high if stat == three else next_high if stat == two else next(left) for stat in STATS))


@cites("create.stats.d66", "dice.d66")
def spread_at(first: int, second: int) -> Pips:
    """The stats at a d66: 1-3 reads the first block, 4-6 the second. The second die names the line."""
    three = _FAVOURED[first > 3][second > 3]
    others = [stat for stat in STATS if stat != three]
    return spread(three, others[(second - 1) % 3])


SPREADS: tuple[Pips, ...] = tuple(spread_at(first, second) for first in (1, 4) for second in range(1, 7))
