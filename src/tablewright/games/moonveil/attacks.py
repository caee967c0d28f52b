"""Attacks: confirm the target, roll 2d6, compare."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Choose, Outcome, Param, Refused, Rule, action, cite, cites, find_by_id, tell

from . import picks
from .advantage import burden, edge_against, edge_of
from .blows import Blow, Struck, Swing, Tier, enemy_swing, marks_of, swing_roll, trips
from .death import take_damage
from .encounters import no_action_left, spend
from .gambits import (
    after_finesse,
    declared_of,
    defensive_action,
    land_power,
    may_defend,
    may_wager,
    settle_wager,
)
from .headlines import FELT, TIERS, at_stake, landed
from .hit_track import lines
from .items import in_kind
from .measures import WHISPER
from .people import Enemy, Item, Seeker, Stat, Weapon
from .places import (
    REACH,
    foes_in_reach,
    foes_nearby,
    in_reach,
    insight_into,
    is_weapon,
    out_of_its_reach,
)
from .pocket_roll import after_roll, fitting_stat, use_of
from .slip_checks import slip_check
from .state import Veil

SUGGESTED: dict[bool, Stat] = cite("roll.reroll.stat", {False: "strength", True: "dexterity"})
"""The stat a reroll marks, by whether the attack is Ranged."""

BARE = Item("", "thing", "bare hands")


@cites("attack.unarmed", "weapon.silent-range")
def wielded(seeker: Seeker, weapon: str | None) -> tuple[Weapon, Item]:
    """The weapon named, or bare hands."""
    if weapon is None:
        return "plain", BARE
    item = find_by_id(seeker.items, weapon, f"weapon of {seeker.name}")
    if not is_weapon(item):
        raise Refused(f"{item.name or item.kind} is no weapon to strike with. Bare hands always are: name no weapon.")
    return item.kind, item  # type: ignore[return-value]  # is_weapon has made sure


@cites("attack.steps", "attack.melee", "attack.ranged", "move.nearby")
def targets(s: Veil, seeker: Seeker, weapon: Weapon) -> tuple[Enemy, ...]:
    """The enemies in reach: nearby in melee, up to 2 Moves away with a weapon with Range. Refused if there are none."""
    ranged = weapon == "range"
    found = foes_in_reach(s, seeker) if ranged else foes_nearby(s, seeker)
    if not found:
        near = f"up to {REACH} Moves away" if ranged else "nearby, 0 Moves away"
        raise Refused(f"There is no legal target for {seeker.name}: no enemy is {near}.")
    return found


@cites("attack.melee.chooser", "attack.ranged", "finesse.choose", "attack.steps")
def confirm_target(s: Veil, seeker: Seeker, weapon: Weapon, finesse: bool, target: str | None) -> Rule[Enemy]:
    """Pick the target: in melee the opposing side does, at range and with Finesse the attacker."""
    found = {foe.id: foe for foe in targets(s, seeker, weapon)}
    own = weapon == "range" or finesse
    if own and target is not None and target not in found:
        names = ", ".join(foe.name for foe in found.values())
        raise Refused(f"{s.enemy(target).name} is out of reach. Within it: {names}.", "target")
    if not own and target is not None and [target] != list(found):
        raise Refused(
            "In melee the other side picks the target. With Finesse, or at range, the attacker does.", "target"
        )
    if own and target is not None:
        return found[target]
    ids, about = tuple(found), tuple(found.values())
    if len(ids) == 1:
        return about[0]
    who, cited = (seeker.id, "attack.ranged") if own else (ids, "attack.melee.chooser")
    question = "Whom?" if own else "Melee: which of them is the target?"
    return found[(yield from Choose(who, question, ids, label=lambda id: found[id].name, cites=cited, about=about))]


@cites("attack.steps", "attack.roll", "finesse.slip")
def seeker_attack(
    s: Veil,
    who: str,
    weapon: str | None = None,
    target: str | None = None,
    power: bool = False,
    finesse: bool = False,
    mark: Stat | None = None,
) -> Rule[Veil]:
    """A Seeker's whole attack: target, roll and consequences."""
    seeker = spend(s, s.seeker(who), actions=1)
    kind, item = wielded(seeker, weapon)
    may_wager(s, seeker, kind, power, finesse)
    foe = yield from confirm_target(s, seeker, kind, finesse, target)
    stat = yield from fitting_stat(seeker, SUGGESTED[kind == "range"], mark)
    s = s.having(seeker)
    if finesse:
        yield tell("finesse.slip", "Finesse: {foe} is wrong-footed.", foe=foe.name)
        s = yield from slip_check(s, foe)
        foe = s.enemy(foe.id)
    drawn = lines(s, foe)
    edge, use = edge_of(s, seeker, stat, insight_into(s, foe)), use_of(s, seeker, stat, marks_of(s.rulings, drawn))
    swing = Swing(who, seeker.name, drawn, kind, item.dawn, burden(s, seeker), s.pull("strike"), power)
    struck = yield from swing_roll(swing, edge, use, s.rulings)
    s = s.having(after_roll(seeker, struck, stat))
    yield landed(s, s.seeker(who), foe, struck, (power, finesse))
    if kind == "range":
        yield tell("weapon.silent-range", "{weapon} makes no sound.", weapon=in_kind(item))
    return (yield from follow_through(s, who, foe, kind, struck, (power, finesse)))


@cites("gambit.wager", "weapon.tricky", "attack.effects")
def follow_through(
    s: Veil, who: str, foe: Enemy, weapon: Weapon, struck: Struck, gambits: tuple[bool, bool]
) -> Rule[Veil]:
    """Settle the wagers, deal the damage, then apply the effects that follow a hit."""
    for name in declared_of(gambits):
        if not struck.safe:
            s = s.having((yield from settle_wager(s.seeker(who), name)))
    if struck.bonus:
        s = yield from land_power(s, s.seeker(who), foe, struck.damage, struck.bonus)
    elif struck.tier:
        s = yield from take_damage(s, foe, struck.damage, TIERS[struck.tier])
    if trips(s.rulings, weapon, struck.tier) and s.enemy(foe.id).alive:
        s = yield from slip_check(s, s.enemy(foe.id))
    return (yield from after_finesse(s, s.seeker(who), foe, struck.tier)) if gambits[1] else s


@cites("attack.melee.chooser", "attack.ranged")
def enemy_target(s: Veil, enemy: Enemy, target: str | None, by_habit: bool = False) -> Rule[str]:
    """Pick the Seeker an enemy strikes: in melee the players do, at range the Guide."""
    ranged, found = enemy.weapon == "range", in_reach(s, enemy)
    ids = tuple(seeker.id for seeker in found)
    if not ids:
        raise Refused(out_of_its_reach(enemy))
    guide_picks = ranged or s.rulings.melee_target == "guide"
    if target is not None and not guide_picks and not by_habit and [target] != list(ids):
        raise Refused("In melee the players pick which of them is struck: name nobody.")
    if target is not None and guide_picks:
        if target not in ids:
            names = ", ".join(seeker.name for seeker in found)
            raise Refused(f"{s.seeker(target).name} is out of reach. Within it: {names}.")
        return target
    if len(ids) == 1:
        return ids[0]
    called = {seeker.id: seeker.name for seeker in found}
    by = enemy.id if guide_picks else ids
    question = f"{enemy.name} attacks: whom?" if guide_picks else f"{enemy.name} attacks: who takes the blow?"
    return (yield from Choose(by, question, ids, label=called.__getitem__, cites="attack.melee.chooser", about=found))


@cites("attack.enemy-rolls", "death.timing", "defact.when", "attack.roll")
def enemy_attack(s: Veil, enemy: Enemy, target: str, headline: bool = False) -> Rule[Veil]:
    """An enemy's attack, by the same roll and thresholds. Then, in order: Defensive Action, Armor, loss of HP, death.

    With `headline` the attack is what the odds of the action count.
    """
    seeker = s.seeker(target)
    drawn = lines(s, seeker)
    swing = Swing(enemy.id, enemy.name, drawn, enemy.weapon, enemy.dawn)
    struck = yield from enemy_swing(swing, edge_against(s, enemy), enemy.pocket, s.rulings)
    tier, damage = struck.tier, struck.damage
    s = s.having(enemy.but(pocket=struck.pocket, position="even"))
    if headline:
        rank = WHISPER * (damage + tier / 100)
        yield Outcome(Blow(tier, damage), rank, TIERS[tier], group=tier.words, tone=FELT[tier])
    if tier is Tier.MISS:
        return s
    cancelled = False
    if may_defend(seeker, tier):
        question = at_stake(s, seeker, enemy, tier, damage)
        ask = Choose(seeker.id, question, (False, True), cites="defact.when", about=(s, seeker, damage))
        if (yield from ask):
            s, cancelled = yield from defensive_action(s, seeker)
    if not cancelled:
        s = yield from take_damage(s, s.seeker(target), damage, TIERS[tier])
    spared = cancelled and s.rulings.defense_cancels == "everything"
    if trips(s.rulings, enemy.weapon, tier) and s.seeker(target).alive and not spared:
        s = yield from slip_check(s, s.seeker(target))
    return s


def at_range(s: Veil, given: picks.Given) -> bool:
    """True if the weapon named in a form makes Ranged attacks."""
    one = picks.the(s, given)
    return bool(one) and any(i.id == given.get("weapon") and i.kind == "range" for i in one.items)  # type: ignore[union-attr]


def in_melee(s: Veil, given: picks.Given) -> bool:
    return not at_range(s, given)


def picks_target(s: Veil, given: picks.Given) -> bool:
    return at_range(s, given) or bool(given.get("finesse"))


@action(
    "attack.steps",
    "attack.roll",
    "attack.odds",
    "gambit.wager",
    title="Attack",
    by="seeker",
    when=no_action_left,
    group="Attacks",
)
def attack(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=picks.striking, mine=True, label="Seeker")],
    weapon: Annotated[
        str | None, Param("With what; bare hands, if left out", among=picks.arms, label="with", main=True)
    ] = None,
    power: Annotated[
        bool,
        Param(
            "Gambit: wager Strength for up to d6 more damage",
            among=picks.wager("strength", "Power", "up to d6 more damage"),
            label="Power",
            main=True,
            applies=in_melee,
        ),
    ] = False,
    finesse: Annotated[
        bool,
        Param(
            "Gambit: wager Dexterity to pick and unsettle the target",
            among=picks.wager("dexterity", "Finesse", "pick the target, which makes a Slip Check first"),
            label="Finesse",
            main=True,
            applies=in_melee,
        ),
    ] = False,
    target: Annotated[
        str | None,
        Param(
            "Whom, where the attacker picks: at range or with Finesse",
            among=picks.enemies,
            label="target",
            main=True,
            applies=picks_target,
        ),
    ] = None,
    mark: Annotated[
        Stat | None,
        Param(
            "The stat a reroll marks: Strength in melee, Dexterity at range, another if the Guide agrees",
            among=picks.rerolls(lambda s, given: SUGGESTED[at_range(s, given)]),
            label="reroll with",
        ),
    ] = None,
) -> Rule[Veil]:
    """Spend an Action to attack: 2d6 against the target's Evade, Defense and Limit."""
    return (yield from seeker_attack(s, who, weapon, target, power, finesse, mark))


ACTIONS = (attack,)
