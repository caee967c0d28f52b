"""Defences: barrier, outer and inner armor, elemental resist, in the order damage meets them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tablewright.rules import State, cites

from .armors import original, outer_armor, outer_resist, stage
from .options import VeridiaRulings
from .state import Character

Kind = Literal["physical", "elemental"]


class Shell(State, frozen=True):
    """All defences in front of the health points. `rating` is the value that armor wear is measured by."""

    barrier: int = 0
    outer: int = 0
    inner: int = 0
    rating: int | None = None


class Suffered(NamedTuple):
    """The effect of a blow: barrier points gone, health points lost, and whether the armor is worn by it."""

    barrier: int
    health: int
    wear: bool = False


@cites("attack.physical", "defense.resist", "defense.armor", "defense.armor.inner", "defense.resist.inner")
def shell(c: Character, kind: Kind = "physical", breach: int = 0) -> Shell:
    """The defences against one kind of damage. A breach lowers outer armor only, and mere robes do not wear."""
    if kind == "elemental":
        return Shell(c.barrier, outer_resist(c), c.inner_resist)
    outer = outer_armor(c.suit)
    wears = original(c.suit) > 0 and stage(c.suit).usable
    return Shell(c.barrier, max(0, outer - breach), c.inner_armor, outer if wears else None)


@cites("quirk.armor_piercing")
def pierced(armor: int, rulings: VeridiaRulings) -> int:
    """The outer armor left when half of it, rounded down, is ignored."""
    return armor // 2 if rulings.piercing_rounds == "what counts" else armor - armor // 2


@cites(
    "defense.barrier",
    "defense.barrier.raw",
    "defense.barrier.rest",
    "defense.armor.inner_kept",
    "defense.resist.inner_kept",
    "attack.reduce",
    "attack.order",
)
def suffer(
    damage: int, shell: Shell, rulings: VeridiaRulings, *, piercing: bool = False, ignoring: bool = False
) -> Suffered:
    """Subtract the barrier first and unreduced, then outer armor as far as it counts, then inner armor, which always
    does.
    """
    held = min(damage, shell.barrier)
    past = damage - held
    outer = 0 if ignoring else pierced(shell.outer, rulings) if piercing else shell.outer
    through = max(0, past - outer)
    return Suffered(held, max(0, through - shell.inner), worn(past, through, shell.rating, rulings))


@cites("wear.mark", "wear.rating")
def worn(past: int, through: int, rating: int | None, rulings: VeridiaRulings) -> bool:
    """True if armor wears: physical damage surpasses its rating, with enchantment and without inner armor."""
    if rating is None:
        return False
    return (past if rulings.wear_compares == "before armor" else through) > rating
