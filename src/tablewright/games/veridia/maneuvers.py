"""Maneuvers: parry, block and dodge; the answer to an attack; the exchange; the knock out."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from tablewright.kernel import Choose, Rule, cites, rule, tell

from . import health
from .armors import has_shield
from .attack import (
    Blow,
    Swing,
    attack_pool,
    crowd,
    engage,
    hit_difficulty,
    land,
    make_swing,
    threatened,
    wounded,
)
from .contests import contest
from .defenses import Shell
from .options import LEDGER, VeridiaRulings
from .rolling import Tally, dice_in_words, match_worth, tally
from .skills import hindered, pool_parts, skill_pool
from .state import Character, Item, Veridia, fighter, put, put_fighter, the
from .turns import begin_turn, let_go
from .weapons import UNARMED, can_exchange, can_parry, dual_wields, has, in_hand, parry_parts, strikes

DEFENCES = ("dodge", "parry", "block", "block bare-handed")
NOTHING = "nothing"
ATTACKED = "You are attacked. What do you do?"
MAKE_EXCHANGE = "They will attack in turn. Make it an exchange?"
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
    """Dodge is reaction and athletics; parry and shield block are reaction and parry; bare hands block with brawl."""
    if how == "dodge":
        return skill_pool(s, c, "reaction", "athletics")
    if how == "block bare-handed":
        return skill_pool(s, c, "reaction", "brawl")
    if how == "block":
        return skill_pool(s, c, "reaction", "parry")
    return tally([*pool_parts(s, c, "reaction", "parry"), *parry_parts(c, parrying_weapon(c))])


def parrying_weapon(c: Character) -> Item:
    """Whichever weapon in hand parries best."""
    hands = [in_hand(c, hand) for hand in ("main", "off")]
    able = [item for item in hands if can_parry(item)]
    return max(able, key=lambda item: tally(parry_parts(c, item)).dice, default=UNARMED)


@cites("defend.parry.weapon", "defend.block.missile", "gear.shield.block", "defend.block.unarmed", "grapple.defend")
def fits(
    c: Character, how: str, item: Item, melee: bool, grapple: bool = False, rulings: VeridiaRulings = LEDGER
) -> bool:
    """Whether a defence answers this attack."""
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
    """What somebody attacked may do: nothing first, a defence, or an attack of their own."""
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

    `may` says what they have left this round. A plain attack in turn is for whoever's place in the order is still to
    come; an exchange happens at once.
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
    """What a policy needs to choose an answer: the dice of the attack, and of each way to answer it."""

    against: int
    dice: tuple[tuple[str, int], ...]
    wounded: bool


@rule("defend.which", "defend.announce", "attack.answer")
def announce(target: str, ways: tuple[str, ...], about: Options) -> Rule[str]:
    """The answer is announced before the attack is resolved."""
    if len(ways) == 1:
        return NOTHING
    dice = dict(about.dice)

    def label(way: str) -> str:
        return f"{LABELS[way]} ({dice_in_words(dice[way])})" if way in dice else LABELS[way]

    return (yield from Choose(target, ATTACKED, ways, label=label, cites="defend.which", about=about))


def slot_of(way: str) -> str:
    """What an answer is called in a concurrent set."""
    if way == "exchange by a grapple":
        return "grapple"
    return "attack" if way.startswith(("exchange", "strike")) else way


@cites("exchange.penalty", "concurrent.split")
def dice_to_answer(s: Veridia, target: str, attacker: str, way: str) -> int:
    """The dice of an answer: those set aside for it in a concurrent set, or its own pool."""
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
    """An answer opens the turn early and uses its main slot, or what was set aside for it."""
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


# the exchange


@cites("exchange.declare", "exchange.no_refusal")
def declared(s: Veridia, who: str, way: str, item: Item, target: str, grapple: bool) -> Rule[bool]:
    """It never starts by itself: the defender may have said so, or the attacker does now."""
    if way.startswith("exchange"):
        return True
    if way != "strike back" or not (grapple or can_exchange(item, in_hand(the(s, target)))):
        return False
    f = fighter(s, who)
    if f is not None and f.surprised:
        return False
    return (yield from Choose(who, MAKE_EXCHANGE, (False, True), cites="exchange.declare"))


class Hold(NamedTuple):
    """A grapple that took hold: successes to spend, and the strength of the grip."""

    successes: int
    grip: int


class Clash(NamedTuple):
    """How an exchange ends: who has won it (1 the attacker, -1 the other, 0 nobody) and with what."""

    winner: int
    blow: Blow | None = None
    hold: Hold | None = None


@rule("exchange.cancel", "exchange.damage", "exchange.maneuver", "exchange.penalty", "exchange.now", "exchange.example")
def exchange(
    one: Swing, other: Swing, shell_one: Shell, shell_other: Shell, rulings: VeridiaRulings, dry: bool = False
) -> Rule[Clash]:
    """Two attacks cancel each other success for success; the winner's takes effect with what is left."""
    found = yield from contest(
        one.dice, other.dice, one.difficulty, other.difficulty, one.by, other.by, one.why, other.why, rulings, True
    )
    for swing, failed in ((one, found.fumbled), (other, found.other_fumbled)):
        if failed:
            yield tell("roll.critical", "{name} fails critically.", name=swing.name)
    if not found.margin:
        yield tell("exchange.cancel", "{one} and {other} are level: nobody is hit.", one=one.name, other=other.name)
        return Clash(0)
    side = 1 if found.margin > 0 else -1
    winner, open_to = (one, shell_other) if side > 0 else (other, shell_one)
    yield tell("exchange.damage", "{name} wins the exchange.", name=winner.name)
    if winner.grapple:
        return Clash(side, hold=Hold(found.winning.successes, match_worth(found.size)))
    return Clash(side, (yield from land(winner, found.winning, open_to, rulings, dry and side > 0)))


def answering_swing(s: Veridia, target: str, attacker: str, way: str, dice: int) -> Swing:
    """The attack somebody makes in answer."""
    c, a = the(s, target), the(s, attacker)
    if way == "exchange by a grapple":
        return Swing(c.id, c.name, "grapple", dice, hindered(s, c), grapple=True, why="Grapple")
    item = in_hand(c, "off" if way.endswith("off hand") else "main")
    return make_swing(c, item, dice, hit_difficulty(s, c, a, True), why="Exchange")


@cites("grapple.roll", "grapple.held", "grapple.exchange", "exchange.penalty", "quirk.threatening")
def grapple_pool(s: Veridia, c: Character, target: Character | None = None, *, exchange: bool = False) -> Tally:
    """Strength and brawl, less what is held in the hands; whom it is tried on may be threatening or crowded."""
    parts = [*pool_parts(s, c, "strength", "brawl"), (-held_penalty(c), "hands full")]
    if target is not None:
        parts += [(-threatened(s, target, exchange), "threatened"), (-crowd(s, c.id, target.id), "crowded")]
    return tally([*parts, (-1 if exchange else 0, "exchange")])


@cites("grapple.held")
def held_penalty(c: Character) -> int:
    """Dice lost for things in the hands: four for a two-handed weapon, two for anything else."""
    held = [item for item in (c.item(c.main), c.item(c.off)) if item is not None]
    if any(has(item, "two-handed") for item in held):
        return 4
    return 2 if held else 0


# the knock out


@cites("knockout.match")
def real_damage(s: Veridia, blow: Blow) -> int:
    """How much of a knock out turns real: all of it, or by a house ruling a point for each match."""
    return blow.net if s.rulings.knockout_match == "all" else min(blow.net, blow.match)


@cites("knockout.check")
def goes_down(s: Veridia, target: Character, net: int) -> bool:
    """Whether so much damage would have incapacitated, or worse."""
    left = target.health - net
    return left < 0 or not health.level(health.most(target), left, s.rulings).can_act


@cites("knockout.roll", "knockout.check", "knockout.match")
def knocked(s: Veridia, target: str, blow: Blow) -> Rule[Veridia]:
    """The damage is only compared with what would incapacitate; but a match makes it real."""
    t = the(s, target)
    if not blow.hit:
        return s
    if blow.match:
        real = real_damage(s, blow)
        yield tell("knockout.match", "The match makes it real: {n} damage.", n=real)
        return (yield from wounded(s, target, blow._replace(net=real)))
    if goes_down(s, t, blow.net):
        yield tell("knockout.check", "{name} is knocked out.", name=t.name)
        return put(s, t.but(knocked_out=True))
    yield tell("knockout.roll", "{name} shakes it off.", name=t.name)
    return s


def after_blow(s: Veridia, target: str, blow: Blow, knock_out: bool) -> Rule[Veridia]:
    """The table after an attack has been resolved."""
    s = yield from (knocked(s, target, blow) if knock_out else wounded(s, target, blow))
    return (yield from let_go(s))


def both_engaged(s: Veridia, who: str, target: str) -> Veridia:
    return engage(engage(s, who, target), target, who)
