"""Character creation: concept, racial minimum, experience, background and traits, equipment."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import ActingSeat, FieldOption, Param, Refused, Rule, action, cite, cites, tell, unique_id

from .attributes import RACES, at_minimum
from .choices import people
from .experience import Whose
from .health import most
from .state import Character, Race, Veridia, put, taken_ids, the
from .virtues import START

STEPS = cite(
    "create.steps",
    (
        "Think of a concept",
        "Set every attribute to the lowest of the race",
        "Spend experience on attributes, skills and specialties",
        "Spend experience on background and traits",
        "Use the starting money to buy equipment",
    ),
)
NAMES = ("Tavo", "Ansel", "Brida", "Corvin", "Edda", "Halvar", "Isot", "Runa")
"""Names to suggest."""
COMPETENCE = cite("create.experience", {"novice": 150, "journeyman": 250, "veteran": 350})


@cites("create.minimum", "virtue.start")
def newborn(
    id: str, name: str, race: Race = "human", experience: int = 0, player: str = "", concept: str = ""
) -> Character:
    """A character at the racial minimum, with courage and integrity at their lowest and no experience spent."""
    c = Character(
        id,
        name,
        player,
        race=race,
        concept=concept,
        creating=True,
        experience=experience,
        earned=experience,
        attributes=at_minimum(race),
        courage=START[0],
        integrity=START[1],
    )
    return c.but(health=most(c))


@cites("create.steps")
def step_of(c: Character) -> int:
    """The next of the five steps, counted from 1, as far as the sheet shows. 6 when all are taken.

    Experience is spent point by point, so that step lasts until none is left or the next step was begun.
    """
    if not c.concept:
        return 1
    if not c.attributes:
        return 2
    traits, equipped = c.background is not None or bool(c.traits), bool(c.items) or c.suit.kind != "Robes"
    if c.experience == c.earned or (c.experience and not traits and not equipped):
        return 3
    return 6 if equipped else 5 if traits else 4


def races(_: Veridia) -> tuple[FieldOption, ...]:
    """The races with their better and worse attributes."""
    return tuple(FieldOption(race, race, race_note(changes)) for race, changes in RACES.items())


def race_note(changes: dict[str, tuple[int, int]]) -> str:
    return ", ".join(f"{name} {low} to {high}" for name, (low, high) in changes.items()) or "1 to 5 in everything"


def competences(_: Veridia) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(name, name, f"{points} experience to spend") for name, points in COMPETENCE.items())


@action(
    "create.steps",
    "create.concept",
    "create.minimum",
    "create.experience",
    "create.experience.indicative",
    title="New character",
    by=("gm", "player"),
    group="Character",
)
def new_character(
    s: Veridia,
    name: Annotated[str, Param("Name", examples=NAMES)],
    race: Annotated[Race, Param("Race", among=races, main=True)] = "human",
    competence: Annotated[
        Literal["novice", "journeyman", "veteran"], Param("How experienced", among=competences, main=True)
    ] = "journeyman",
    experience: Annotated[int | None, Param("Another number of points, if the table agrees", min=0, max=1000)] = None,
    concept: Annotated[str, Param("Who they are", main=True, examples=("a ferryman who saw too much",))] = "",
    player: Annotated[
        str,
        Param("Who plays them; left out, you, unless you are the game master", among=lambda s: s.players),
    ] = "",
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Veridia]:
    """Begin a character at the racial minimum, with experience to spend."""
    if len(s.characters) >= 60 or not name.strip():
        raise Refused("A character needs a name, and sixty of them are enough for one table.")
    points = COMPETENCE[competence] if experience is None else experience
    playing = player or (me if me in s.players else "")
    id = unique_id(name, taken_ids(s, playing))
    c = newborn(id, name.strip()[:40], race, points, playing, concept)
    yield tell("create.minimum", "{name}, {race}: all attributes at their lowest.", name=c.name, race=race)
    yield tell("create.experience", "{n} experience to spend. Next: {step}.", n=points, step=STEPS[step_of(c) - 1])
    return s.but(characters=(*s.characters, c))


@action("create.concept", title="Write the concept", by=("gm", "player"), group="Character")
def write_concept(
    s: Veridia, who: Whose, concept: Annotated[str, Param("Who they are", examples=("an exile with a debt",))]
) -> Rule[Veridia]:
    """Write down who the character is. It need not be final."""
    c = the(s, who)
    yield tell("create.concept", "{name}: {concept}", name=c.name, concept=concept[:200])
    return put(s, c.but(concept=concept[:200]))


def is_finished(s: Veridia, c: Character) -> str | None:
    return None if c.creating else f"{c.name} is finished already."


@action("create.steps", title="Finish the character", by=("gm", "player"), group="Character")
def finish_character(
    s: Veridia,
    who: Annotated[str, Param("Who is ready", among=people(is_finished), mine=True, label="who")],
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Veridia]:
    """Finish creation: points stay, integrity can no longer be bought, and the character gets a player."""
    c = the(s, who)
    why = is_finished(s, c)
    if why:
        raise Refused(why, "who")
    yield tell("create.steps", "{name} is ready, with {n} experience left.", name=c.name, n=c.experience)
    return put(s, c.but(creating=False, player=c.player or (me if me != "gm" else "")))


CREATION = (new_character, write_concept, finish_character)
