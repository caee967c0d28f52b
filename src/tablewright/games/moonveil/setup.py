"""Tables ready to play: one with three Seekers and a first night, and an empty one."""

from __future__ import annotations

from tablewright.rules import cites, find_by_id
from tablewright.rules.kit import Kit, Note

from .bestiary import BEASTS, from_beast
from .moon_list import MOON_LIST
from .options import MoonveilRulings
from .people import Enemy
from .ready_made import ready_made
from .state import Veil

FIRST_NIGHT = (
    "The road into the Moonveil passes a drowned chapel. Its bell is still up there, and so is a light: a Moonshard, "
    "say the pilgrims who came back. There were nine of them, and two came back. By the door stands a Husk, among the "
    "pews crouches a Gutter Imp; put a Thorn Archer in the gallery once it gets loud, and let the Bell Knight wait "
    "upstairs."
)


def waiting() -> tuple[Enemy, ...]:
    """The enemies in the chapel as the Seekers come in."""
    kinds = (("husk", 3, 0), ("gutter-imp", 4, 1))
    return tuple(from_beast(find_by_id(BEASTS, id, "beast"), id, pocket, at) for id, pocket, at in kinds)


@cites("role.guide", "role.seeker")
def new_veil(rulings: MoonveilRulings) -> Veil:
    note = Note("first-night", "A first night", FIRST_NIGHT, audience=("guide",))
    return Veil(rulings, ready_made(), enemies=waiting(), moon_list=MOON_LIST, kit=Kit(notes=(note,)))


@cites("moon.table")
def empty_veil(rulings: MoonveilRulings) -> Veil:
    """A table without Seekers or enemies. The moon has its list."""
    return Veil(rulings, moon_list=MOON_LIST)
