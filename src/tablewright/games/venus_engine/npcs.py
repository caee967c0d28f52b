"""Fights against the FC's characters: only players perform tasks, and players make all rolls."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Param, Refused, Rule, action, cite, tell

from .against import Opposing, Traits
from .difficulty import HARD, HARDER
from .state import Absolute, Venus, player_character_ids
from .when_to_roll import Stakes, call_check, no_new_roll

Doing = Literal["striking", "dodging or parrying"]
#: The words before the enemy's name.
AGAINST: dict[Doing, str] = {"striking": "striking at", "dodging or parrying": "dodging or parrying"}
FIGHT_ABILITY: dict[Doing, str] = cite("npc.fight", {"striking": "finesse", "dodging or parrying": "swiftness"})


def npc_ids(s: Venus) -> tuple[str, ...]:
    return tuple(c.id for c in s.characters if c.npc)


@action("npc.fight", "npc.reframe", title="Call for a fight check", by="fc", when=no_new_roll, group="Rolling")
def call_fight(
    s: Venus,
    who: Annotated[str, Param("Which player's character", among=player_character_ids)],
    npc: Annotated[str, Param("Against whom", label="against", among=npc_ids)],
    doing: Annotated[Doing, Param("Striking, or being struck at")],
    absolute: Annotated[Absolute, HARD] = "tough",
    factors: Annotated[tuple[str, ...], HARDER] = (),
    stakes: Stakes = "A wound.",
    wounds: Traits = (),
    opposed: Opposing = (),
) -> Rule[Venus]:
    """Call for the player's roll: Finesse to strike, Swiftness to dodge or parry. The enemy rolls nothing."""
    enemy, character = s.character(npc), s.character(who)
    if character.npc:
        raise Refused("Name a player's character: they do the rolling.")
    if not character.agenda:
        s = s.with_character(character.but(agenda=f"{AGAINST[doing]} {enemy.name}"))
    yield tell(
        "npc.fight",
        "{who} is {doing} {enemy}, who rolls nothing.",
        who=character.name,
        doing=AGAINST[doing],
        enemy=enemy.name,
    )
    return (yield from call_check(s, who, FIGHT_ABILITY[doing], absolute, factors, wounds, stakes, opposed=opposed))


ACTIONS = (call_fight,)
