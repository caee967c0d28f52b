"""A table ready to play: three Seekers of our own, and a first night; or one with nobody on it."""

from __future__ import annotations

from tablewright.kernel import cites, find
from tablewright.kernel.kit import Kit, Note

from .bestiary import BEASTS, from_beast
from .moon_list import MOON_LIST
from .options import MoonveilRulings
from .people import Enemy, Item, ItemKind, Magic, Pips, Seeker
from .state import Veil

FIRST_NIGHT = (
    "The road into the Moonveil passes a drowned chapel. Its bell is still up there, and so is a light: a Moonshard, "
    "say the pilgrims who came back. There were nine of them, and two came back. By the door stands a Husk, among the "
    "pews crouches a Gutter Imp; put a Thorn Archer in the gallery once it gets loud, and let the Bell Knight wait "
    "upstairs."
)


def kit_of(owner: str, *things: tuple[ItemKind, str, str]) -> tuple[Item, ...]:
    own = tuple(Item(f"{owner}-{kind}", kind, name, note) for kind, name, note in things)
    gear = tuple(Item(f"{owner}-gear-{n}", "dungeon gear", "Dungeon Gear") for n in (1, 2))
    return own + gear


def ready_made() -> tuple[Seeker, ...]:
    """Three Seekers as creation could have made them."""
    ilse = Seeker(
        "ilse",
        "Ilse",
        "ann",
        Pips(3, 2, 1, 1),
        hp=13,
        full=13,
        pocket=4,
        items=kit_of(
            "ilse",
            ("edged", "Thornkiss", "A sickle of black glass, its handle bound in a choirboy's sash."),
            ("shield", "The Lid", "The lid of a bronze font, with a strap nailed to it."),
        ),
        coin=3,
    )
    corvin = Seeker(
        "corvin",
        "Corvin",
        "ben",
        Pips(1, 3, 2, 1),
        hp=8,
        full=8,
        pocket=3,
        items=kit_of(
            "corvin",
            ("range", "Hush", "A short bow strung with a dead woman's hair. It makes no sound."),
            ("cloak", "Second Shadow", "Grey, and always a step behind."),
        ),
        coin=5,
    )
    maud = Seeker(
        "maud",
        "Maud",
        "cat",
        Pips(1, 1, 2, 3),
        hp=7,
        full=7,
        pocket=5,
        items=kit_of("maud"),
        magic=(Magic("healing-circle"), Magic("magic-orb")),
        coin=2,
        extras=("a letter from the abbess",),
    )
    return ilse, corvin, maud


def waiting() -> tuple[Enemy, ...]:
    """Who is in the chapel as the Seekers come in."""
    kinds = (("husk", 3, 0), ("gutter-imp", 4, 1))
    return tuple(from_beast(find(BEASTS, id, "beast"), id, pocket, at) for id, pocket, at in kinds)


@cites("role.guide", "role.seeker")
def new_veil(rulings: MoonveilRulings) -> Veil:
    note = Note("first-night", "A first night", FIRST_NIGHT, audience=("guide",))
    return Veil(rulings, ready_made(), enemies=waiting(), moon_list=MOON_LIST, kit=Kit(notes=(note,)))


@cites("moon.table")
def empty_veil(rulings: MoonveilRulings) -> Veil:
    """Nobody in sight yet; the moon has its list."""
    return Veil(rulings, moon_list=MOON_LIST)
