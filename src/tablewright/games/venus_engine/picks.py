"""Options of forms, by the sheet's names, with their worth or the reason why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from typing import Any

from tablewright.rules import FieldOption

from .characters import Character
from .state import Venus

Given = Mapping[str, Any]


def where(picks: Callable[[Venus], Sized], why_not: str) -> Callable[[Venus], str | None]:
    """A condition: possible if there are options, else this reason."""
    return lambda s: None if len(picks(s)) else why_not


def owner(s: Venus, given: Given) -> tuple[Character, ...]:
    """The character the form names, or all until it names one."""
    return tuple(c for c in s.characters if c.id == given.get("who")) or s.characters


def abilities(s: Venus, given: Given) -> list[FieldOption]:
    """Abilities of the character named."""
    found: dict[str, FieldOption] = {}
    alone = len(owner(s, given)) == 1
    for character in owner(s, given):
        for a in character.abilities:
            found.setdefault(a.id, FieldOption(a.id, a.name, f"{a.caliber} {a.score}" if alone else ""))
    return list(found.values())


def attributes(s: Venus, given: Given) -> list[FieldOption]:
    """Attributes of the character named."""
    found: dict[str, FieldOption] = {}
    for character in owner(s, given):
        for a in character.attributes:
            found.setdefault(a.id, FieldOption(a.id, a.name, a.text or a.kind))
    return list(found.values())


def pointable(s: Venus, given: Given) -> list[FieldOption]:
    """Attributes of the character named, with a reason for each that helps already."""
    used = {p.id for p in s.call.specialties} if s.call else set()
    who = given.get("who")
    return [
        FieldOption(p.value, p.label, p.note, f"{p.label} helps already." if f"{who}-{p.value}" in used else "")
        for p in attributes(s, given)
    ]


def facts(s: Venus) -> list[FieldOption]:
    used = {p.id for p in s.call.insights} if s.call else set()
    return [FieldOption(f.id, f.text, f.source, USED if f.id in used else "") for f in s.facts]


USED = "This insight is in use already, and does not work twice."


def with_agenda(s: Venus) -> list[FieldOption]:
    """Characters who may be called to roll. A player's character states an agenda first."""
    return [FieldOption(c.id, c.name, c.agenda, "" if c.agenda or c.npc else no_agenda(c)) for c in s.characters]


def players_with_agenda(s: Venus) -> list[FieldOption]:
    """Players' characters, who alone perform tasks."""
    return [
        FieldOption(p.value, p.label, p.note, NPC if s.character(p.value).npc else p.why_not) for p in with_agenda(s)
    ]


NPC = "Only players perform tasks: let a player roll, with this character as help or hindrance."


def no_agenda(character: Character) -> str:
    return f"First of all {character.name} says what they want, and how (State an agenda)."


def roller(s: Venus) -> list[FieldOption]:
    """The character the roll was called for, and a reason for all others."""
    if s.call is None:
        return [FieldOption(c.id, c.name) for c in s.characters]
    mine = s.call.who
    why = f"The {s.call.kind} that has been called for is {s.character(mine).name}'s."
    return [FieldOption(c.id, c.name, "", "" if c.id == mine else why) for c in s.characters]


def taking_part(s: Venus) -> list[FieldOption]:
    """Characters, with a reason for each who neither performs nor aids the task."""
    if s.call is None:
        return []
    part = {s.call.who, *(aid.id for aid in s.call.offers)}
    return [
        FieldOption(c.id, c.name, "", "" if c.id in part else f"{c.name} neither performs nor aids the task.")
        for c in s.characters
    ]


def helpers(s: Venus) -> list[FieldOption]:
    """Characters with jobs who might aid the task, without the one who performs it."""
    if s.call is None:
        return []
    learning = "{} is still learning: aid needs a job of level 1 or higher."
    return [
        FieldOption(c.id, c.name, "", "" if any(job.level for job in c.jobs) else learning.format(c.name))
        for c in s.characters
        if c.jobs and c.id != s.call.who
    ]


def aid_jobs(s: Venus, given: Given) -> list[FieldOption]:
    """Jobs of the ally, with a reason for each still being learned."""
    found: dict[str, FieldOption] = {}
    for character in owner(s, given):
        for job in character.jobs:
            why = f"{character.name} is still learning {job.name}: aid needs a job of level 1 or higher."
            found.setdefault(job.id, FieldOption(job.id, job.name, f"level {job.level}", "" if job.level else why))
    return list(found.values())


def barred_jobs(s: Venus, given: Given) -> list[FieldOption]:
    """Jobs with unmet conditions."""
    found: dict[str, FieldOption] = {}
    for character in owner(s, given):
        for job in character.jobs:
            if job.barred:
                found.setdefault(job.id, FieldOption(job.id, job.name, f"needs {job.qualification}"))
    return list(found.values())


def barred_people(s: Venus) -> list[FieldOption]:
    """Characters with such a job."""
    return [FieldOption(c.id, c.name) for c in s.characters if not c.npc and any(job.barred for job in c.jobs)]


def bearers(s: Venus) -> list[FieldOption]:
    """Characters with an attribute."""
    return [FieldOption(c.id, c.name) for c in s.characters if c.attributes]
