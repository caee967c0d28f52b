"""Seating: the ring of people and their characters, as people come and go and characters change hands."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Refused, Rule, Seat, action, cites, tell

from .assembly import starting_lots
from .scenes import passed
from .state import Person, Sits, Venus, character_ids

ROLES: dict[str, Sits] = {"fc": "fc", "player": "player", "peer": "peer"}


@cites("turn.pass-order", "peers.who", "peers.observer")
def sit(s: Venus, seats: tuple[Seat, ...]) -> Venus:
    """The table with exactly these people. Known ones keep their places, new ones come after them.

    Spectators are no one's Peers.
    """
    here = {seat.id: Person(seat.id, seat.title, ROLES[seat.role]) for seat in seats if seat.role in ROLES}
    for person in s.people:
        if person.id not in here:
            s = got_up(s, person.id)
    known = tuple(here[person.id] for person in s.people)
    new = tuple(person for person in here.values() if person not in known)
    s = s.but(people=(*known, *new))
    for person in new:
        s = in_the_scene(s, person)
    return s.but(characters=tuple(c.but(player=s.fc) if c.npc else c for c in s.characters))


def got_up(s: Venus, id: str) -> Venus:
    """The table without a person: no turn waits for them, and a turn of theirs has passed."""
    if s.turn == id and s.now:
        s = passed(s)
    scenes = tuple(scene.but(todo=without(scene.todo, id), who=without(scene.who, id)) for scene in s.scenes)
    people = tuple(person for person in s.people if person.id != id)
    return s.but(people=people, scenes=scenes, offers=tuple(offer for offer in s.offers if offer.id != id))


def without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(n for n in names if n != name)


@cites("round.complete")
def in_the_scene(s: Venus, person: Person) -> Venus:
    """Put a newcomer into the scene if all players share one, from its next round on."""
    others = {p.id for p in s.people if p.role == "player" and p.id != person.id}
    if person.role != "player" or len(s.scenes) != 1 or not others <= set(s.scenes[0].who):
        return s
    (scene,) = s.scenes
    return s.but(scenes=(scene.but(who=(*without(scene.who, person.id), person.id)),))


@cites("fc.world", "npc.no-task", "lot.start")
def give(s: Venus, who: str, player: str) -> Venus:
    """Give a character to another player or to the FC.

    The FC's characters perform no tasks. A character who becomes a player's has Lots to start with.
    """
    character = s.character(who)
    if any(p.id == player and p.role == "peer" for p in s.people):
        raise Refused(f"Who listens in as a Peer plays nobody, and so not {character.name}.")
    npc = player == s.fc or (character.npc and not player)
    if npc and s.call is not None and s.call.who == who:
        raise Refused(f"A roll has been called for {character.name}: finish it or call it off first.")
    fresh = character.npc and not npc and not character.lots
    lots = starting_lots(False, s.rulings) if fresh else character.lots
    return s.with_character(character.but(player=s.fc if npc else player, npc=npc, lots=lots))


@action("fc.world", title="Leave the story", by=("player", "fc"), group="Characters")
def leave_story(s: Venus, who: Annotated[str, Param("Who", among=character_ids, mine=True)]) -> Rule[Venus]:
    """Take a character out of the story. The table's notes on their last roll go with them."""
    name = s.character(who).name
    if s.call is not None and who in (s.call.who, *(aid.id for aid in s.call.offers)):
        raise Refused(f"{name} takes part in a roll that has been called for: finish it or call it off first.")
    yield tell("fc.world", "{name} leaves the story.", name=name)
    last = s.last
    if last is not None:
        last = None if last.who == who else last.but(allies=without(last.allies, who))
    return s.but(characters=tuple(c for c in s.characters if c.id != who), last=last)


ACTIONS = (leave_story,)
