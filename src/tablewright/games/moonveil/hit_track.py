"""The Hit Track: Evade, Defense and Limit, and the lines they draw through the totals of two dice."""

from __future__ import annotations

from tablewright.rules import State, cite, cites

from .people import EVADE, LIMIT, POCKET, Enemy, ItemKind, Seeker
from .state import Veil

TOTALS = cite("create.hittrack", tuple(range(2, 13)))
HELMET = cite("gear.helmet", 1)
SHIELD, SHIELD_FROM = cite("gear.shield", (1, 4))


class Lines(State, frozen=True):
    """The three numbers an attack total is compared with."""

    evade: int
    defense: int
    limit: int


def wears(seeker: Seeker, kind: ItemKind) -> bool:
    """True if things of a kind are worn. Each kind counts once."""
    return any(item.kind == kind for item in seeker.items)


@cites("create.evade", "gear.shield", "create.start.duplicates", "roll.swap.defense")
def evade(s: Veil, one: Seeker | Enemy) -> int:
    """Evade, raised by a Shield as long as the Pocket shows 4 or more."""
    bears = one.shield if isinstance(one, Enemy) else wears(one, "shield")
    shield = SHIELD if one.pocket >= SHIELD_FROM and bears else 0
    return one.evade + shield if isinstance(one, Enemy) else max(1, EVADE + shield + s.pull("evade"))


@cites("create.limit", "gear.helmet", "create.start.duplicates")
def limit(s: Veil, one: Seeker | Enemy) -> int:
    """Limit, raised by one Helmet but not by a second. It always lies above Evade."""
    if isinstance(one, Enemy):
        return one.limit
    helmet = HELMET if wears(one, "helmet") else 0
    return max(evade(s, one) + 1, LIMIT + helmet + s.pull("limit"))


@cites("defense.formula", "roll.swap.defense")
def defense(s: Veil, one: Seeker | Enemy) -> int:
    """Evade plus Pocket, at every moment."""
    return evade(s, one) + one.pocket


@cites("attack.enemy-stats")
def lines(s: Veil, one: Seeker | Enemy) -> Lines:
    return Lines(evade(s, one), defense(s, one), limit(s, one))


@cites("create.hittrack")
def zones(drawn: Lines) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The track cut by its two lines: just right of Evade, just left of Limit."""
    low = tuple(total for total in TOTALS if total <= drawn.evade)
    high = tuple(total for total in TOTALS if total >= drawn.limit)
    return low, tuple(total for total in TOTALS if total not in low + high), high


@cites("attack.precedence")
def crossed_lines(s: Veil) -> str | None:
    """Report a creature with Evade at or above Limit: no total could be compared with it."""
    for one in s.everyone:
        if evade(s, one) >= limit(s, one):
            return f"{one.name} has Evade {evade(s, one)} and Limit {limit(s, one)}"
    return None


@cites("pocket.die")
def strange_pocket(s: Veil) -> str | None:
    for one in s.everyone:
        if one.pocket not in POCKET:
            return f"the Pocket of {one.name} shows {one.pocket}"
    return None
