"""What lies on the table: the lantern, the road, the walkers."""

from __future__ import annotations

from collections.abc import Mapping

from tablewright.kernel import State, cite, cites
from tablewright.kernel.kit import Kit

from .options import TemplateRulings

LIGHT_MOST = cite("light.most", 6)
ROAD = cite("road.length", 4)
NERVE = cite("nerve.start", 2)


class Walker(State, frozen=True):
    id: str
    name: str
    player: str
    nerve: int = NERVE


class Walk(State, frozen=True):
    rulings: TemplateRulings
    walkers: tuple[Walker, ...]
    light: int = LIGHT_MOST
    gone: int = 0
    kit: Kit = Kit()


@cites("light.most", "nerve.start")
def new_walk(rulings: TemplateRulings) -> Walk:
    """A full lantern, an empty road, two walkers."""
    return Walk(rulings, (Walker("ada", "Ada", "ann"), Walker("bo", "Bo", "bob")))


def who_plays(s: Walk) -> Mapping[str, str]:
    return {walker.id: walker.player for walker in s.walkers}


@cites("road.length", "light.out")
def over(s: Walk) -> str | None:
    """Through the dark, or lost in it."""
    if s.gone >= ROAD:
        return "the walkers are through"
    return "the lantern is out" if s.light <= 0 else None


def too_much_light(s: Walk) -> str | None:
    return f"the light is {s.light}" if not 0 <= s.light <= LIGHT_MOST else None
