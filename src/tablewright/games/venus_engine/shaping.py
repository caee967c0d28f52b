"""Shaping a character being assembled, which their player may do until their first roll is called for."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, Rule, action, cites, replace_by_id, tell

from .assembly import Grade, JobName, Level, Pair, Score, with_job
from .characters import SCORE_LEAST, Character
from .picks import abilities as ability_picks
from .state import Venus


@cites("caliber.meaning", "score.meaning")
def assembled(character: Character) -> str:
    return f"{character.name} has been assembled: from now on the FC changes that, for a reason."


def in_assembly(s: Venus) -> list[FieldOption]:
    """Characters being assembled, with a reason for each of the others."""
    return [
        FieldOption(c.id, c.name, "", assembled(c) if c.made else "")
        for c in sorted(s.characters, key=lambda c: c.made)
    ]


def nobody_made(s: Venus) -> str | None:
    return None if any(not c.made for c in s.characters) else "nobody is being assembled."


Shaped = Annotated[str, Param("Whose", among=in_assembly, mine=True)]


@action(
    "caliber.meaning",
    "score.meaning",
    "score.positive",
    title="Set an ability",
    by=("player", "fc"),
    when=nobody_made,
    group="Characters",
)
def set_ability(
    s: Venus,
    who: Shaped,
    ability: Annotated[str, Param("Which ability", among=ability_picks)],
    caliber: Grade = "bronze",
    score: Score = SCORE_LEAST,
) -> Rule[Venus]:
    """Set an ability's caliber and score at once, while a character is assembled, by the table's tiers and ages."""
    character = s.character(who)
    changed = character.ability(ability).but(caliber=caliber, score=score)
    words = "{who}: {name}, {caliber} {score}."
    yield tell("caliber.meaning", words, who=character.name, name=changed.name, caliber=caliber, score=score)
    return s.with_character(character.but(abilities=replace_by_id(character.abilities, changed)))


@action(
    "task.job.two-abilities",
    title="Begin with a job",
    by=("player", "fc"),
    when=nobody_made,
    group="Characters",
)
def begin_with_job(s: Venus, who: Shaped, name: JobName, abilities: Pair, level: Level = 1) -> Rule[Venus]:
    """Give a character a job from the start, while they are assembled."""
    return (yield from with_job(s, s.character(who), name, abilities, level))


ACTIONS = (set_ability, begin_with_job)
