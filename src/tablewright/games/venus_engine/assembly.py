"""Characters as the table makes them: the text leaves abilities, jobs and attributes to the group."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from tablewright.rules import (
    ActingSeat,
    FieldOption,
    Param,
    Refused,
    Rule,
    action,
    cites,
    find_by_id,
    replace_by_id,
    tell,
    unique_id,
)
from tablewright.rules.kit import check_title

from .caliber import Caliber
from .characters import (
    LOTS_START,
    NAMED_ABILITIES,
    SCORE_LEAST,
    SCORE_MOST,
    Ability,
    Attribute,
    AttributeKind,
    Character,
    Job,
    two_abilities,
)
from .learning import MOST_JOBS
from .options import VenusRulings
from .picks import Given, attributes, bearers
from .picks import abilities as ability_picks
from .state import Venus, character_ids, player_ids, sentence

MOST_CHARACTERS = 40
MOST_ATTRIBUTES = 30


@cites("lot.start")
def starting_lots(npc: bool, rulings: VenusRulings) -> int:
    """The Lots a new character has: the table's number for a player's, none for the FC's."""
    return 0 if npc else min(rulings.starting_lots, LOTS_START)


@cites("score.positive")
def new_character(id: str, name: str, player: str, npc: bool, rulings: VenusRulings) -> Character:
    """A character with the four abilities the text names, at bronze 1, and the table's starting Lots."""
    abilities = tuple(Ability(unique_id(a, ()), a) for a in NAMED_ABILITIES)
    return Character(id, name, player, abilities, lots=starting_lots(npc, rulings), npc=npc)


Who = Annotated[str, Param("Whose", among=character_ids, mine=True)]
Score = Annotated[int, Param("Training and growth", main=True, min=SCORE_LEAST, max=SCORE_MOST)]
Grade = Annotated[Caliber, Param("Inborn potential", main=True)]


def playing_picks(s: Venus) -> tuple[FieldOption, ...]:
    """The maker, or one of the players."""
    return (
        FieldOption(None, "whoever makes them"),
        *(FieldOption(p.id, p.name) for p in s.people if p.role == "player"),
    )


def reasons(*later: str) -> Callable[[Venus, Given], tuple[str, ...]]:
    """Reasons for a change: only assembly while it lasts, and afterwards the few others too."""

    def among(s: Venus, given: Given) -> tuple[str, ...]:
        found = next((c for c in s.characters if c.id == given.get("who")), None)
        return ("assembly",) if found is not None and not found.made else ("assembly", *later)

    return among


@action("lot.start", title="Make a character", by=("player", "fc"), group="Characters")
def make_character(
    s: Venus,
    name: Annotated[str, Param("Their name", examples=("Ilse Marrow", "Tam"))],
    player: Annotated[
        str | None,
        Param(
            "Who plays them; left out, you, and if you are the FC they are one of the FC's",
            label="played by",
            among=playing_picks,
        ),
    ] = None,
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Venus]:
    """Make a character with the four abilities the text names. Everything else is filled in afterwards."""
    if len(s.characters) >= MOST_CHARACTERS:
        raise Refused(f"There are {MOST_CHARACTERS} characters already.")
    id = unique_id(check_title(name), [*character_ids(s), *(p.id for p in s.people), "fc", "player", "peer"])
    playing = player or (me if me in player_ids(s) else s.fc)
    made = new_character(id, check_title(name), playing, playing == s.fc, s.rulings).but(made=False)
    yield tell("lot.start", "{name} joins the story with {lots} Lots.", name=made.name, lots=made.lots)
    return s.but(characters=(*s.characters, made))


@action("caliber.meaning", "score.meaning", "score.positive", title="Add an ability", by="fc", group="Characters")
def add_ability(
    s: Venus,
    who: Who,
    name: Annotated[str, Param("Its name", examples=("Presence", "Lore"))],
    caliber: Grade = "bronze",
    score: Score = SCORE_LEAST,
) -> Rule[Venus]:
    """Give a character an ability the table invents."""
    character = s.character(who)
    if len(character.abilities) >= 12:
        raise Refused("A dozen abilities are enough.")
    new = Ability(unique_id(check_title(name), [a.id for a in character.abilities]), check_title(name), caliber, score)
    yield tell(
        "score.meaning",
        "{who}: {name}, {caliber} {score}.",
        who=character.name,
        name=new.name,
        caliber=caliber,
        score=score,
    )
    return s.with_character(character.but(abilities=(*character.abilities, new)))


@action("caliber.meaning", title="Change a caliber", by="fc", group="Characters")
def change_caliber(
    s: Venus,
    who: Who,
    ability: Annotated[str, Param("Which ability", among=ability_picks)],
    caliber: Grade,
    why: Annotated[
        Literal["assembly", "a legendary deed", "a sudden gift of power"],
        Param("Calibers seldom move: why now?", among=reasons("a legendary deed", "a sudden gift of power")),
    ],
) -> Rule[Venus]:
    """Set an ability's caliber, while a character is assembled or for one of the few reasons it ever changes."""
    character = s.character(who)
    changed = character.ability(ability).but(caliber=caliber)
    yield tell(
        "caliber.meaning",
        "{who}'s {name} is {caliber} now: {why}.",
        who=character.name,
        name=changed.name,
        caliber=caliber,
        why=why,
    )
    return s.with_character(character.but(abilities=replace_by_id(character.abilities, changed)))


@action("score.meaning", "score.positive", title="Change a score", by="fc", group="Characters")
def change_score(
    s: Venus,
    who: Who,
    ability: Annotated[str, Param("Which ability", among=ability_picks)],
    score: Score,
    why: Annotated[
        Literal["assembly", "a long time passes", "a grave wound", "development between arcs"],
        Param(
            "Scores change slowly: why now?",
            among=reasons("a long time passes", "a grave wound", "development between arcs"),
        ),
    ],
) -> Rule[Venus]:
    """Set an ability's score, with the reason."""
    character = s.character(who)
    changed = character.ability(ability).but(score=score)
    yield tell(
        "score.meaning",
        "{who}'s {name} is at {score} now: {why}.",
        who=character.name,
        name=changed.name,
        score=score,
        why=why,
    )
    return s.with_character(character.but(abilities=replace_by_id(character.abilities, changed)))


@action("advance.attributes", "personal.special", title="Add an attribute", by=("player", "fc"), group="Characters")
def add_attribute(
    s: Venus,
    who: Who,
    name: Annotated[str, Param("Its name", examples=("Grapnel", "Keeps a cool head"))],
    kind: Annotated[AttributeKind, Param("What kind of attribute", main=True)] = "asset",
    text: Annotated[str, Param("What it is", label="what it is", examples=("Sixty feet of line.",))] = "",
    special: Annotated[
        str, Param("A special secondary consequence it offers in tasks, if any", label="special consequence")
    ] = "",
    special_for: Annotated[
        tuple[str, ...],
        Param(
            "The abilities of the tasks it is offered in; all, if none is named",
            label="in tasks of",
            among=ability_picks,
            applies=lambda _, given: bool(given.get("special")),
        ),
    ] = (),
) -> Rule[Venus]:
    """Add an attribute that helps. This is the usual way to grow."""
    character = s.character(who)
    if len(character.attributes) >= MOST_ATTRIBUTES:
        raise Refused(f"{character.name} has {MOST_ATTRIBUTES} attributes; that is enough.")
    id = unique_id(check_title(name), [a.id for a in character.attributes])
    new = Attribute(id, check_title(name), kind, text.strip(), special.strip(), special_for)
    for ability in special_for:
        character.ability(ability)
    yield tell("advance.attributes", "{who} has {name} ({kind}).", who=character.name, name=new.name, kind=kind)
    return s.with_character(character.but(attributes=(*character.attributes, new)))


@action("advance.attributes", title="Lose an attribute", by="fc", group="Characters")
def lose_attribute(
    s: Venus,
    who: Annotated[str, Param("Whose", among=bearers, mine=True)],
    attribute: Annotated[str, Param("Which", among=attributes)],
) -> Rule[Venus]:
    """Remove an attribute permanently."""
    character = s.character(who)
    gone = find_by_id(character.attributes, attribute, "attribute")
    yield tell("advance.attributes", "{who} loses {name}.", who=character.name, name=gone.name)
    return s.with_character(character.but(attributes=tuple(a for a in character.attributes if a.id != attribute)))


JobName = Annotated[str, Param("Its name", label="job", examples=("Rigger", "Broker"))]
Pair = Annotated[tuple[str, ...], Param("The two abilities it inherits", label="abilities", among=ability_picks)]
Level = Annotated[int, Param("Its level", main=True, min=0, max=20)]


@action("task.job.two-abilities", title="Give a job", by="fc", group="Characters")
def give_job(
    s: Venus,
    who: Who,
    name: JobName,
    abilities: Pair,
    level: Level = 1,
    qualification: Annotated[str, Param("What must be met before it takes any exp, if anything")] = "",
) -> Rule[Venus]:
    """Give a character a job by the table's decision."""
    return (yield from with_job(s, s.character(who), name, abilities, level, qualification.strip()))


@cites("task.job.two-abilities")
def with_job(
    s: Venus, character: Character, name: str, abilities: tuple[str, ...], level: int, condition: str = ""
) -> Rule[Venus]:
    """Add a job, which inherits two abilities. A job with a condition is not yet qualified for."""
    pair = two_abilities(abilities)
    if len(character.jobs) >= MOST_JOBS:
        raise Refused(f"{character.name} has {MOST_JOBS} jobs; that is enough.")
    for ability in pair:
        character.ability(ability)
    job = Job(
        unique_id(check_title(name), [j.id for j in character.jobs]),
        check_title(name),
        pair,
        level,
        0,
        condition,
        not condition,
    )
    yield tell(
        "task.job.two-abilities",
        "{who} has a job: {job}, level {level}.",
        who=character.name,
        job=job.name,
        level=level,
    )
    return s.with_character(character.but(jobs=(*character.jobs, job)))


@action("ego.earn.debrief", title="Write down a principle", by=("player", "fc"), group="Characters")
def add_principle(
    s: Venus, who: Who, principle: Annotated[str, Param("In a sentence", examples=("I leave nobody behind.",))]
) -> Rule[Venus]:
    """Write down a principle. Upholding it earns Ego in the debrief."""
    character = s.character(who)
    if len(character.principles) >= 8:
        raise Refused("Eight principles are more than anyone can keep.")
    yield tell("ego.earn.debrief", "{who} holds: {text}", who=character.name, text=sentence(principle))
    return s.with_character(character.but(principles=(*character.principles, sentence(principle))))


ACTIONS = (
    make_character,
    add_ability,
    change_caliber,
    change_score,
    add_attribute,
    lose_attribute,
    give_job,
    add_principle,
)
