"""Grapple: taking hold, spending its successes, breaking free."""

from __future__ import annotations

from functools import cache

from tablewright.rules import Choose, Outcome, Refused, Rule, State, cite, cites, rule, tell

from .attack import Blow, Guard, Swing, engage, past, past_defences
from .defenses import shell, suffer
from .exchange import Hold
from .missiles import out_of_hand
from .options import VeridiaRulings
from .rolling import count_in_words, in_words, match_worth, works
from .state import Character, Grapple, Veridia, fighter, put, the
from .turns import let_go
from .weapons import damage_of, has, in_hand, is_weapon, spoken
from .wounds import wounded

PAYS_FOR = "grapple.spend"
"""The rule that policies recognize the question by."""
FOLLOW_UPS = cite("grapple.followups", ("disarm", "knock down", "breach armor", "bash"))


class Spend(State, frozen=True):
    """A way to spend grapple successes: at most one follow-up, and a lock."""

    follow: str = ""
    paid: int = 0
    lock: int = 0

    @property
    def name(self) -> str:
        parts = [f"{self.follow} for {self.paid}"] if self.follow else []
        return " and ".join([*parts, *([f"lock for {self.lock}"] if self.lock else [])]) or "nothing"


def held(s: Veridia, id: str) -> Grapple | None:
    """The grapple this fighter is held in, or None."""
    return next((g for g in s.fight.grapples if g.id == id), None) if s.fight else None


def held_by(s: Veridia, holder: str) -> Grapple | None:
    return next((g for g in s.fight.grapples if g.holder == holder), None) if s.fight else None


@rule("grapple.roll", "grapple.defend", "grapple.grip")
def take_hold(swing: Swing, guard: Guard | None, rulings: VeridiaRulings) -> Rule[Hold]:
    """Roll to take hold, which needs one success.

    The match is the grip. A dodge cancels successes before the match is read.
    """
    result = yield from past(swing, guard, rulings)
    if not works(result):
        words = "{name} fails critically." if result.critical else "{name} gets no hold."
        yield tell("roll.critical" if result.critical else "grapple.roll", words, name=swing.name)
    else:
        yield tell("grapple.roll", "{name} takes hold: {result}.", name=swing.name, result=in_words(result))
    return Hold(result.successes, match_worth(result.size))


def grappled(s: Veridia, holder: str, target: str, grip: int) -> Veridia:
    """The table with a new grapple on it."""
    assert s.fight is not None
    others = tuple(g for g in s.fight.grapples if g.id != target)
    s = s.but(fight=s.fight.but(grapples=(*others, Grapple(target, holder, grip))))
    return engage(s, holder, target)


@cites("grapple.disarm", "grapple.knockdown", "grapple.followups")
def price(follow: str, target: Character) -> int:
    """The fewest successes of a follow-up: more than melee to disarm, more than strength to knock down."""
    if follow == "disarm":
        return target.skilled("melee") + 1
    if follow == "knock down":
        return int(target.of("strength")) + 1
    return 1


@cites("grapple.spend", "grapple.lock")
def ways_to_spend(successes: int, target: Character) -> tuple[Spend, ...]:
    """All ways to spend the successes, each once: none, a lock, one follow-up, or one with a lock from the rest."""
    return tuple(ways_by_name(successes, tuple(price(follow, target) for follow in FOLLOW_UPS)).values())


@cache
def ways_by_name(successes: int, prices: tuple[int, ...]) -> dict[str, Spend]:
    """The ways to spend successes, at these least prices of the follow-ups."""
    ways = [Spend()]
    if successes:
        ways.append(Spend(lock=successes))
    for follow, least in zip(FOLLOW_UPS, prices, strict=True):
        fixed = follow in ("disarm", "knock down")
        steps = (least,) if fixed else (1, *range(2, successes + 1, 2)) if follow == "bash" else range(1, successes + 1)
        ways += [Spend(follow, n, successes - n) for n in steps if least <= n <= successes]
    return {way.name: way for way in ways}


@cites("grapple.spend")
def spend(s: Veridia, holder: str, target: str, successes: int) -> Rule[Veridia]:
    """Let the holder spend the successes."""
    if not successes:
        return s
    t = the(s, target)
    ways = ways_by_name(successes, tuple(price(follow, t) for follow in FOLLOW_UPS))
    question = f"What do the {count_in_words(successes)} against {t.name} pay for?"
    picked = yield from Choose(holder, question, tuple(ways), cites=PAYS_FOR, about=tuple(ways.values()))
    way = ways[picked]
    s = yield from locked(s, target, way.lock)
    if way.follow:
        s = yield from followed_up(s, holder, target, way)
    return (yield from let_go(s))


@rule("grapple.spend")
def spent(s: Veridia, holder: str, target: str, successes: int, headline: Outcome) -> Rule[tuple[Veridia, Outcome]]:
    """Spend the successes of a grapple that took hold, and complete its headline."""
    return (yield from spend(s, holder, target, successes)), headline


@cites("grapple.lock")
def locked(s: Veridia, target: str, more: int) -> Rule[Veridia]:
    """Add difficulty to every roll of the target but breaking free, while the grapple lasts. Locks add up."""
    g = held(s, target)
    if not more or g is None or s.fight is None:
        return s
    g = g.but(lock=g.lock + more)
    name = the(s, target).name
    yield tell("grapple.lock", "{name} is locked: +{n} difficulty on every roll.", name=name, n=g.lock)
    return s.but(fight=s.fight.but(grapples=tuple(g if x.id == target else x for x in s.fight.grapples)))


@cites("grapple.disarm", "grapple.knockdown", "grapple.breach", "grapple.bash", "mount.unseat")
def followed_up(s: Veridia, holder: str, target: str, way: Spend) -> Rule[Veridia]:
    """Apply one follow-up."""
    t, g = the(s, target), held(s, target)
    if way.follow == "disarm":
        return (yield from disarmed(s, t))
    if way.follow == "knock down":
        return (yield from knocked_down(s, t))
    if way.follow == "breach armor" and g is not None and s.fight is not None:
        g = g.but(breach=g.breach + way.paid)
        yield tell("grapple.breach", "{name}'s armor is breached by {n}.", name=t.name, n=g.breach)
        return s.but(fight=s.fight.but(grapples=tuple(g if x.id == target else x for x in s.fight.grapples)))
    return (yield from bashed(s, holder, target, way.paid))


def disarmed(s: Veridia, t: Character) -> Rule[Veridia]:
    """Drop the weapon in hand to the ground."""
    weapon = t.item(t.main) if is_weapon(t.item(t.main)) else t.item(t.off)
    if weapon is None:
        yield tell("grapple.disarm", "{name} holds no weapon.", name=t.name)
        return s
    yield tell("grapple.disarm", "{name} loses the {weapon}.", name=t.name, weapon=spoken(weapon))
    return put(s, out_of_hand(t, weapon))


def knocked_down(s: Veridia, t: Character) -> Rule[Veridia]:
    """Lay a target prone, out of the saddle, and out of the grapple."""
    words = "{name} is pulled off the mount and lies prone." if t.mount else "{name} falls prone."
    yield tell("mount.unseat" if t.mount else "grapple.knockdown", words, name=t.name)
    return freed(put(s, t.but(prone=True, mount="")), t.id)


@cites("grapple.bash", "grapple.breach", "quirk.armor_piercing")
def bash_damage(weapon_damage: int, successes: int) -> int:
    return weapon_damage + successes // 2


def bashed(s: Veridia, holder: str, target: str, successes: int) -> Rule[Veridia]:
    """Deal weapon damage and half the successes, against armor less the breach."""
    item, t, g = in_hand(the(s, holder)), the(s, target), held(s, target)
    damage = bash_damage(damage_of(item), successes)
    done = suffer(damage, shell(t, breach=g.breach if g else 0), s.rulings, piercing=has(item, "armor piercing"))
    words = "{name} bashes {target}: {damage}."
    told = past_defences(damage, done.health)
    yield tell("grapple.bash", words, name=the(s, holder).name, target=t.name, damage=told)
    return (yield from wounded(s, target, Blow(True, done.barrier, done.health, done.wear)))


def freed(s: Veridia, id: str) -> Veridia:
    """The table without the grapple this fighter was held in."""
    assert s.fight is not None
    return s.but(fight=s.fight.but(grapples=tuple(g for g in s.fight.grapples if g.id != id)))


@cites("grapple.hand")
def why_no_hand(c: Character) -> str | None:
    return f"{c.name}'s arms are bound: a grapple needs a hand free for a moment." if c.bound else None


def in_fight(s: Veridia, id: str) -> None:
    if fighter(s, id) is None:
        raise Refused(f"{the(s, id).name} takes no part in the fight.", "target")
