"""Measures: the numbers in a state that Seekers and their Guide care about, and their weights.

A life outweighs any number of Hit Points, Hit Points outweigh pips, and a pip outweighs the Pocket's number.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.rules import Measure

from .capacity import encumbered
from .death import lowered
from .people import STATS, Enemy, Seeker
from .pips import unmarked
from .state import Veil

LIFE = 300.0
HP = 12.0
FULL = 4.0
ENCUMBERED = 20.0
ASLEEP = 40.0
GUILT = 15.0
MAGIC = 15.0
DAWN = 20.0
INSIGHT = 20.0
BOMB = 12.0
GEAR = 5.0
ACTION = 4.0
MOVE = 3.0
COIN = 2.0
PIP = 6.0
POCKET = 1.0
FOE_DOWN = 40.0
FOE_HP = 10.0
WHISPER = 1e-7
"""The weight of an attack's headline: it only breaks ties, because the state after the attack is measured itself."""


def measures(s: Veil) -> Iterator[Measure]:
    """The measures of all Seekers and enemies, then the group's."""
    for seeker in s.seekers:
        yield from of_seeker(s, seeker)
    for enemy in s.enemies:
        yield from of_enemy(enemy)
    yield Measure("insights", "insights", len(s.insights), worth=INSIGHT)
    yield Measure("moons", "Moon Effects in force", len(s.moons), good=0)


def of_seeker(s: Veil, seeker: Seeker) -> Iterator[Measure]:
    """Life and Hit Points, then what can be spent, then what weighs down."""
    id, kinds = seeker.id, [item.kind for item in seeker.items]
    yield Measure(f"{id}.dead", "dead", seeker.dead, id, -1, True, worth=LIFE)
    yield Measure(f"{id}.hp", "Hit Points", max(0, seeker.hp), id, worth=HP)
    yield Measure(f"{id}.full", "full Hit Points", seeker.full, id, worth=FULL)
    yield Measure(f"{id}.pocket", "Pocket", seeker.pocket, id, worth=POCKET)
    yield Measure(f"{id}.asleep", "asleep", seeker.asleep, id, -1, True, worth=ASLEEP)
    for stat in STATS:
        yield Measure(f"{id}.{stat}", stat.title(), unmarked(seeker, stat), id, spent=True, worth=PIP)
    yield Measure(f"{id}.action", "Action", seeker.turn.actions, id, spent=True, worth=ACTION)
    yield Measure(f"{id}.move", "Move", seeker.turn.moves, id, spent=True, worth=MOVE)
    yield Measure(f"{id}.gear", "Dungeon Gear", kinds.count("dungeon gear"), id, spent=True, worth=GEAR)
    yield Measure(f"{id}.bombs", "bombs", kinds.count("bomb"), id, spent=True, worth=BOMB)
    yield Measure(f"{id}.coin", "Coin", seeker.coin, id, worth=COIN)
    known = sum(not magic.lost for magic in seeker.magic)
    yield Measure(f"{id}.magic", "Spells and Miracles at hand", known, id, worth=MAGIC)
    dawn = sum(item.dawn for item in seeker.items)
    yield Measure(f"{id}.dawn", "weapons under Dawn Arm", dawn, id, worth=DAWN)
    yield Measure(f"{id}.guilt", "Guilt", seeker.guilt, id, -1, worth=GUILT)
    yield Measure(f"{id}.heavy", "Encumbered", encumbered(s, seeker), id, -1, True, worth=ENCUMBERED)


def of_enemy(enemy: Enemy) -> Iterator[Measure]:
    id = enemy.id
    yield Measure(f"{id}.down", "falls", not enemy.alive, id, -1, True, worth=FOE_DOWN, gone=1.0)
    yield Measure(f"{id}.hp", "Hit Points", enemy.hp, id, worth=FOE_HP)
    yield Measure(f"{id}.pocket", "Pocket", enemy.pocket, id, worth=POCKET)
    yield Measure(f"{id}.asleep", "asleep", enemy.asleep, id, -1, True, worth=ASLEEP)


def worth_of_damage(s: Veil, foe: Enemy, damage: int) -> float:
    """The worth of damage to an enemy: the Hit Points it loses, and its fall.

    Damage beyond its Hit Points adds none.
    """
    lost = min(foe.hp, lowered(s, foe, damage))
    return FOE_HP * lost + FOE_DOWN * (lost == foe.hp)


def side(s: Veil, name: str) -> str:
    """The side a name belongs to: the enemies, or the Seekers and their players.

    The Guide's rulings belong to neither.
    """
    if any(enemy.id == name for enemy in s.enemies):
        return "the enemies"
    ours = name == "seeker" or any(name in (seeker.id, seeker.player) for seeker in (*s.seekers, *s.drafts))
    return "the Seekers" if ours else ""
