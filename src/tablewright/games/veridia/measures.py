"""Measures: the numbers in a state people care about, of health, conditions and resources."""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.rules import Measure

from .health import unable
from .specialties import POOLS
from .state import Character, Fighter, Grapple, Veridia

DEATH, DOWN, HELD, PRONE, UNARMED = 30.0, 15.0, 2.0, 2.0, 2.0
"""Weights of these, in points of health."""
LOCK, WEAR, POINT, ACTION = 1.0, 0.1, 0.5, 0.5


def measures(s: Veridia) -> Iterator[Measure]:
    """The measures of all characters: health, state and resources."""
    order = {f.id: f for f in s.fight.order} if s.fight else {}
    held = {g.id: g for g in s.fight.grapples} if s.fight else {}
    for c in s.characters:
        yield from of_body(s, c)
        yield from of_things(s, c)
        f = order.get(c.id)
        if f is not None:
            yield from of_fighter(f, held.get(c.id))


def of_body(s: Veridia, c: Character) -> Iterator[Measure]:
    id = c.id
    yield Measure(f"{id}.health", "health", c.health, id)
    yield Measure(f"{id}.down", "out of action", float(unable(s, c) is not None), id, -1, True, worth=DOWN)
    yield Measure(f"{id}.dead", "dead", float(c.dead), id, -1, True, worth=DEATH)
    yield Measure(f"{id}.prone", "prone", float(c.prone), id, -1, True, worth=PRONE)
    if c.barrier:
        yield Measure(f"{id}.barrier", "barrier", c.barrier, id)
    if c.mount:
        yield Measure(f"{id}.mounted", "in the saddle", 1, id, 1, True, worth=PRONE)
    if c.treatment or not s.fight:
        yield Measure(f"{id}.treatment", "constitution while recovering", c.treatment, id, worth=POINT)


def of_things(s: Veridia, c: Character) -> Iterator[Measure]:
    id = c.id
    if c.suit.wear or c.suit.kind != "Robes":
        yield Measure(f"{id}.wear", "armor wear", c.suit.wear, id, -1, worth=WEAR)
    if c.main or c.off:
        yield Measure(f"{id}.armed", "things in hand", float(bool(c.main)) + bool(c.off), id, worth=UNARMED)
    for pool in POOLS:
        if getattr(c, pool):
            yield Measure(f"{id}.{pool}", pool.capitalize(), getattr(c, pool), id, spent=True, worth=POINT)
    if c.experience:
        yield Measure(f"{id}.experience", "experience", c.experience, id, spent=True, worth=POINT)
    if c.purse:
        yield Measure(f"{id}.purse", "deli", c.purse, id, spent=True, worth=WEAR)
    if c.crystals:
        yield Measure(f"{id}.crystals", "crystals", c.crystals, id, spent=True, worth=WEAR)
    if c.ammunition and s.rulings.count_ammunition:
        yield Measure(f"{id}.ammunition", "to shoot", c.ammunition, id, spent=True, worth=WEAR)


def of_fighter(f: Fighter, g: Grapple | None) -> Iterator[Measure]:
    """The main action left, which also pays for a defence, and the grapple a fighter is held in."""
    id = f.id
    yield Measure(f"{id}.main", "main action of the round", float(not f.main), id, spent=True, worth=ACTION)
    yield Measure(f"{id}.held", "held", float(g is not None), id, -1, True, worth=HELD)
    yield Measure(f"{id}.lock", "difficulty of the lock", g.lock if g else 0, id, -1, worth=LOCK)
    yield Measure(f"{id}.breach", "armor breached", g.breach if g else 0, id, -1, worth=POINT)
