"""What can count against somebody who rolls: their wounds, tier, age and archetype, and what an opponent has."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, cites

from .characters import Character
from .picks import Given
from .state import Venus


@cites("check.relative.kinds", "task.threshold.kinds")
def traits(s: Venus, given: Given) -> tuple[FieldOption, ...]:
    """Of whoever is named: each wound, and tier, age and archetype where they are written down."""
    found = next((c for c in s.characters if c.id == given.get("who")), None)
    if found is None:
        return ()
    said = (("tier", found.tier), ("age", found.age), ("archetype", found.archetype))
    words = (*found.wounds, *(f"{name}: {value}" for name, value in said if value))
    return tuple(FieldOption(word, word, "a wound" if word in found.wounds else "") for word in words)


@cites("check.relative.kinds", "task.threshold.kinds")
def opposing(s: Venus, given: Given) -> tuple[FieldOption, ...]:
    """Attributes of everybody else, the one named as the opponent alone if somebody is."""
    them = [c for c in s.characters if c.id != given.get("who") and given.get("npc") in (None, c.id)]
    return tuple(FieldOption(owned(c, a.name), owned(c, a.name), a.text or a.kind) for c in them for a in c.attributes)


def owned(character: Character, name: str) -> str:
    return f"{name} of {character.name}"


Traits = Annotated[
    tuple[str, ...],
    Param(
        "Wounds, tier, age or archetype that make it harder, 1 each",
        label="of theirs that counts",
        main=True,
        among=traits,
    ),
]
Opposing = Annotated[
    tuple[str, ...],
    Param("Attributes of an opponent that make it harder, 1 each", label="opponent's attributes", among=opposing),
]
