"""Grapples as people play them: taking hold, working on it, breaking free, letting go."""

from __future__ import annotations

from tablewright.kernel import Outcome, Refused, Rule, action, cites, tell

from . import grapple as hold
from .attack import Swing
from .fight import Advantage, Target, Who, answered, clash, exchange_dice, guard_of
from .maneuvers import declared, grapple_pool, spend_answer
from .rolling import at_difficulty, dice_in_words, in_words, pool, rank, works
from .skills import hindered, skill_pool
from .state import Veridia, the
from .turns import must_act_now, no_fight, settle_turn, spend_main
from .weapons import UNARMED


@action(
    "grapple.roll",
    "grapple.exchange",
    "grapple.defend",
    "grapple.hand",
    "grapple.held",
    title="Grapple",
    by=("gm", "player"),
    when=no_fight,
    group="Fight",
)
def grapple(s: Veridia, who: Who, target: Target, advantage: Advantage = 0) -> Rule[Veridia]:
    """Tries to take hold of somebody at close quarters; they may dodge or make it an exchange."""
    c, t = the(s, who), the(s, target)
    if who == target or hold.held_by(s, who) or hold.held(s, target):
        raise Refused("Grapple somebody else than yourself, one at a time, and nobody who is held already.")
    must_act_now(s, who)
    hold.must_have_a_hand(c)
    hold.in_fight(s, target)
    full = grapple_pool(s, c, t).dice + advantage
    s, kept = yield from spend_main(s, who, "grapple", target)
    dice = max(0, full if kept is None else kept)
    words = "{name} tries to take hold of {target}: {dice}."
    yield tell("grapple.roll", words, name=c.name, target=t.name, dice=dice_in_words(dice))
    way = yield from answered(s, who, target, UNARMED, True, dice, True)
    swing = Swing(c.id, c.name, "grapple", dice, hindered(s, c), grapple=True, why="Grapple")
    if (yield from declared(s, who, way, UNARMED, target, True)):
        own = grapple_pool(s, c, t, exchange=True).dice + advantage
        return (yield from clash(s, who, target, swing.but(dice=max(0, exchange_dice(s, own, kept))), way, False))
    guard = guard_of(s, target, who, way)
    s = yield from spend_answer(s, target, way, who)
    found = yield from hold.take_hold(swing, guard, s.rulings)
    yield Outcome(found.successes, cites="grapple.roll")
    if found.successes:
        s = hold.grappled(s, who, target, found.grip)
        s = yield from hold.spend(s, who, target, found.successes)
    return (yield from settle_turn(s, who))


def holds_nobody(s: Veridia) -> str | None:
    return no_fight(s) or (None if s.fight and s.fight.grapples else "Nobody is held.")


@action("grapple.again", title="Work on the grapple", by=("gm", "player"), when=holds_nobody, group="Fight")
def press_grapple(s: Veridia, who: Who) -> Rule[Veridia]:
    """Rolls again for more follow-ups against somebody already held; no exchange is possible."""
    g = hold.held_by(s, who)
    if g is None:
        raise Refused(f"{the(s, who).name} holds nobody.")
    must_act_now(s, who)
    c = the(s, who)
    full = grapple_pool(s, c).dice
    s, kept = yield from spend_main(s, who, "grapple", g.id)
    result = yield from pool(full if kept is None else kept, hindered(s, c), who, "Grapple", s.rulings)
    yield Outcome(in_words(result), rank(result), "grapple.again")
    s = yield from hold.spend(s, who, g.id, result.successes)
    return (yield from settle_turn(s, who))


@action("grapple.escape", title="Break free", by=("gm", "player"), when=holds_nobody, group="Fight")
def break_free(s: Veridia, who: Who) -> Rule[Veridia]:
    """Strength and brawl against the grip; a lock does not count here."""
    g = hold.held(s, who)
    if g is None:
        raise Refused(f"Nobody holds {the(s, who).name}.")
    must_act_now(s, who)
    c = the(s, who)
    full = skill_pool(s, c, "strength", "brawl").dice
    s, kept = yield from spend_main(s, who, "break free")
    hard = escape_difficulty(s, who)
    result = yield from pool(full if kept is None else kept, hard, who, "Break free", s.rulings)
    yield Outcome(in_words(result), rank(result), "grapple.escape")
    if works(result):
        yield tell("grapple.escape", "{name} breaks free.", name=c.name)
        s = hold.freed(s, who)
    else:
        yield tell("grapple.escape", "{name} does not get free{hard}.", name=c.name, hard=at_difficulty(hard))
    return (yield from settle_turn(s, who))


@cites("grapple.escape", "grapple.lock")
def escape_difficulty(s: Veridia, who: str) -> int:
    """The grip, and what hinders besides the lock."""
    g = hold.held(s, who)
    return hindered(s, the(s, who)) - g.lock + g.grip if g is not None else 0


@action("grapple.lasts", title="Let go", by=("gm", "player"), when=holds_nobody, group="Fight")
def release(s: Veridia, who: Who) -> Rule[Veridia]:
    """The holder lets go of whom they hold."""
    g = hold.held_by(s, who)
    if g is None:
        raise Refused(f"{the(s, who).name} holds nobody.")
    yield tell("grapple.lasts", "{name} lets go of {held}.", name=the(s, who).name, held=the(s, g.id).name)
    return hold.freed(s, g.id)


WRESTLING = (grapple, press_grapple, break_free, release)
