"""The state of the table: the lantern, the road, the walkers."""

from __future__ import annotations

from collections.abc import Mapping

from tablewright.rules import State, cite, cites, find_by_id, replace_by_id
from tablewright.rules.kit import Kit

from .options import TemplateRulings

LIGHT_MOST = cite("light.most", 6)
ROAD = cite("road.length", 4)
NERVE = cite("nerve.start", 2)
WALKERS_MOST = cite("walker.join", 4)


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


@cites("light.most")
def empty_walk(rulings: TemplateRulings) -> Walk:
    """A full lantern and an empty road. Walkers are still to come."""
    return Walk(rulings, ())


def who_plays(s: Walk) -> Mapping[str, str]:
    """Every walker and their player, if any."""
    return {walker.id: walker.player for walker in s.walkers}


def give(s: Walk, who: str, player: str) -> Walk:
    """The table with a walker given to another player."""
    return s.but(walkers=replace_by_id(s.walkers, find_by_id(s.walkers, who, "walker").but(player=player)))


@cites("road.length", "light.out")
def over(s: Walk) -> str | None:
    """The reason why the walk is over, or None: through the dark, or lost in it."""
    if s.gone >= ROAD:
        return "the walkers are through"
    return "the lantern is out" if s.light <= 0 else None


def too_much_light(s: Walk) -> str | None:
    return f"the light is {s.light}" if not 0 <= s.light <= LIGHT_MOST else None
