"""Maneuvers: parry, block and dodge, the answer to an attack, the exchange, the knock out."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from tablewright.rules import Choose, Rule, cites, rule, tell

from . import health
from .armors import has_shield
from .attack import (
    Blow,
    attack_pool,
)
from .holds import grapple_pool
from .options import LEDGER, VeridiaRulings
from .rolling import Tally, dice_in_words, tally
from .skills import pool_parts, skill_pool
from .state import Character, Item, Veridia, fighter, put, put_fighter, the
from .turns import begin_turn, let_go, opened
from .weapons import UNARMED, can_exchange, can_parry, dual_wields, has, in_hand, parry_parts, strikes
from .wounds import wounded

DEFENCES = ("dodge", "parry", "block", "block bare-handed")
NOTHING = "nothing"
ATTACKED, MAKE_EXCHANGE = "defend.which", "exchange.declare"
"""The rules that policies recognize these questions by."""
LABELS = {
    NOTHING: "go on with something else",
    "dodge": "dodge",
    "parry": "parry",
    "block": "block with the shield",
    "block bare-handed": "block bare-handed",
    "strike back": "attack in turn",
    "exchange": "attack in turn, as an exchange",
    "exchange with the off hand": "attack in turn with the off hand, as an exchange",
    "exchange by a grapple": "grapple in turn, as an exchange",
}


# the three defences


@cites("defend.dodge", "defend.parry", "defend.block", "defend.block.unarmed", "dual.parry", "quirk.balanced")
def defence_pool(s: Veridia, c: Character, how: str) -> Tally:
    """The dice of a defence: reaction with athletics to dodge, with parry to parry or block, with brawl bare-handed."""
    if how == "dodge":
        return skill_pool(s, c, "reaction", "athletics")
    if how == "block bare-handed":
        return skill_pool(s, c, "reaction", "brawl")
    if how == "block":
        return skill_pool(s, c, "reaction", "parry")
    return tally([*pool_parts(s, c, "reaction", "parry"), *parry_parts(c, parrying_weapon(c))])


def parrying_weapon(c: Character) -> Item:
    """The weapon in hand that parries best."""
    hands = [in_hand(c, hand) for hand in ("main", "off")]
    able = [item for item in hands if can_parry(item)]
    return max(able, key=lambda item: tally(parry_parts(c, item)).dice, default=UNARMED)


@cites("defend.parry.weapon", "defend.block.missile", "gear.shield.block", "defend.block.unarmed", "grapple.defend")
def fits(
    c: Character, how: str, item: Item, melee: bool, grapple: bool = False, rulings: VeridiaRulings = LEDGER
) -> bool:
    """True if a defence works against this attack."""
    if how == "dodge":
        return True
    if grapple:
        return how == "block bare-handed" and rulings.grapple_block
    if how == "parry":
        return melee and can_parry(parrying_weapon(c))
    if how == "block":
        return has_shield(c)
    return melee and has(item, "barehanded")


@cites("surprise.no_contest", "turn.once_per_round", "defend.which", "health.incapacitated", "turn.main_slot")
def ways_to_answer(s: Veridia, target: str, attacker: str, item: Item, melee: bool, grapple: bool) -> tuple[str, ...]:
    """Possible answers to an attack: none first, then the defences, then attacks in return."""
    c, f = the(s, target), fighter(s, target)
    if health.unable(s, c) or f is None or f.surprised:
        return (NOTHING,)
    kept = {k.action for k in f.kept if k.target in ("", attacker)}
    fresh = not f.main or not s.rulings.defence_costs_turn
    ways = [how for how in DEFENCES if fits(c, how, item, melee, grapple, s.rulings) and (fresh or how in kept)]
    if melee and not f.answers:
        may = kept if f.main else {"attack", "grapple"} | ({"later"} if not f.over else set())
        ways += ways_to_strike_back(s, c, the(s, attacker), item, grapple, may)
    return (NOTHING, *ways)


@cites("exchange.when", "attack.answer", "quirk.barehanded", "surprise.no_exchange", "grapple.exchange", "dual.choose")
def ways_to_strike_back(
    s: Veridia, c: Character, attacker: Character, item: Item, grapple: bool, may: Collection[str]
) -> list[str]:
    """Offensive answers at close quarters, to an attacker who can be hit at all.

    `may` holds the actions left this round. A plain attack in turn needs a place in the order still to come, an
    exchange happens at once.
    """
    own = in_hand(c)
    if attacker.cover >= 4:
        return []
    ways = []
    if strikes(own) and "attack" in may:
        ways += ["strike back"] if "later" in may else []
        ways += ["exchange"] if grapple or can_exchange(own, item) else []
        if dual_wields(c) and (grapple or can_exchange(in_hand(c, "off"), item)):
            ways.append("exchange with the off hand")
    busy = s.fight is not None and any(g.holder == c.id or g.id == attacker.id for g in s.fight.grapples)
    if "grapple" in may and not c.bound and not busy:
        ways.append("exchange by a grapple")
    return ways


# the answer to an attack


class Options(NamedTuple):
    """The facts for a policy that chooses an answer: the dice of the attack, and of each answer."""

    against: int
    dice: tuple[tuple[str, int], ...]
    wounded: bool
    kept: tuple[str, ...] = ()
    """Actions with dice set aside, so that they cost no main action as an answer."""
    free_defence: bool = False
    """True if, by a house ruling, a defence does not use up the main action."""


@rule("defend.which", "defend.announce", "attack.answer")
def announce(target: str, question: str, ways: tuple[str, ...], about: Options) -> Rule[str]:
    """Ask for the answer before the attack is resolved."""
    if len(ways) == 1:
        return NOTHING
    dice = dict(about.dice)

    def label(way: str) -> str:
        return f"{LABELS[way]} ({dice_in_words(dice[way])}{paid(way, about)})" if way in dice else LABELS[way]

    return (yield from Choose(target, question, ways, label=label, cites=ATTACKED, about=about))


@cites("turn.once_per_round", "concurrent.split")
def paid(way: str, about: Options) -> str:
    """The cost of an answer, as its label shows it."""
    if slot_of(way) in about.kept:
        return ", set aside for it"
    free = way in DEFENCES and about.free_defence
    return "" if free else ", takes the main action"


def slot_of(way: str) -> str:
    """The name of an answer in a concurrent set."""
    if way == "exchange by a grapple":
        return "grapple"
    return "attack" if way.startswith(("exchange", "strike")) else way


@cites("exchange.penalty", "concurrent.split")
def dice_to_answer(s: Veridia, target: str, attacker: str, way: str) -> int:
    """The dice of an answer: those set aside for it in a concurrent set, or its pool once the turn is open."""
    s = opened(s, target)
    c, f = the(s, target), fighter(s, target)
    kept = next((k.dice for k in f.kept if k.action == slot_of(way)), None) if f else None
    exchange = way.startswith("exchange")
    if kept is not None:
        return max(0, kept - int(exchange and s.rulings.exchange_in_set == "one die more"))
    if way in DEFENCES:
        return defence_pool(s, c, way).dice
    if way == "exchange by a grapple":
        return grapple_pool(s, c, the(s, attacker), exchange=True).dice
    item = in_hand(c, "off" if way.endswith("off hand") else "main")
    return attack_pool(s, c, the(s, attacker), item, exchange=exchange).dice


@cites("turn.start", "defend.contested", "exchange.others_later", "exchange.slot", "turn.once_per_round")
def spend_answer(s: Veridia, target: str, way: str, attacker: str) -> Rule[Veridia]:
    """Open the turn early for an answer, and use its main slot or the dice set aside for it."""
    if way == NOTHING:
        return s
    s = yield from begin_turn(s, target)
    f = fighter(s, target)
    assert f is not None
    if way == "strike back":
        return put_fighter(s, f.but(main="an attack in answer", answers=attacker))
    action = slot_of(way)
    if any(k.action == action for k in f.kept):
        return put_fighter(s, f.but(kept=tuple(k for k in f.kept if k.action != action)))
    if way in DEFENCES and not s.rulings.defence_costs_turn:
        return s
    return put_fighter(s, f.but(main=action if way in DEFENCES else "an exchange", answers=""))


# the knock out


@cites("knockout.match")
def real_damage(s: Veridia, blow: Blow) -> int:
    """The part of a knock out that turns real: all of it, or by a house ruling a point for each match."""
    return blow.net if s.rulings.knockout_match == "all" else min(blow.net, blow.match)


@cites("knockout.roll", "knockout.check", "knockout.match")
def knocked(s: Veridia, target: str, blow: Blow) -> Rule[Veridia]:
    """Compare the damage with the amount that would incapacitate. A match makes it real damage."""
    t = the(s, target)
    if not blow.hit:
        return s
    if blow.match:
        real = real_damage(s, blow)
        yield tell("knockout.match", "The match makes it real: {n} damage.", n=real)
        return (yield from wounded(s, target, blow._replace(net=real)))
    if health.goes_down(s, t, blow.net):
        yield tell("knockout.check", "{name} is knocked out.", name=t.name)
        return put(s, t.but(knocked_out=True))
    yield tell("knockout.roll", "{name} shakes it off.", name=t.name)
    return s


def after_blow(s: Veridia, target: str, blow: Blow, knock_out: bool) -> Rule[Veridia]:
    """The table after an attack has been resolved."""
    s = yield from (knocked(s, target, blow) if knock_out else wounded(s, target, blow))
    return (yield from let_go(s))
