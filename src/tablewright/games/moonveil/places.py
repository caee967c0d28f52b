"""Places: distances in Moves, and the creatures nearby or within reach."""

from __future__ import annotations

from tablewright.rules import cite, cites

from .people import Enemy, Item, Seeker
from .state import Veil

FARTHEST = 6
"""The places on either side of where the Seekers come in."""
NEARBY = cite("move.nearby", 0)
REACH = cite("attack.ranged weapon.silent-range", 2)


@cites("move.measure")
def distance(one: Seeker | Enemy, other: Seeker | Enemy) -> int:
    """The number of Moves between two creatures."""
    return abs(one.at - other.at)


@cites("move.nearby", "attack.melee")
def foes_nearby(s: Veil, seeker: Seeker) -> tuple[Enemy, ...]:
    return tuple(foe for foe in s.foes if distance(seeker, foe) == NEARBY)


@cites("attack.ranged")
def foes_in_reach(s: Veil, seeker: Seeker) -> tuple[Enemy, ...]:
    return tuple(foe for foe in s.foes if distance(seeker, foe) <= REACH)


@cites("move.nearby", "attack.melee")
def seekers_nearby(s: Veil, enemy: Enemy) -> tuple[Seeker, ...]:
    return tuple(seeker for seeker in s.living if distance(seeker, enemy) == NEARBY)


@cites("attack.ranged")
def seekers_in_reach(s: Veil, enemy: Enemy) -> tuple[Seeker, ...]:
    return tuple(seeker for seeker in s.living if distance(seeker, enemy) <= REACH)


@cites("attack.melee", "attack.ranged")
def in_reach(s: Veil, foe: Enemy) -> tuple[Seeker, ...]:
    """The Seekers an enemy can strike or shoot from where it is."""
    return seekers_in_reach(s, foe) if foe.weapon == "range" else seekers_nearby(s, foe)


def out_of_its_reach(foe: Enemy) -> str:
    return f"No Seeker is within reach of {foe.name}. Move it first."


@cites("move.measure", "obst.pass")
def standing_at(s: Veil, foe: Enemy, at: int) -> Veil:
    """The table with an enemy at another place. Seekers who had passed it have to pass it again."""
    passed = tuple(x.but(past=tuple(id for id in x.past if id != foe.id)) for x in s.seekers)
    return s.but(seekers=passed).having(foe.but(at=at))


@cites("deduction.effect")
def insight_into(s: Veil, foe: Enemy) -> tuple[str, ...]:
    """The insights of a Deduction that give Advantage over this enemy."""
    return tuple(i.id for i in s.insights if i.kind == "advantage" and i.of == foe.id)


def weapon_ids(s: Veil) -> tuple[str, ...]:
    """Ids of all weapons that living Seekers can strike or shoot with."""
    return tuple(item.id for seeker in s.living for item in seeker.items if is_weapon(item))


def is_weapon(item: Item) -> bool:
    return item.kind in ("edged", "piercing", "heavy", "range", "tricky")
