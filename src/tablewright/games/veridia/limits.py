"""Invariants: ranges, caps, health and hands in every state."""

from __future__ import annotations

from collections.abc import Callable

from tablewright.rules import Invariant

from . import attributes, health, skills, specialties, virtues
from .state import Character, Veridia
from .weapons import why_not_held

Broken = Callable[[Character], str | None]


def everybody(check: Broken) -> Callable[[Veridia], str | None]:
    """A limit of characters as a limit of the whole table."""

    def broken(s: Veridia) -> str | None:
        return next((why for c in s.characters if (why := check(c))), None)

    return broken


def hands(c: Character) -> str | None:
    if c.main and c.main == c.off:
        return f"{c.name} holds the same thing in both hands"
    return why_not_held(c.item(c.main), c.item(c.off))


def owes_nothing(c: Character) -> str | None:
    return f"{c.name} owes {-c.experience} experience" if c.experience < 0 else None


def slots(s: Veridia) -> str | None:
    """Report more than one free action beside a main action, or more than two without."""
    for f in s.fight.order if s.fight else ():
        if f.free > 2 or (f.free == 2 and f.main != "a second free action"):
            return f"{f.id} has taken {f.free} free actions"
        reach = max(f.reach, s.rulings.mounted_meters) if f.carried else f.reach
        if f.moved > reach:
            return f"{f.id} has moved {f.moved} m of {reach}"
    return None


LIMITS = (
    Invariant("attr.range", everybody(attributes.out_of_bounds)),
    Invariant("skill.range", everybody(skills.out_of_range)),
    Invariant("spec.range", everybody(specialties.out_of_range)),
    Invariant("virtue.willpower.range", everybody(virtues.out_of_range)),
    Invariant("health.points", everybody(health.too_healthy)),
    Invariant("quirk.two_handed", everybody(hands)),
    Invariant("xp.table", everybody(owes_nothing)),
    Invariant("turn.free_slot", slots),
)
