"""Seating: people and their characters, as people come and go and characters change hands."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Refused, Rule, Seat, action, cites, tell

from .state import Veridia, character_ids, put, the


@cites("table.group")
def sit(s: Veridia, seats: tuple[Seat, ...]) -> Veridia:
    """The table with these people: the game master and the players. Spectators do not count."""
    gm = next((seat.id for seat in seats if seat.role == "gm"), "gm")
    return s.but(gm=gm, players=tuple(seat.id for seat in seats if seat.role == "player"))


def give(s: Veridia, who: str, player: str) -> Veridia:
    """Give a character to another player. Without a player the game master plays them."""
    return put(s, the(s, who).but(player=player))


@cites("attr.what")
def taken_away(s: Veridia, who: str) -> Veridia:
    """The table without a character. Refused in a fight, and for an animal with a rider."""
    if s.fight or any(c.mount == who for c in s.characters):
        raise Refused("Not while a fight goes on, and not from under a rider.")
    return s.but(characters=tuple(c for c in s.characters if c.id != who))


@action("attr.what", title="Leave the story", by="player", group="Character")
def leave_story(
    s: Veridia, who: Annotated[str, Param("Whose part is over", among=character_ids, mine=True)]
) -> Rule[Veridia]:
    """Take your character out of the story permanently, with everything they own, outside a fight."""
    c = the(s, who)
    if not c.player:
        raise Refused(f"Nobody plays {c.name}: it is the game master who takes them away.")
    yield tell("attr.what", "{name} leaves the story.", name=c.name)
    return taken_away(s, who)


SEATING = (leave_story,)
