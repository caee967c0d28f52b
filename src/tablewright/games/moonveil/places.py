"""Who is where: distances in Moves, who is nearby, who is within reach."""

from __future__ import annotations

from tablewright.rules import cite, cites

from .people import Enemy, Item, Seeker
from .state import Veil

FARTHEST = 6
"""How far from where the Seekers come in, either way, the table draws places."""
NEARBY = cite("move.nearby", 0)
REACH = cite("attack.ranged weapon.silent-range", 2)


@cites("move.measure")
def distance(one: Seeker | Enemy, other: Seeker | Enemy) -> int:
    """How many Moves lie between two."""
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
    """Whom an enemy can strike or shoot from where it is."""
    return seekers_in_reach(s, foe) if foe.weapon == "range" else seekers_nearby(s, foe)


def out_of_its_reach(foe: Enemy) -> str:
    return f"No Seeker is within reach of {foe.name}. Move it first."


@cites("move.measure", "obst.pass")
def standing_at(s: Veil, foe: Enemy, at: int) -> Veil:
    """The table with an enemy at another place: whoever had passed it would have to pass it again."""
    passed = tuple(x.but(past=tuple(id for id in x.past if id != foe.id)) for x in s.seekers)
    return s.but(seekers=passed).having(foe.but(at=at))


@cites("deduction.effect")
def insight_into(s: Veil, foe: Enemy) -> tuple[str, ...]:
    """The Advantages a Deduction has found over this enemy."""
    return tuple(i.id for i in s.insights if i.kind == "advantage" and i.of == foe.id)


def weapon_ids(s: Veil) -> tuple[str, ...]:
    """Everything somebody could strike or shoot with."""
    return tuple(item.id for seeker in s.living for item in seeker.items if is_weapon(item))


def is_weapon(item: Item) -> bool:
    return item.kind in ("edged", "piercing", "heavy", "range", "tricky")
