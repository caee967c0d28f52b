"""Enemies: placed and made by the Guide, who runs them or lets their habits do it."""

from __future__ import annotations

from typing import Annotated

from tablewright.kernel import Outcome, Param, Pick, Refused, Rule, action, cites, find, fresh_id, roll, tell

from . import picks
from .attacks import enemy_attack, enemy_target
from .bestiary import BEASTS, from_beast
from .encounters import in_encounter, spend_enemy
from .hit_track import SHIELD, lines
from .places import FARTHEST, REACH, seekers_in_reach, seekers_nearby, standing_at
from .players import taken_ids
from .state import EVADE, LIMIT, Enemy, Habit, Seeker, Veil, Weapon, living_ids

MOST_ENEMIES = 24


def beasts(_: Veil) -> tuple[Pick, ...]:
    return tuple(Pick(beast.id, beast.name, f"{beast.hp} HP. {beast.note}") for beast in BEASTS)


Place = Annotated[
    int,
    Param(
        "Where it stands, in Moves from the Seekers' start", min=-FARTHEST, max=FARTHEST, label="at place", main=True
    ),
]


@cites("attack.enemy-stats")
def appear(s: Veil, enemy: Enemy, pocket: int | None) -> Rule[Veil]:
    """Every enemy has Evade, Limit, HP and a Pocket; the Pocket is rolled unless the Guide names it."""
    if len(s.enemies) >= MOST_ENEMIES:
        raise Refused(f"There are {MOST_ENEMIES} enemies already. Remove some first.")
    if enemy.evade + SHIELD * enemy.shield >= enemy.limit:
        raise Refused("Evade must be below Limit, with its Shield if it has one.", "limit")
    if pocket is None:
        (pocket,) = yield from roll(1, by="guide", why=f"Pocket of {enemy.name}")
    hp = max(1, enemy.hp + s.pull("foe hp"))
    enemy = enemy.but(pocket=min(6, max(1, pocket + s.pull("foe pocket"))), hp=hp, full=hp)
    words = "{name} appears: Evade {evade}, Defense {defense}, Limit {limit}."
    drawn = lines(s, enemy)
    yield tell(
        "attack.enemy-stats", words, name=enemy.name, evade=drawn.evade, defense=drawn.defense, limit=drawn.limit
    )
    return s.but(enemies=(*s.enemies, enemy))


def enemy_name(s: Veil, name: str) -> tuple[str, str]:
    words = " ".join(name.split())[:40]
    if not words:
        raise Refused("An enemy needs a name.")
    same = sum(enemy.name.rstrip(" 0123456789") == words for enemy in s.enemies)
    return fresh_id(words, taken_ids(s)), f"{words} {same + 1}" if same else words


@action("attack.enemy-stats", title="Place an enemy", by="guide", group="Enemies")
def place_enemy(
    s: Veil, beast: Annotated[str, Param("Which of the bestiary", among=beasts)], at: Place = 1
) -> Rule[Veil]:
    """Somebody from the bestiary appears."""
    kind = find(BEASTS, beast, "beast")
    id, name = enemy_name(s, kind.name)
    enemy = from_beast(kind, id, 1, at, name)
    return (yield from appear(s, enemy, None))


@action("attack.enemy-stats", title="Make an enemy", by="guide", group="Enemies")
def make_enemy(
    s: Veil,
    name: Annotated[str, Param("Its name", examples=("Goblin", "Door Spider"))],
    hp: Annotated[int, Param("Hit Points", min=1, max=60, label="Hit Points")],
    evade: Annotated[int, Param("Evade", min=1, max=10)] = EVADE,
    limit: Annotated[int, Param("Limit", min=3, max=12)] = LIMIT,
    pocket: Annotated[int | None, Param("Pocket; rolled, if left out", min=1, max=6)] = None,
    weapon: Annotated[Weapon, Param("How it attacks")] = "plain",
    armor: Annotated[int, Param("How much less damage it takes", min=0, max=3)] = 0,
    shield: Annotated[bool, Param("It bears a Shield: 1 more Evade while its Pocket shows 4 or more")] = False,
    habit: Annotated[Habit, Param("What it does when it is left to itself")] = "charge",
    at: Place = 1,
) -> Rule[Veil]:
    """A new enemy, with a Seeker's base numbers unless the Guide says otherwise."""
    id, words = enemy_name(s, name)
    enemy = Enemy(id, words, hp, hp, 1, evade, limit, weapon, armor, habit, at, shield=shield)
    return (yield from appear(s, enemy, pocket))


@action("obst.advantage", "obst.pass", title="Change an enemy", by="guide", group="Enemies")
def change_enemy(
    s: Veil,
    enemy: Annotated[str, Param("Which", among=picks.enemies)],
    busy: Annotated[bool | None, Param("Has its hands full elsewhere; as before, if left out", main=True)] = None,
    bars: Annotated[
        bool | None, Param("Bars the way past it; as before, if left out", label="in the way", main=True)
    ] = None,
    habit: Annotated[Habit | None, Param("What it does when left to itself; as before, if left out")] = None,
) -> Rule[Veil]:
    """Whether an enemy is busy elsewhere, and whether it bars the way."""
    foe = s.enemy(enemy)
    foe = foe.but(
        busy=foe.busy if busy is None else busy, bars=foe.bars if bars is None else bars, habit=habit or foe.habit
    )
    what = f"{'busy' if foe.busy else 'watchful'}, {'in the way' if foe.bars else 'not in the way'}"
    yield tell("obst.advantage", "{name} is {what}.", name=foe.name, what=what)
    return s.having(foe)


@action("enc.end", title="Remove an enemy", by="guide", group="Enemies")
def remove_enemy(
    s: Veil, enemy: Annotated[str, Param("Which", among=lambda s: [e.id for e in s.enemies])]
) -> Rule[Veil]:
    """It flees, is carried off, or was never there."""
    gone = s.enemy(enemy)
    yield tell("enc.end", "{name} is gone.", name=gone.name)
    return s.but(
        enemies=tuple(e for e in s.enemies if e.id != enemy), insights=tuple(i for i in s.insights if i.of != enemy)
    )


def guide_picks(s: Veil, given: picks.Given) -> bool:
    """Whether the enemy named in a form picks whom it strikes."""
    ranged = any(foe.id == given.get("enemy") and foe.weapon == "range" for foe in s.foes)
    return ranged or s.rulings.melee_target == "guide"


More = Annotated[
    bool, Param("Beyond its one Action and one Move, because the Guide says so", label="more than its turn")
]


@action(
    "attack.enemy-rolls",
    "attack.melee.chooser",
    title="An enemy attacks",
    by="guide",
    when=in_encounter,
    group="Enemies",
)
def enemy_strikes(
    s: Veil,
    enemy: Annotated[str, Param("Which", among=picks.enemies, mine=True)],
    target: Annotated[
        str | None,
        Param("Whom, where the Guide picks: at range", among=living_ids, main=True, applies=guide_picks),
    ] = None,
    more: More = False,
) -> Rule[Veil]:
    """The Guide rolls; in melee the players pick who is struck."""
    foe = spend_enemy(s, s.enemy(enemy), actions=1, more=more)
    who = yield from enemy_target(s, foe, target)
    return (yield from enemy_attack(s.having(foe), foe, who, headline=True))


@cites("move.measure", "init.enemies")
def enemy_move(s: Veil, foe: Enemy, step: int) -> Rule[Veil]:
    at = max(-FARTHEST, min(FARTHEST, foe.at + step))
    yield tell("move.measure", "{name} moves to place {at}.", name=foe.name, at=at)
    return standing_at(s, foe, at)


@action("move.measure", "init.enemies", title="An enemy moves", by="guide", when=in_encounter, group="Enemies")
def enemy_moves(
    s: Veil,
    enemy: Annotated[str, Param("Which", among=picks.enemies)],
    step: Annotated[
        int,
        Param(
            "Ahead (1) or back (-1), as the Seekers see it",
            min=-1,
            max=1,
            among=lambda _: (Pick(-1, "back, towards the Seekers' start"), Pick(1, "ahead, away from it")),
            label="way",
            main=True,
        ),
    ] = -1,
    more: More = False,
) -> Rule[Veil]:
    """One Move."""
    return (yield from enemy_move(s, spend_enemy(s, s.enemy(enemy), moves=1, more=more), step))


def nearest(s: Veil, foe: Enemy) -> Seeker:
    return min(s.living, key=lambda seeker: abs(seeker.at - foe.at))


@cites("init.enemies")
def enemy_turn(s: Veil, id: str) -> Rule[Veil]:
    """An enemy left to itself: its Move as its habit is, then an attack if somebody is within reach.

    What is for the players to choose is asked of them.
    """
    foe = s.enemy(id)
    step = habitual_step(s, foe) if foe.moves and s.living else 0
    if step:
        s = yield from enemy_move(s, foe, step)
    foe = s.enemy(id).but(moves=0)
    reach = seekers_in_reach(s, foe) if foe.weapon == "range" else seekers_nearby(s, foe)
    if foe.actions and reach:
        foe = foe.but(actions=0)
        weakest = min(reach, key=lambda seeker: (seeker.hp, seeker.id))
        who = yield from enemy_target(s, foe, weakest.id, by_habit=True)
        s = yield from enemy_attack(s.having(foe), foe, who)
        foe = s.enemy(id)
    return s.having(foe.but(actions=0, moves=0))


def habitual_step(s: Veil, foe: Enemy) -> int:
    """Chargers close in, shooters keep two Moves away, guards stay where they are."""
    away = nearest(s, foe).at - foe.at
    towards = (away > 0) - (away < 0)
    if foe.habit == "guard":
        return 0
    if foe.habit == "charge":
        return towards
    if abs(away) > REACH:
        return towards
    back = 1 if away <= 0 else -1
    return back if abs(away) < REACH and abs(foe.at + back) <= FARTHEST else 0


def enemies_turn(s: Veil) -> str | None:
    return None if s.phase == "enemies" else "it is not the enemies' turn."


@action("init.enemies", title="Let the enemies act", by="guide", when=enemies_turn, group="Enemies")
def enemies_act(s: Veil) -> Rule[Veil]:
    """Every enemy that has not acted yet does what its habit is; the players are asked what is theirs to choose."""
    up = sum(bool(foe.actions or foe.moves) and not foe.asleep for foe in s.foes)
    yield Outcome(f"{up} {'enemy acts' if up == 1 else 'enemies act'}", 0, cites="init.enemies")
    for foe in s.foes:
        if s.living and not foe.asleep and (foe.actions or foe.moves):
            s = yield from enemy_turn(s, foe.id)
    return s


ACTIONS = (
    place_enemy,
    make_enemy,
    change_enemy,
    remove_enemy,
    enemy_strikes,
    enemy_moves,
    enemies_act,
)
