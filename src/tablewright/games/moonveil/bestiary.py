"""A small bestiary, written for this implementation: the book describes no enemy."""

from __future__ import annotations

from tablewright.rules import State

from .people import EVADE, LIMIT, Enemy, Habit, Magic, Weapon


class Beast(State, frozen=True):
    """A kind of enemy. Its Pocket is rolled when one appears."""

    id: str
    name: str
    hp: int
    weapon: Weapon = "plain"
    evade: int = EVADE
    limit: int = LIMIT
    armor: int = 0
    habit: Habit = "charge"
    note: str = ""
    shield: bool = False
    cloak: bool = False
    magic: tuple[str, ...] = ()


BEASTS: tuple[Beast, ...] = (
    Beast("gutter-imp", "Gutter Imp", 4, "plain", 5, 10, note="Small, quick, giggles when it bleeds."),
    Beast("pale-hound", "Pale Hound", 6, "edged", note="Hunts by the sound of coins."),
    Beast("husk", "Husk", 8, "plain", 3, 9, note="A pilgrim the moon has emptied. Slow, and never tired."),
    Beast(
        "thorn-archer", "Thorn Archer", 5, "range", habit="shoot", note="Grows its own arrows, and winces each time."
    ),
    Beast("lantern-thief", "Lantern Thief", 6, "tricky", 5, 11, note="Takes the light first, then the rest."),
    Beast("bell-knight", "Bell Knight", 10, "heavy", 4, 10, 1, note="Rings when struck. Others come to the sound."),
    Beast("silt-widow", "Silt Widow", 9, "piercing", 4, 11, habit="guard", note="Sits in the doorway and knits."),
    Beast("font-guard", "Font Guard", 8, "edged", note="Hides behind the lid of its font.", shield=True),
    Beast("grey-stalker", "Grey Stalker", 7, "piercing", 5, 11, note="Nobody sees it come.", cloak=True),
    Beast(
        "moth-scholar",
        "Moth Scholar",
        6,
        habit="shoot",
        note="Reads by whatever burns.",
        magic=("magic-orb", "sleepsand"),
    ),
    Beast("moonfed-ogre", "Moonfed Ogre", 16, "heavy", 3, 10, note="It was a child when the moon began to feed it."),
    Beast("shard-warden", "Shard Warden", 20, "edged", 5, 11, 1, habit="guard", note="Keeps what you came for."),
)


def from_beast(kind: Beast, id: str, pocket: int, at: int = 1, name: str = "") -> Enemy:
    """An enemy of this kind."""
    return Enemy(
        id,
        name or kind.name,
        kind.hp,
        kind.hp,
        pocket,
        kind.evade,
        kind.limit,
        kind.weapon,
        kind.armor,
        kind.habit,
        at,
        note=kind.note,
        shield=kind.shield,
        cloak=kind.cloak,
        magic=tuple(Magic(id) for id in kind.magic),
    )
