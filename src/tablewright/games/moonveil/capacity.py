"""Capacity: slots, what can be carried without trouble, and what cannot be carried at all."""

from __future__ import annotations

from tablewright.rules import Refused, cite, cites

from .people import Seeker
from .pips import unmarked
from .state import Veil

BASE = cite("cap.capacity", 6)
MOST_SLOTS = cite("cap.max", 12)
ALLY = cite("carry.ally", 6)


@cites("inv.slot", "inv.large", "inv.extra")
def gear_slots(seeker: Seeker) -> int:
    """Objects fill slots, worn or packed; coins, extras, Spells and Miracles fill none."""
    return sum(item.slots for item in seeker.items)


@cites("penance.slots", "carry.ally", "carry.gear")
def slots(seeker: Seeker) -> int:
    """Gear, Guilt and whoever is carried, together."""
    return gear_slots(seeker) + seeker.guilt + (ALLY if seeker.carries else 0)


@cites("cap.capacity")
def capacity(s: Veil, seeker: Seeker) -> int:
    """Six and the Willpower, whether its pips are marked or not."""
    stat = seeker.stats.willpower if s.rulings.capacity == "Willpower" else unmarked(seeker, "willpower")
    return max(1, BASE + stat + s.pull("capacity"))


@cites("cap.encumbered", "penance.encumbered")
def encumbered(s: Veil, seeker: Seeker) -> bool:
    return slots(seeker) > capacity(s, seeker)


@cites("cap.max")
def need_room(seeker: Seeker, more: int) -> None:
    """Refused beyond twelve slots."""
    total = slots(seeker) + more
    if total > MOST_SLOTS:
        raise Refused(
            f"That would be {total} slots for {seeker.name}: nobody carries more than {MOST_SLOTS}. "
            "Put something down first."
        )


@cites("cap.max", "penance.encumbered")
def overloaded(s: Veil) -> str | None:
    """More than twelve slots are possible only for Guilt that cannot be dropped."""
    for seeker in s.seekers:
        if slots(seeker) > max(MOST_SLOTS, seeker.guilt):
            return f"{seeker.name} carries {slots(seeker)} slots"
    return None
