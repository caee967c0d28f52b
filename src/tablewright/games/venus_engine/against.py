"""Factors against a roll: the character's wounds, tier, age and archetype, and an opponent's attributes."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, cites

from .characters import Character
from .picks import Given
from .state import Venus


@cites("check.relative.kinds", "task.threshold.kinds")
def traits(s: Venus, given: Given) -> tuple[FieldOption, ...]:
    """Each wound of the character named, and their tier, age and archetype where these are written down."""
    found = next((c for c in s.characters if c.id == given.get("who")), None)
    if found is None:
        return ()
    said = (("tier", found.tier), ("age", found.age), ("archetype", found.archetype))
    words = (*found.wounds, *(f"{name}: {value}" for name, value in said if value))
    return tuple(FieldOption(word, word, "a wound" if word in found.wounds else "") for word in words)


@cites("check.relative.kinds", "task.threshold.kinds")
def opposing(s: Venus, given: Given) -> tuple[FieldOption, ...]:
    """Attributes of all other characters, or only of the opponent once one is named."""
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
