"""Allies: people of the story who go with the Seekers. They have a Seeker's numbers, and the Guide plays them."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Refused, Rule, action, cites, roll, tell, unique_id

from . import picks
from .hit_track import defense
from .items import KINDS, item_ids
from .people import Item, Pips, Seeker, Weapon
from .players import taken_ids
from .state import Veil

MOST_ALLIES = 12


@cites("ally.npc")
def alone(s: Veil) -> str | None:
    return None if s.rulings.allies else "at this table the Seekers go alone."


@action("ally.npc", "role.guide", title="Bring in an ally", by="guide", when=alone, group="Allies")
def bring_ally(
    s: Veil,
    name: Annotated[str, Param("Their name", examples=("Brother Oswin", "The lamplighter"))],
    hp: Annotated[int, Param("Hit Points", min=1, max=30, label="Hit Points")],
    weapon: Annotated[Weapon, Param("What they fight with", among=picks.weapons, main=True)] = "plain",
    pips: Annotated[int, Param("How much there is of each stat", min=0, max=3, label="each stat")] = 1,
    note: Annotated[str, Param("Who they are", examples=("Knows the crypt.",))] = "",
) -> Rule[Veil]:
    """An ally joins the Seekers: Evade 4, Limit 10, their own Pocket, initiative and turns, and a back to carry.

    The Guide answers for an ally without a player. A player without a Seeker may take them over.
    """
    words = " ".join(name.split())[:40]
    if not words:
        raise Refused("An ally needs a name.", "name")
    if sum(seeker.npc for seeker in s.seekers) >= MOST_ALLIES:
        raise Refused(f"There are {MOST_ALLIES} allies already.")
    (pocket,) = yield from roll(1, by="guide", why=f"Pocket of {words}")
    arms = () if weapon == "plain" else (Item(unique_id(weapon, item_ids(s)), weapon, KINDS[weapon]),)
    ally = Seeker(unique_id(words, taken_ids(s)), words, "", Pips(pips, pips, pips, pips), hp=hp, full=hp)
    ally = ally.but(pocket=pocket, items=arms, npc=True, note=" ".join(note.split())[:200])
    yield tell(
        "ally.npc", "{name} joins the Seekers: {hp} Hit Points, Defense {n}.", name=words, hp=hp, n=defense(s, ally)
    )
    return s.but(seekers=(*s.seekers, ally))


ACTIONS = (bring_ally,)
