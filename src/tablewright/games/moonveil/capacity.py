"""Capacity: the slots a Seeker fills, when they become Encumbered, and the limit of twelve."""

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
    """Slots filled by objects, worn or packed. Coins, extras, Spells and Miracles fill none."""
    return sum(item.slots for item in seeker.items)


@cites("penance.slots", "carry.ally", "carry.gear")
def slots(seeker: Seeker) -> int:
    """Slots filled by gear, Guilt and a carried ally together."""
    return gear_slots(seeker) + seeker.guilt + (ALLY if seeker.carries else 0)


@cites("cap.capacity")
def capacity(s: Veil, seeker: Seeker) -> int:
    """Six plus Willpower. Marked pips count unless the table rules otherwise, and the moon may change it."""
    stat = seeker.stats.willpower if s.rulings.capacity == "Willpower" else unmarked(seeker, "willpower")
    return max(1, BASE + stat + s.pull("capacity"))


@cites("cap.encumbered", "penance.encumbered")
def encumbered(s: Veil, seeker: Seeker) -> bool:
    return slots(seeker) > capacity(s, seeker)


@cites("cap.max")
def need_room(seeker: Seeker, more: int) -> None:
    """Refuse a load beyond twelve slots."""
    total = slots(seeker) + more
    if total > MOST_SLOTS:
        raise Refused(
            f"That would be {total} slots for {seeker.name}: nobody carries more than {MOST_SLOTS}. "
            "Put something down first."
        )


@cites("cap.max", "penance.encumbered")
def overloaded(s: Veil) -> str | None:
    """Report a Seeker beyond twelve slots, unless Guilt alone fills them: it cannot be dropped."""
    for seeker in s.seekers:
        if slots(seeker) > max(MOST_SLOTS, seeker.guilt):
            return f"{seeker.name} carries {slots(seeker)} slots"
    return None
