"""Enemies: placed, made, changed and removed by the Guide."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cites, find_by_id, roll, tell, unique_id

from . import picks
from .bestiary import BEASTS, Beast, from_beast
from .hiding import numbered, who_hears
from .hit_track import SHIELD, lines
from .people import EVADE, LIMIT, Enemy, Habit, Magic, Weapon
from .places import FARTHEST
from .players import taken_ids
from .starting_list import WORKINGS, working
from .state import Veil

MOST_ENEMIES = 24


def beasts(_: Veil) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(beast.id, beast.name, about(beast)) for beast in BEASTS)


def about(beast: Beast) -> str:
    """An enemy kind in a line for the Guide: Hit Points, gear, magic and description."""
    bears: list[str] = [beast.weapon] if beast.weapon != "plain" else []
    bears += [f"armor {beast.armor}"] if beast.armor else []
    bears += ["Shield"] if beast.shield else []
    bears += ["Cloak"] if beast.cloak else []
    bears += [working(id).name for id in beast.magic]
    return f"{', '.join([f'{beast.hp} HP', *bears])}. {beast.note}"


Place = Annotated[
    int,
    Param(
        "Where it stands, in Moves from the Seekers' start", min=-FARTHEST, max=FARTHEST, label="at place", main=True
    ),
]


@cites("enemy.hidden")
def may_hide(s: Veil, _: picks.Given) -> bool:
    return s.rulings.hidden_enemies


@cites("enemy.gear")
def may_bear(s: Veil, _: picks.Given) -> bool:
    return s.rulings.enemy_gear


@cites("enemy.magic")
def may_know(s: Veil, _: picks.Given) -> bool:
    return s.rulings.enemy_magic


Hidden = Annotated[bool, Param("Only you know of it, until it attacks or you reveal it", main=True, applies=may_hide)]


@cites("enemy.hidden", "enemy.gear", "enemy.magic")
def as_ruled(s: Veil, enemy: Enemy) -> Enemy:
    """An enemy with the gear and magic this table allows.

    Refused if it would hide at a table without hidden enemies.
    """
    if enemy.hidden and not s.rulings.hidden_enemies:
        raise Refused("At this table no enemy lies hidden.", "hidden")
    if not s.rulings.enemy_gear:
        enemy = enemy.but(armor=0, shield=False, cloak=False)
    return enemy if s.rulings.enemy_magic else enemy.but(magic=())


@cites("attack.enemy-stats", "enemy.hidden")
def appear(s: Veil, enemy: Enemy, pocket: int | None) -> Rule[Veil]:
    """An enemy enters with Evade, Limit, HP and a Pocket. The Pocket is rolled unless the Guide names it."""
    enemy = as_ruled(s, enemy)
    if len(s.enemies) >= MOST_ENEMIES:
        raise Refused(f"There are {MOST_ENEMIES} enemies already. Remove some first.")
    if enemy.evade + SHIELD * enemy.shield >= enemy.limit:
        raise Refused("Evade must be below Limit, with its Shield if it has one.", "limit")
    whom = who_hears(enemy)
    if pocket is None:
        (pocket,) = yield from roll(
            1, by="guide", why="Pocket" if enemy.hidden else f"Pocket of {enemy.name}", audience=whom
        )
    hp = max(1, enemy.hp + s.pull("foe hp"))
    enemy = enemy.but(pocket=min(6, max(1, pocket + s.pull("foe pocket"))), hp=hp, full=hp)
    words = "{name} {appears}: Evade {evade}, Defense {defense}, Limit {limit}."
    drawn = lines(s, enemy)
    yield tell(
        "attack.enemy-stats",
        words,
        audience=whom,
        name=enemy.name,
        appears="lies hidden" if enemy.hidden else "appears",
        evade=drawn.evade,
        defense=drawn.defense,
        limit=drawn.limit,
    )
    return s.but(enemies=(*s.enemies, enemy))


@cites("enemy.hidden")
def enemy_name(s: Veil, name: str, hidden: bool) -> tuple[str, str]:
    """An id and a name. A hidden enemy's id has a prefix, so the ids the players see have no gap."""
    words = " ".join(name.split())[:40]
    if not words:
        raise Refused("An enemy needs a name.")
    return unique_id(f"lurking {words}" if hidden else words, taken_ids(s)), numbered(s, words, hidden)


@action("attack.enemy-stats", "enemy.hidden", title="Place an enemy", by="guide", group="Enemies")
def place_enemy(
    s: Veil,
    beast: Annotated[str, Param("Which of the bestiary", among=beasts)],
    at: Place = 1,
    hidden: Hidden = False,
) -> Rule[Veil]:
    """Place an enemy from the bestiary, in sight or hidden."""
    kind = find_by_id(BEASTS, beast, "beast")
    id, name = enemy_name(s, kind.name, hidden)
    enemy = from_beast(kind, id, 1, at, name).but(hidden=hidden)
    return (yield from appear(s, enemy, None))


def all_magic(_: Veil) -> tuple[FieldOption, ...]:
    """Every Spell and Miracle of the book."""
    return tuple(FieldOption(magic.id, magic.name, magic.text) for magic in WORKINGS)


@action("attack.enemy-stats", "enemy.gear", "enemy.magic", title="Make an enemy", by="guide", group="Enemies")
def make_enemy(
    s: Veil,
    name: Annotated[str, Param("Its name", examples=("Goblin", "Door Spider"))],
    hp: Annotated[int, Param("Hit Points", min=1, max=60, label="Hit Points")],
    evade: Annotated[int, Param("Evade", min=1, max=10)] = EVADE,
    limit: Annotated[int, Param("Limit; a Helmet is 1 more", min=3, max=12)] = LIMIT,
    pocket: Annotated[int | None, Param("Pocket; rolled, if left out", min=1, max=6)] = None,
    weapon: Annotated[Weapon, Param("How it attacks", among=picks.weapons)] = "plain",
    armor: Annotated[int, Param("How much less damage it takes", min=0, max=3, applies=may_bear)] = 0,
    shield: Annotated[
        bool, Param("It bears a Shield: 1 more Evade while its Pocket shows 4 or more", applies=may_bear)
    ] = False,
    habit: Annotated[Habit, Param("What it does when it is left to itself")] = "charge",
    at: Place = 1,
    cloak: Annotated[
        bool, Param("It wears a Cloak: you may reroll its Pocket when it Moves", applies=may_bear)
    ] = False,
    magic: Annotated[tuple[str, ...], Param("Spells and Miracles it knows", among=all_magic, applies=may_know)] = (),
    hidden: Hidden = False,
) -> Rule[Veil]:
    """A new enemy, with a Seeker's base numbers unless the Guide changes them."""
    id, words = enemy_name(s, name, hidden)
    enemy = Enemy(id, words, hp, hp, 1, evade, limit, weapon, armor, habit, at, shield=shield, cloak=cloak)
    known = tuple(Magic(id) for id in dict.fromkeys(magic))
    return (yield from appear(s, enemy.but(magic=known, hidden=hidden), pocket))


def may_vanish(s: Veil, given: picks.Given) -> bool:
    return s.rulings.hidden_enemies and any(foe.id == given.get("enemy") for foe in s.foes)


@action("obst.advantage", "obst.pass", "enemy.hidden", title="Change an enemy", by="guide", group="Enemies")
def change_enemy(
    s: Veil,
    enemy: Annotated[str, Param("Which", among=picks.all_enemies)],
    busy: Annotated[bool | None, Param("Has its hands full elsewhere; as before, if left out", main=True)] = None,
    bars: Annotated[
        bool | None, Param("Bars the way past it; as before, if left out", label="in the way", main=True)
    ] = None,
    habit: Annotated[Habit | None, Param("What it does when left to itself; as before, if left out")] = None,
    hide: Annotated[
        bool, Param("It is out of everybody's sight from now on", label="out of sight", applies=may_vanish)
    ] = False,
) -> Rule[Veil]:
    """Change whether an enemy is busy elsewhere, bars the way, or is out of sight."""
    foe = s.enemy(enemy)
    foe = foe.but(
        busy=foe.busy if busy is None else busy, bars=foe.bars if bars is None else bars, habit=habit or foe.habit
    )
    if hide and not foe.hidden:
        foe = as_ruled(s, foe.but(hidden=True))
        yield tell("enemy.hidden", "{name} is out of sight.", name=foe.name)
        return s.having(foe)
    what = f"{'busy' if foe.busy else 'watchful'}, {'in the way' if foe.bars else 'not in the way'}"
    yield tell("obst.advantage", "{name} is {what}.", audience=who_hears(foe), name=foe.name, what=what)
    return s.having(foe)


@action("enc.end", title="Remove an enemy", by="guide", group="Enemies")
def remove_enemy(
    s: Veil, enemy: Annotated[str, Param("Which", among=lambda s: [e.id for e in s.enemies])]
) -> Rule[Veil]:
    """Remove an enemy that flees, is carried off, or was never there."""
    gone = s.enemy(enemy)
    yield tell("enc.end", "{name} is gone.", audience=who_hears(gone), name=gone.name)
    return s.but(
        enemies=tuple(e for e in s.enemies if e.id != enemy), insights=tuple(i for i in s.insights if i.of != enemy)
    )


ACTIONS = (place_enemy, make_enemy, change_enemy, remove_enemy)
