"""Ready-made people: a party of three bought point by point, and opponents in any number. And an empty table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated

from tablewright.rules import ActingSeat, FieldOption, Param, Refused, Rule, action, cites, tell, unique_id

from .attributes import ATTRIBUTES
from .creation import COMPETENCE, newborn
from .experience import bought
from .health import most
from .options import VeridiaRulings
from .outfits import CAPTAIN, HUNTER, SMITH, armed
from .seating import taken_away
from .skills import basic_skills
from .state import Attribute, Being, Character, Property, Skill, Trait, Veridia, taken_ids, the


def grown(c: Character, points: Mapping[str, int]) -> Character:
    """A character after spending experience, so many points on each value."""
    for point, steps in points.items():
        c = bought(c, point, steps)
    return c


MIREL = {
    "strength": 3,
    "agility": 3,
    "reaction": 3,
    "constitution": 3,
    "perception": 1,
    "charisma": 2,
    "intuition": 2,
    "persuasion": 2,
}
MIREL_SKILLS = {
    "melee": 6,
    "parry": 5,
    "athletics": 3,
    "brawl": 3,
    "alertness": 3,
    "animal-handling": 4,
    "ride": 2,
    "leadership": 4,
    "investigation": 3,
    "diplomacy": 3,
    "strategy": 3,
}
DORRAK = {
    "strength": 3,
    "constitution": 3,
    "agility": 2,
    "reaction": 3,
    "perception": 2,
    "persuasion": 2,
    "intuition": 2,
}
DORRAK_SKILLS = {
    "melee": 5,
    "brawl": 5,
    "athletics": 4,
    "parry": 3,
    "intimidation": 4,
    "craftsmanship": 5,
    "survival": 3,
    "trade": 2,
    "machinery": 3,
}
SEFA = {"agility": 3, "reaction": 2, "strength": 3, "perception": 3, "intuition": 3, "constitution": 2, "persuasion": 2}
SEFA_SKILLS = {
    "marksmanship": 5,
    "athletics": 4,
    "stealth": 5,
    "survival": 3,
    "medicine": 4,
    "arcana": 4,
    "alertness": 3,
    "melee": 2,
    "occult": 2,
    "sleight-of-hand": 4,
}


@cites("create.steps", "create.experience", "xp.steps")
@cache
def party() -> tuple[Character, ...]:
    """Three journeymen, made by the rules of creation, with some experience still to spend."""
    points = COMPETENCE["journeyman"]
    mirel = newborn("mirel", "Mirel Voss", "human", points, "ann", "a disgraced guard captain with a steady hand")
    mirel = grown(mirel, MIREL | MIREL_SKILLS | {"courage": 3, "integrity": 3, "blood": 2})
    mirel = CAPTAIN.put_on(mirel)
    dorrak = newborn("dorrak", "Dorrak", "orc", points, "bob", "a free smith who mends what he breaks")
    dorrak = grown(dorrak, DORRAK | DORRAK_SKILLS | {"courage": 3, "feral": 3})
    dorrak = SMITH.put_on(dorrak).but(tools=True)
    sefa = newborn("sefa", "Sefa Linn", "small orc", points, "cat", "a herbalist who hunts by night")
    sefa = grown(sefa, SEFA | SEFA_SKILLS | {"courage": 2, "white": 3, "grey": 1})
    sefa = HUNTER.put_on(sefa)
    return tuple(finished(c, money) for c, money in ((mirel, 120), (dorrak, 80), (sefa, 60)))


def finished(c: Character, money: int) -> Character:
    """The character after creation: a free background and some money, as a table might agree."""
    background = Trait("background", "Wanderer", "At home on the road.", 0, money)
    return c.but(creating=False, background=background, purse=money)


@cites("create.steps")
def new_table(rulings: VeridiaRulings) -> Veridia:
    """A party on the road, and a horse to ride."""
    horse = opponent("war horse", "ember", "Ember").but(side="party")
    mirel, *others = party()
    mirel = mirel.but(properties=(Property("ember", "Ember, a war horse"),))
    return Veridia(rulings, (mirel, *others, horse))


@cites("create.steps")
def empty_table(rulings: VeridiaRulings) -> Veridia:
    """A table without characters, who are made step by step."""
    return Veridia(rulings)


# opponents


class Template:
    """A kind of opponent: attributes in the usual order, skills, and what they carry."""

    def __init__(
        self,
        attributes: tuple[int | tuple[int, int], ...],
        skills: Mapping[str, int],
        main: str = "",
        off: str = "",
        armor: str = "Robes",
        carried: tuple[str, ...] = (),
        race: Being = "human",
    ) -> None:
        self.attributes, self.skills, self.race = attributes, skills, race
        self.main, self.off, self.armor, self.carried = main, off, armor, carried


TEMPLATES: dict[str, Template] = {
    "road bandit": Template((2, 2, 2, 3, 1, 1, 2, 1), {"melee": 2, "athletics": 1}, "Club", armor="Light armor"),
    "bandit archer": Template(
        (3, 2, 2, 2, 1, 1, 3, 1), {"marksmanship": 3, "athletics": 2, "melee": 1}, "Bow", carried=("Dagger",)
    ),
    "crossbow guard": Template(
        (2, 3, 2, 3, 1, 2, 3, 1), {"marksmanship": 3, "melee": 2}, "Crossbow", "", "Medium armor", ("Short sword",)
    ),
    "town guard": Template(
        (2, 3, 3, 3, 2, 2, 2, 2), {"melee": 3, "parry": 3, "alertness": 2}, "Sword", "Shield", "Medium armor"
    ),
    "spear carrier": Template((3, 3, 2, 3, 1, 1, 2, 1), {"melee": 3, "parry": 2}, "Spear", armor="Light armor"),
    "duelist": Template(
        (4, 3, 4, 3, 3, 2, 3, 2), {"melee": 4, "parry": 4, "athletics": 3}, "Side-sword", "Dagger", "Light armor"
    ),
    "knight": Template((3, 4, 3, 4, 3, 2, 2, 3), {"melee": 5, "parry": 4, "brawl": 3}, "Longsword", "", "Plate armor"),
    "orc raider": Template((2, 4, 2, 5, 1, 1, 2, 2), {"melee": 3, "brawl": 3}, "Axe", "", "Light armor", race="orc"),
    "small orc scout": Template(
        (4, 2, 4, 2, 1, 2, 3, 1),
        {"throwing": 3, "melee": 2, "athletics": 3, "stealth": 3},
        "Javelin",
        "Dagger",
        "Robes",
        race="small orc",
    ),
    "wolf": Template((4, 3, 3, 3, 1, 1, 4, 1), {"brawl": 3, "athletics": 4, "alertness": 4}, race="beast"),
    "war horse": Template((3, 5, 2, 6, 1, 1, 3, 1), {"brawl": 2, "athletics": 5}, race="beast"),
    "sewer rat": Template((3, (1, 3), 3, (1, 3), 1, 1, 2, 1), {"brawl": 6, "stealth": 4}, race="beast"),
}


@cites("attr.what", "health.fraction")
def opponent(template: str, id: str, name: str) -> Character:
    """A character of the game master's: the same attributes as others, in fractions for tiny creatures."""
    t = TEMPLATES[template]
    attributes = tuple(
        Attribute(attribute, *(level if isinstance(level, tuple) else (level, 1)))
        for attribute, level in zip(ATTRIBUTES, t.attributes, strict=True)
    )
    skills = tuple(Skill(skill, basic_skills()[skill], level) for skill, level in t.skills.items())
    c = Character(id, name, side="foes", race=t.race, attributes=attributes, skills=skills)
    c = armed(c, t.main, t.off, t.armor, t.carried)
    return c.but(health=most(c), ammunition=20)


def templates(_: Veridia) -> tuple[FieldOption, ...]:
    """The kinds of opponents, with their equipment."""
    return tuple(FieldOption(name, name, carried_by(t)) for name, t in TEMPLATES.items())


def carried_by(t: Template) -> str:
    things = [thing.lower() for thing in (t.main, t.off, *t.carried) if thing]
    return ", ".join([*things, *([t.armor.lower()] if t.armor != "Robes" else [])]) or "unarmed"


def unplayed(s: Veridia) -> tuple[FieldOption, ...]:
    """Characters without a player, with a reason for each who carries a rider."""
    ridden = {c.mount: c.name for c in s.characters if c.mount}
    return tuple(
        FieldOption(c.id, c.name, c.side, f"{ridden[c.id]} rides {c.name}." if c.id in ridden else "")
        for c in s.characters
        if not c.player
    )


@action("attr.what", title="Bring in opponents", by="gm", group="Encounter")
def add_opponents(
    s: Veridia,
    template: Annotated[str, Param("What kind", among=templates, label="kind")],
    number: Annotated[int, Param("How many", min=1, max=12, main=True)] = 1,
    name: Annotated[str, Param("Their name, if they have one", examples=("Grim Hobb",))] = "",
    secret: Annotated[str, Param("What only you know of them", examples=("carries the stolen seal",))] = "",
) -> Rule[Veridia]:
    """Bring in opponents, or others you play, from a template."""
    if len(s.characters) + number > 60:
        raise Refused("Sixty people are enough for one table.")
    title, taken = " ".join(name.split())[:40] or template.capitalize(), {c.name for c in s.characters}
    names = [title] if number == 1 and title not in taken else free_names(title, number, taken)
    for shown in names:
        id = unique_id(shown, taken_ids(s))
        s = s.but(characters=(*s.characters, opponent(template, id, shown).but(secret=secret)))
    yield tell("attr.what", "{verb}: {who}.", verb="Here comes" if number == 1 else "Here come", who=", ".join(names))
    return s


def free_names(title: str, number: int, taken: set[str]) -> list[str]:
    """Numbered names not taken yet."""
    names = (f"{title} {i}" for i in range(1, 1000))
    return [name for name, _ in zip((n for n in names if n not in taken), range(number), strict=False)]


def in_a_fight(s: Veridia) -> str | None:
    return "Not while a fight goes on." if s.fight else None


@action("attr.what", title="Take away", by="gm", when=in_a_fight, group="Encounter")
def remove_character(
    s: Veridia,
    who: Annotated[str, Param("Who leaves the story", among=unplayed, label="who")],
) -> Rule[Veridia]:
    """Take a character of the game master's off the table, outside a fight."""
    yield tell("attr.what", "{name} leaves the story.", name=the(s, who).name)
    return taken_away(s, who)


def ready_made(s: Veridia) -> tuple[FieldOption, ...]:
    """The ready-made characters who are not on the table."""
    here = {c.name for c in s.characters}
    return tuple(FieldOption(c.id, c.name, f"{c.race}, {c.concept}") for c in party() if c.name not in here)


def all_taken(s: Veridia) -> str | None:
    return None if ready_made(s) else "All ready-made characters are on the table."


@action(
    "create.steps",
    "create.experience",
    title="Ready-made character",
    by=("gm", "player"),
    when=all_taken,
    group="Character",
)
def take_ready_made(
    s: Veridia,
    which: Annotated[str, Param("Who", among=ready_made, label="who")],
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Veridia]:
    """Bring in a ready-made journeyman for yourself, created by the rules, with some experience left to spend."""
    found = next(c for c in party() if c.id == which)
    c = found.but(id=unique_id(found.name.split()[0], taken_ids(s)), player=me if me != "gm" else "")
    words = "{name} joins: {race}, {concept}; {n} experience left to spend."
    yield tell("create.steps", words, name=c.name, race=c.race, concept=c.concept, n=c.experience)
    return s.but(characters=(*s.characters, c))


PEOPLE = (add_opponents, remove_character, take_ready_made)
