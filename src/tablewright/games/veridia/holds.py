"""Means of a grapple: its dice, and the difficulty of its target."""

from __future__ import annotations

from tablewright.rules import cites

from .attack import crowd, hit_difficulty, threatened
from .rolling import Hardness, Tally, added, tally
from .skills import hindered, pool_parts
from .state import Character, Veridia
from .weapons import has


@cites("grapple.roll", "grapple.held", "grapple.exchange", "exchange.penalty", "quirk.threatening")
def grapple_parts(
    s: Veridia, c: Character, target: Character | None = None, exchange: bool = False
) -> list[tuple[int, str]]:
    """Strength and brawl, less the things in the hands, and the target's threat or crowd."""
    parts = [*pool_parts(s, c, "strength", "brawl"), (-held_penalty(c), "hands full")]
    if target is not None:
        parts += [(-threatened(s, target, exchange), "threatened"), (-crowd(s, c.id, target.id), "crowded")]
    return [*parts, (-1 if exchange else 0, "exchange")]


def grapple_pool(s: Veridia, c: Character, target: Character | None = None, *, exchange: bool = False) -> Tally:
    return tally(grapple_parts(s, c, target, exchange))


@cites("grapple.held")
def held_penalty(c: Character) -> int:
    """Dice lost for things in the hands: four for a two-handed weapon, two for anything else."""
    held = [item for item in (c.item(c.main), c.item(c.off)) if item is not None]
    if any(has(item, "two-handed") for item in held):
        return 4
    return 2 if held else 0


@cites("grapple.difficulty", "gear.shield.difficulty", "cover.table")
def grapple_difficulty(s: Veridia, c: Character, target: Character) -> Hardness:
    """The difficulty of a grapple. Shield and cover count, as for any attack, unless the table rules otherwise."""
    if s.rulings.grapple_difficulty == "none":
        return added([(hindered(s, c), "hindered")])
    return hit_difficulty(s, c, target, True)
