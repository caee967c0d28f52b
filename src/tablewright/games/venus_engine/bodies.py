"""Facts of a character beyond numbers: tier, age and archetype, and the wounds that checks may count."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, Refused, Rule, action, tell
from tablewright.rules.kit import check_title

from .picks import Given, where
from .state import Venus, character_ids

MOST_WOUNDS = 8
NOBODY = "nobody is wounded."
LONGEST = 60

Who = Annotated[str, Param("Whose", among=character_ids, mine=True)]


@action("caliber.meaning", "score.meaning", title="Describe a character", by=("player", "fc"), group="Characters")
def describe_character(
    s: Venus,
    who: Who,
    tier: Annotated[str, Param("Their tier, which sets calibers", main=True, max=LONGEST, examples=("mortal",))] = "",
    age: Annotated[str, Param("Their age", main=True, max=LONGEST, examples=("old", "thirty"))] = "",
    archetype: Annotated[str, Param("Their archetype", main=True, max=LONGEST, examples=("drifter",))] = "",
) -> Rule[Venus]:
    """Write down tier, age and archetype, for factors and rulings. Empty fields stay as they are."""
    character = s.character(who)
    told = {"tier": tier.strip(), "age": age.strip(), "archetype": archetype.strip()}
    said = {name: words for name, words in told.items() if words}
    if not said:
        raise Refused("Say a tier, an age or an archetype.", "tier")
    words = ", ".join(f"{name} {value}" for name, value in said.items())
    yield tell("caliber.meaning" if tier else "score.meaning", "{who}: {words}.", who=character.name, words=words)
    return s.with_character(character.but(**said))


@action("check.relative.kinds", title="Take a wound", by=("player", "fc"), group="Characters")
def take_wound(
    s: Venus,
    who: Who,
    wound: Annotated[str, Param("What it is", max=LONGEST, examples=("a sprained wrist", "a burn"))],
) -> Rule[Venus]:
    """Write down a wound, which the FC may count against a check."""
    character, words = s.character(who), check_title(wound)
    if len(character.wounds) >= MOST_WOUNDS:
        raise Refused(f"{character.name} has {MOST_WOUNDS} wounds; that is enough.")
    if words.casefold() in [known.casefold() for known in character.wounds]:
        raise Refused(f"{character.name} has this wound already.", "wound")
    yield tell("check.relative.kinds", "{who} is wounded: {wound}.", who=character.name, wound=words)
    return s.with_character(character.but(wounds=(*character.wounds, words)))


def wounded(s: Venus) -> list[FieldOption]:
    return [FieldOption(c.id, c.name) for c in s.characters if c.wounds]


def wounds(s: Venus, given: Given) -> tuple[str, ...]:
    named = [c for c in s.characters if c.id == given.get("who")] or s.characters
    return tuple(dict.fromkeys(wound for c in named for wound in c.wounds))


@action("check.relative.kinds", title="A wound heals", by="fc", group="Characters", when=where(wounded, NOBODY))
def heal_wound(
    s: Venus,
    who: Annotated[str, Param("Whose", among=wounded, mine=True)],
    wound: Annotated[str, Param("Which", among=wounds)],
) -> Rule[Venus]:
    """Remove a wound, so that it no longer counts."""
    character = s.character(who)
    if wound not in character.wounds:
        raise Refused(f"{character.name} has no such wound.", "wound")
    yield tell("check.relative.kinds", "{who} is over it: {wound}.", who=character.name, wound=wound)
    return s.with_character(character.but(wounds=tuple(w for w in character.wounds if w != wound)))


ACTIONS = (describe_character, take_wound, heal_wound)
