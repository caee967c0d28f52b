"""The enemies' turn: the Guide plays them one by one, or lets them act by habit."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Choose, FieldOption, Outcome, Param, Refused, Rule, action, cites, roll, tell

from . import picks
from .attacks import enemy_attack, enemy_target
from .encounters import in_encounter, spend_enemy
from .hiding import shown, who_hears
from .people import Enemy, Seeker
from .places import FARTHEST, REACH, in_reach, out_of_its_reach, standing_at
from .state import Veil, living_ids


def guide_picks(s: Veil, given: picks.Given) -> bool:
    """True if the enemy named in a form picks its target itself."""
    ranged = any(foe.id == given.get("enemy") and foe.weapon == "range" for foe in s.standing)
    return ranged or s.rulings.melee_target == "guide"


def strikers(s: Veil) -> tuple[FieldOption, ...]:
    """Enemies, with a reason for each that has no Seeker within reach."""
    far = {foe.id: "" if in_reach(s, foe) else out_of_its_reach(foe) for foe in s.standing}
    return tuple(FieldOption(pick.value, pick.label, pick.note, far[pick.value]) for pick in picks.all_enemies(s))


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
    enemy: Annotated[str, Param("Which", among=strikers, mine=True)],
    target: Annotated[
        str | None,
        Param("Whom, where the Guide picks: at range", among=living_ids, main=True, applies=guide_picks),
    ] = None,
    more: More = False,
) -> Rule[Veil]:
    """Roll an enemy's attack. In melee the players pick who is struck."""
    if not in_reach(s, s.enemy(enemy)):
        raise Refused(out_of_its_reach(s.enemy(enemy)), "enemy")
    foe = spend_enemy(s, s.enemy(enemy), actions=1, more=more)
    s = yield from shown(s.having(foe), enemy)
    foe = s.enemy(enemy)
    who = yield from enemy_target(s, foe, target)
    return (yield from enemy_attack(s, foe, who, headline=True))


@cites("move.measure", "init.enemies", "gear.cloak", "enemy.gear")
def enemy_move(s: Veil, foe: Enemy, step: int) -> Rule[Veil]:
    """Move an enemy by one Move. With a Cloak its Pocket may be rerolled."""
    at = max(-FARTHEST, min(FARTHEST, foe.at + step))
    yield tell("move.measure", "{name} moves to place {at}.", audience=who_hears(foe), name=foe.name, at=at)
    s = standing_at(s, foe, at)
    if not foe.cloak or foe.hidden:
        return s
    question = f"{foe.name}'s Cloak: reroll the Pocket?"
    if not (yield from Choose(foe.id, question, (False, True), cites="gear.cloak", about=foe.pocket)):
        return s
    (pocket,) = yield from roll(1, by=foe.id, why="Cloak")
    yield tell("gear.cloak", "The cloak of {name} swirls: Pocket {n}.", name=foe.name, n=pocket)
    return s.having(s.enemy(foe.id).but(pocket=pocket))


@action("move.measure", "init.enemies", title="An enemy moves", by="guide", when=in_encounter, group="Enemies")
def enemy_moves(
    s: Veil,
    enemy: Annotated[str, Param("Which", among=picks.all_enemies)],
    step: Annotated[
        int,
        Param(
            "Ahead (1) or back (-1), as the Seekers see it",
            min=-1,
            max=1,
            among=lambda _: (
                FieldOption(-1, "back, towards the Seekers' start"),
                FieldOption(1, "ahead, away from it"),
            ),
            label="way",
            main=True,
        ),
    ] = -1,
    more: More = False,
) -> Rule[Veil]:
    """Move an enemy by one Move."""
    return (yield from enemy_move(s, spend_enemy(s, s.enemy(enemy), moves=1, more=more), step))


def nearest(s: Veil, foe: Enemy) -> Seeker:
    return min(s.living, key=lambda seeker: abs(seeker.at - foe.at))


@cites("init.enemies")
def enemy_turn(s: Veil, id: str) -> Rule[Veil]:
    """Play an enemy by habit: its Move, then an attack on a Seeker within reach.

    Choices that belong to the players are asked of them.
    """
    foe = s.enemy(id)
    step = habitual_step(s, foe) if foe.moves and s.living else 0
    if step:
        s = yield from enemy_move(s, foe, step)
    foe = s.enemy(id).but(moves=0)
    reach = in_reach(s, foe)
    if foe.actions and reach:
        foe = foe.but(actions=0)
        weakest = min(reach, key=lambda seeker: (seeker.hp, seeker.id))
        who = yield from enemy_target(s, foe, weakest.id, by_habit=True)
        s = yield from enemy_attack(s.having(foe), foe, who)
        foe = s.enemy(id)
    return s.having(foe.but(actions=0, moves=0))


def habitual_step(s: Veil, foe: Enemy) -> int:
    """The Move of a habit: chargers close in, shooters keep two Moves away, guards stay where they are."""
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
    """Every enemy in sight that has not acted yet acts by habit. Hidden ones wait for you.

    The players are asked what is theirs to choose.
    """
    up = sum(bool(foe.actions or foe.moves) and not foe.asleep for foe in s.foes)
    yield Outcome(f"{up} {'enemy acts' if up == 1 else 'enemies act'}", 0, cites="init.enemies")
    for foe in s.foes:
        if s.living and not foe.asleep and (foe.actions or foe.moves):
            s = yield from enemy_turn(s, foe.id)
    return s


ACTIONS = (enemy_strikes, enemy_moves, enemies_act)
