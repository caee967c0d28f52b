"""Skills: the ledger's example uses, and the pool of any attribute with any skill."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tablewright.rules import cite, cites

from . import health
from .armors import athletics_disadvantage
from .attributes import ATTRIBUTES, with_skill
from .rolling import Tally, tally
from .state import Character, Veridia

LABELS = cite(
    "skill.labels",
    ("untrained", "novice", "practiced", "competent", "proficient", "expert", "master", "genius"),
)
LOWEST, HIGHEST = cite("skill.range", (0, 7))

USES: dict[str, dict[str, str]] = cite(
    "skill.list",
    {
        "Alchemy": {"make explosives": "intuition", "brew potions": "intuition", "make poisons": "intuition"},
        "Alertness": {"notice sudden danger": "reaction", "catch a flying object": "agility"},
        "Animal handling": {"tame a wild beast": "perception", "command a trained beast": "charisma"},
        "Arcana": {"recognise magical effects": "perception", "read a spellbook": "intuition"},
        "Art": {"sing": "charisma", "compose music": "intuition", "paint": "intuition", "write poems": "intuition"},
        "Athletics": {
            "climb": "strength",
            "swim": "agility",
            "jump": "strength",
            "run": "agility",
            "dodge a blow": "reaction",
            "bear long physical strain": "constitution",
            "shoot a sling": "agility",
        },
        "Brawl": {"wrestle": "strength", "strike unarmed": "strength", "block an unarmed blow": "reaction"},
        "Craftsmanship": {
            "forge arms or armor": "strength",
            "make jewellery": "agility",
            "build a trap": "intuition",
            "carpentry": "intuition",
        },
        "Deception": {
            "lie": "persuasion",
            "pose as another person": "intuition",
            "forge a document": "intuition",
            "gamble": "perception",
        },
        "Diplomacy": {"negotiate": "persuasion", "mediate between sides": "persuasion"},
        "Farming": {"work the land": "strength", "raise livestock": "intuition"},
        "Housekeeping": {"cook": "intuition", "tend a garden": "intuition"},
        "Humanities": {"recall history, philosophy or literature": "intuition", "analyse a mind": "perception"},
        "Intimidation": {"threaten bodily": "strength", "force someone to act": "persuasion"},
        "Investigation": {
            "see through lies": "perception",
            "read lips": "perception",
            "search for clues": "intuition",
            "interrogate": "persuasion",
        },
        "Law": {"know a regulation": "intuition", "plead in court": "persuasion"},
        "Leadership": {"run a settlement": "intuition", "speak in public": "charisma", "lead troops": "charisma"},
        "Machinery": {"build or repair a machine": "intuition"},
        "Magitech": {"design magitech devices": "intuition"},
        "Marksmanship": {
            "shoot a bow": "strength",
            "shoot a magitech weapon": "agility",
            "shoot a crossbow": "agility",
            "fire a gun": "agility",
        },
        "Medicine": {"treat injury or illness": "intuition", "prepare a remedy": "intuition"},
        "Melee": {"strike with a melee weapon": "strength"},
        "Navigation": {
            "tie a difficult knot": "agility",
            "steer a ship on open sea": "perception",
            "keep to a sea route": "intuition",
        },
        "Occult": {"tell fortunes": "perception", "decipher occult signs and lore": "intuition"},
        "Parry": {"parry with weapon or shield": "reaction"},
        "Performance": {"dance": "agility", "circus act": "agility", "act in a play": "charisma"},
        "Ride": {"ride a horse": "agility", "jump an obstacle mounted": "reaction"},
        "Savoir-faire": {"hold someone's attention": "charisma", "show good manners": "intuition"},
        "Science": {
            "predict planetary motion": "intuition",
            "solve a math problem": "intuition",
            "forecast weather": "perception",
        },
        "Sleight of Hand": {"pick a lock": "intuition", "cut a purse": "agility", "slip own bonds": "agility"},
        "Stealth": {"move unnoticed": "agility", "vanish in a crowd": "reaction"},
        "Strategy": {"choose battle tactics": "intuition"},
        "Survival": {"find food in the wild": "perception", "fish": "agility", "read tracks": "perception"},
        "Theology": {"hold a religious ceremony": "charisma", "read scripture": "intuition"},
        "Throwing": {"throw a javelin or axe": "strength", "throw a dagger": "agility"},
        "Trade": {"bargain": "persuasion", "plan a business": "intuition"},
    },
)


def skill_id(name: str) -> str:
    return "-".join(name.casefold().split())


@cache
def basic_skills() -> dict[str, str]:
    """The names of the basic skills, by id."""
    return {skill_id(name): name for name in USES}


@cache
def uses() -> dict[str, tuple[str, str]]:
    """Every example use, with the attribute and the skill's id that it rolls."""
    return {use: (attribute, skill_id(name)) for name, those in USES.items() for use, attribute in those.items()}


@cites("skill.free_pairing", "skill.custom")
def own_uses(c: Character) -> dict[str, tuple[str, str]]:
    """Every pairing of an added skill, for which no list has uses."""
    mine = [skill for skill in c.skills if skill.id not in basic_skills()]
    return {f"{a} and {skill.name.lower()}": (a, skill.id) for skill in mine for a in ATTRIBUTES}


def uses_of(c: Character) -> dict[str, tuple[str, str]]:
    """All uses of skills for a character: the listed ones, and those of skills they added."""
    return own_uses(c) | uses() if len(c.skills) else uses()


def skill_name(c: Character, skill: str) -> str:
    return next((s.name for s in c.skills if s.id == skill), basic_skills().get(skill, skill))


def skill_names(c: Character) -> dict[str, str]:
    """The names of all skills of a character, as `skill_name` gives them."""
    return basic_skills() | {s.id: s.name for s in reversed(c.skills)}


def known_skills(c: Character) -> tuple[str, ...]:
    """The ids of all skills a character can roll: the basic ones and those they added."""
    return tuple(dict.fromkeys((*basic_skills(), *(s.id for s in c.skills))))


@cites("mount.cap")
def counted(s: Veridia, c: Character, skill: str) -> int:
    """The present level of a skill: on horseback at most the level of the skill that masters the mount."""
    level = c.skilled(skill)
    return min(level, c.skilled(skill_id(s.rulings.mounted_skill))) if c.mount else level


@cites("skill.roll", "attr.fraction.modifiers", "armor.athletics", "health.penalty.scope")
def pool_parts(s: Veridia, c: Character, attribute: str, skill: str) -> list[tuple[int, str]]:
    """The parts of a pool of attribute and skill, with the losses by the character's state."""
    return own_parts(s, c, attribute, skill) + body_parts(s, c)


def own_parts(s: Veridia, c: Character, attribute: str, skill: str) -> list[tuple[int, str]]:
    """The dice of attribute and skill themselves, and the loss by armor."""
    value, level = c.of(attribute), counted(s, c, skill)
    dice = with_skill(value, level)
    name = skill_name(c, skill) + (f" of {c.skilled(skill)}, mounted" if level < c.skilled(skill) else "")
    if value.denominator > 1:
        parts = [(dice, f"{name.lower()} ({level} times {value} {attribute})")]
    else:
        parts = [(int(value), attribute), (level, name.lower())]
    if skill == "athletics":
        parts.append((-athletics_disadvantage(c.suit), "armor"))
    return parts


def many_pools(s: Veridia, c: Character, pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The dice of many pairings at once, as `skill_pool` adds them up. The body's losses are the same for all."""
    wanted = dict.fromkeys(pairs)
    body, armor = sum(dice for dice, _ in body_parts(s, c)), athletics_disadvantage(c.suit)
    values = {attribute: c.of(attribute) for attribute in dict.fromkeys(a for a, _ in wanted)}
    levels = {skill: counted(s, c, skill) for skill in dict.fromkeys(k for _, k in wanted)}
    return {
        (a, k): max(0, body + with_skill(values[a], levels[k]) - (armor if k == "athletics" else 0)) for a, k in wanted
    }


def body_parts(s: Veridia, c: Character) -> list[tuple[int, str]]:
    """The effect of wounds and lasting effects on any pool."""
    parts = [(-health.penalty(s, c), health.level_now(s, c).name.lower())]
    if s.fight:
        parts += [(e.dice, e.name) for e in s.fight.effects if e.on == c.id]
    return parts


@cites("pool.advantage", "pool.disadvantage", "skill.free_pairing")
def skill_pool(s: Veridia, c: Character, attribute: str, skill: str, more: Iterable[tuple[int, str]] = ()) -> Tally:
    """The pool of any attribute with any skill, all changes added up."""
    return tally([*pool_parts(s, c, attribute, skill), *more])


@cites("grapple.lock", "diff.stack")
def hindered(s: Veridia, c: Character) -> int:
    """The difficulty of everything a character rolls, by a lock or a lasting effect."""
    if not s.fight:
        return 0
    lock = sum(g.lock for g in s.fight.grapples if g.id == c.id)
    return lock + sum(e.difficulty for e in s.fight.effects if e.on == c.id)


@cites("skill.range")
def out_of_range(c: Character) -> str | None:
    """Report a skill outside its range. Skills are whole numbers by their type."""
    for s in c.skills:
        if not LOWEST <= s.level <= HIGHEST:
            return f"{c.name}'s {s.name} is {s.level}: skills go from {LOWEST} to {HIGHEST}"
    return None
