"""Actions of a fight, in the order of the chapter: attack, grapple, and what follows from them."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.kernel import Outcome, Param, Refused, Rule, action, cites, tell

from . import grapple as hold
from .attack import (
    PARTS,
    Blow,
    Guard,
    Swing,
    at_close_quarters,
    attack_pool,
    engage,
    hit_difficulty,
    make_swing,
    strike,
)
from .defenses import shell
from .health import penalty
from .maneuvers import (
    DEFENCES,
    NOTHING,
    Clash,
    Options,
    after_blow,
    announce,
    answering_swing,
    both_engaged,
    declared,
    dice_to_answer,
    exchange,
    goes_down,
    real_damage,
    spend_answer,
    ways_to_answer,
)
from .missiles import must_be_ready, shot
from .rolling import at_difficulty, from_set
from .skills import hindered
from .state import Character, Item, Veridia, the
from .turns import must_act_now, no_fight, settle_turn, spend_main
from .weapons import in_hand


def fighters(s: Veridia) -> tuple[str, ...]:
    return tuple(f.id for f in s.fight.order) if s.fight else ()


def targets(s: Veridia) -> tuple[str, ...]:
    """Everybody alive who is in the fight, and their mounts."""
    if s.fight is None:
        return ()
    here = {f.id for f in s.fight.order} | {c.mount for c in s.characters if c.mount}
    return tuple(c.id for c in s.characters if c.id in here and not c.dead)


Who = Annotated[str, Param("Who acts", among=fighters, mine=True)]
Target = Annotated[str, Param("Against whom", among=targets)]
Hand = Annotated[Literal["main", "off"], Param("Which hand's weapon")]
Advantage = Annotated[int, Param("Dice by circumstances, as the table agrees", min=-6, max=6)]
Hardness = Annotated[int, Param("Difficulty by circumstances, as the game master says", min=0, max=6)]


@cites("attack.answer", "defend.which", "defend.announce", "mount.target")
def answered(s: Veridia, who: str, target: str, item: Item, melee: bool, dice: int, grapple: bool) -> Rule[str]:
    """Whoever is attacked says what they do, before anything is rolled.

    Ways without a die are not offered; a mount, or who is not in the fight, has none.
    """
    ways = [way for way in ways_to_answer(s, target, who, item, melee, grapple) if way != NOTHING]
    known = tuple((way, n) for way in ways if (n := dice_to_answer(s, target, who, way)))
    offered = (NOTHING, *(way for way, _ in known))
    return (yield from announce(target, offered, Options(dice, known, penalty(s, the(s, target)) > 0)))


def guard_of(s: Veridia, target: str, who: str, way: str) -> Guard | None:
    if way not in DEFENCES:
        return None
    t = the(s, target)
    return Guard(t.id, t.name, way.capitalize(), dice_to_answer(s, target, who, way), hindered(s, t))


@action(
    "attack.turn",
    "attack.roll",
    "attack.hit",
    "dual.choose",
    "aim.table",
    "knockout.roll",
    "mount.target",
    title="Attack",
    by=("gm", "player"),
    when=no_fight,
    group="Fight",
)
def attack(
    s: Veridia,
    who: Who,
    target: Target,
    hand: Hand = "main",
    distance: Annotated[int, Param("Meters away; 0 to 2 is close quarters", min=0, max=400)] = 0,
    aim: Annotated[
        Literal["torso", "arm", "leg", "head", "hand", "foot", "eye", "ear"] | None, Param("A part of the body")
    ] = None,
    knock_out: Annotated[bool, Param("Try to knock out instead of wounding")] = False,
    advantage: Advantage = 0,
    difficulty: Hardness = 0,
) -> Rule[Veridia]:
    """Strikes or shoots at somebody with the weapon in hand; they may answer first."""
    c, t = the(s, who), the(s, target)
    if who == target:
        raise Refused("Attack somebody else.")
    must_act_now(s, who)
    item = in_hand(c, hand)
    melee = at_close_quarters(item, distance)
    must_be_ready(s, c, item, melee)
    hard = hit_difficulty(s, c, t, melee, aim) + difficulty
    full = attack_pool(s, c, t, item, distance, advantage=advantage)
    s, kept = yield from spend_main(s, who, "attack", target)
    dice = full.dice if kept is None else kept
    shown = full if kept is None else from_set(kept)
    words = "{name} attacks {target}: {pool}{hard}."
    yield tell("attack.roll", words, name=c.name, target=t.name, pool=shown, hard=at_difficulty(hard))
    if aim:
        yield tell("aim.table", "The strike is aimed at the {part}: +{n} of it.", part=aim, n=PARTS[aim])
    s = shot(s, who, item, melee)
    way = yield from answered(s, who, target, item, melee, dice, False)
    swing = make_swing(c, item, dice, hard)
    if (yield from declared(s, who, way, item, target, False)):
        own = attack_pool(s, c, t, item, exchange=True, advantage=advantage).dice
        swing = swing.but(dice=exchange_dice(s, own, kept), why=swing.why.replace("Attack", "Exchange"))
        return (yield from clash(s, who, target, swing, way, knock_out))
    guard = guard_of(s, target, who, way)
    s = yield from spend_answer(s, target, way, who)
    blow = yield from strike(swing, guard, shell(t), s.rulings, knock_out)
    yield knockout_outcome(s, t, blow) if knock_out else attack_outcome(blow)
    if melee:
        s = engage(s, who, target)
    s = yield from after_blow(s, target, blow, knock_out)
    return (yield from settle_turn(s, who))


def attack_outcome(blow: Blow) -> Outcome:
    """The health points it takes, or a miss."""
    return Outcome(blow.net, cites="attack.reduce") if blow.hit else Outcome("miss", -1, "attack.hit")


def knockout_outcome(s: Veridia, target: Character, blow: Blow) -> Outcome:
    """Out cold is the best that can come of it."""
    if not blow.hit:
        return Outcome("miss", -1, "attack.hit")
    if blow.match:
        real = real_damage(s, blow)
        return Outcome(f"{real} real damage", real, "knockout.match")
    out = goes_down(s, target, blow.net)
    return Outcome("knocked out", 100, "knockout.check") if out else Outcome("no effect", 0, "knockout.check")


@cites("exchange.penalty", "concurrent.split")
def exchange_dice(s: Veridia, own: int, kept: int | None) -> int:
    """The dice of an attack in an exchange: its own pool for it, or those of a concurrent set less one."""
    if kept is None:
        return own
    return max(0, kept - 1) if s.rulings.exchange_in_set == "one die more" else kept


@cites("exchange.now", "exchange.slot", "exchange.no_refusal", "exchange.damage", "exchange.maneuver")
def clash(s: Veridia, who: str, target: str, swing: Swing, way: str, knock_out: bool) -> Rule[Veridia]:
    """The exchange is resolved at once, for both of them."""
    if way == "strike back":
        way = "exchange"
    dice = dice_to_answer(s, target, who, way)
    other = answering_swing(s, target, who, way, dice)
    s = yield from spend_answer(s, target, way, who)
    a, b = the(s, who), the(s, target)
    yield tell("exchange.declare", "{one} and {other} exchange blows.", one=a.name, other=b.name)
    found = yield from exchange(swing, other, shell(a), shell(b), s.rulings, knock_out)
    yield exchange_outcome(found)
    s = both_engaged(s, who, target)
    winner, loser = (who, target) if found.winner > 0 else (target, who)
    if found.blow is not None:
        s = yield from after_blow(s, loser, found.blow, knock_out and found.winner > 0)
    if found.hold is not None:
        s = hold.grappled(s, winner, loser, found.hold.grip)
        s = yield from hold.spend(s, winner, loser, found.hold.successes)
    return (yield from settle_turn(s, who))


def exchange_outcome(found: Clash) -> Outcome:
    """What the one who attacked gets out of it."""
    if not found.winner:
        return Outcome("level", 0, "exchange.cancel")
    words = "wins" if found.winner > 0 else "loses"
    if found.blow is not None:
        return Outcome(f"{words}, {found.blow.net} damage", found.winner * (1 + found.blow.net), "exchange.damage")
    return Outcome(f"{words} by a grapple", found.winner, "exchange.maneuver")


FIGHT_ACTIONS = (attack,)
