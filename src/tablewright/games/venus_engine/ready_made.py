"""Three people of the cloud harbour, for a player who comes without a character."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import ActingSeat, FieldOption, Param, Rule, action, find_by_id, tell, unique_id

from .characters import Character
from .starter import bo, cleo, ida
from .state import Venus, character_ids, player_ids


def harbour(s: Venus) -> tuple[Character, ...]:
    """The three characters, with the Lots the table starts with."""
    return tuple(make(s.rulings) for make in (ida, bo, cleo))


def unmet(s: Venus) -> tuple[FieldOption, ...]:
    """The ready-made characters who are not in the story."""
    met = {c.name for c in s.characters}
    return tuple(FieldOption(c.id, c.name, jobs(c)) for c in harbour(s) if c.name not in met)


def jobs(c: Character) -> str:
    return f"{', '.join(job.name for job in c.jobs)}. {c.text}"


def all_met(s: Venus) -> str | None:
    return None if unmet(s) else "all ready-made characters are in the story."


@action("lot.start", title="Ready-made character", by=("player", "fc"), when=all_met, group="Characters")
def take_ready_made(
    s: Venus, which: Annotated[str, Param("Who", among=unmet, label="who")], me: Annotated[str, ActingSeat()] = ""
) -> Rule[Venus]:
    """Bring a ready-made character into the story, played by you or, until a player takes them over, by the FC."""
    found = find_by_id(harbour(s), which, "ready-made character")
    id = unique_id(found.name, [*character_ids(s), *(p.id for p in s.people), "fc", "player", "peer"])
    playing = me if me in player_ids(s) else ""
    yield tell("lot.start", "{name} joins the story with {lots} Lots.", name=found.name, lots=found.lots)
    return s.but(characters=(*s.characters, found.but(id=id, player=playing)))


ACTIONS = (take_ready_made,)
