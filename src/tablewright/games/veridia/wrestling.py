"""Grapples in play: taking hold, working on it, breaking free, letting go."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Refused, Rule, action, cites, rule, tail_call, tell

from . import choices
from . import grapple as hold
from .attack import Swing
from .exchange import declared
from .fight import Advantage, Done, Harder, answered, clash, exchange_dice, guard_of, main_action
from .holds import grapple_difficulty, grapple_parts, grapple_pool
from .maneuvers import spend_answer
from .outcomes import of_hold, of_roll
from .rolling import at_difficulty, from_set, harder, pool, tally, works
from .skills import hindered, skill_pool
from .state import Character, Veridia, the
from .turns import must_act_now, no_fight, settle_turn, spend_main
from .weapons import UNARMED


def no_hold_to_take(s: Veridia, c: Character) -> str | None:
    """The reason why a fighter cannot take hold of a target, or None."""
    g = hold.held_by(s, c.id)
    return f"{c.name} holds {the(s, g.id).name} already." if g else hold.why_no_hand(c)


def no_hold_on_anybody(s: Veridia, c: Character) -> str | None:
    return None if hold.held_by(s, c.id) else f"{c.name} holds nobody."


def not_held(s: Veridia, c: Character) -> str | None:
    return None if hold.held(s, c.id) else f"Nobody holds {c.name}."


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
def grapple(
    s: Veridia,
    who: Annotated[str, main_action("grapple", no_hold_to_take)],
    target: Annotated[str, Param("Against whom", among=choices.targets_of("grapple"), label="target")],
    advantage: Advantage = 0,
    difficulty: Harder = 0,
) -> Rule[Veridia]:
    """Try to take hold of a target at close quarters. They may dodge or make it an exchange."""
    s, headline = yield from grappling(s, who, target, advantage, difficulty)
    yield headline
    return (yield from settle_turn(s, who))


@rule("grapple.roll", "grapple.exchange", "grapple.defend")
def grappling(s: Veridia, who: str, target: str, advantage: int, difficulty: int) -> Rule[Done]:
    """Play a grapple from the declaration to its end. The answer comes before anything is rolled."""
    c, t = the(s, who), the(s, target)
    why = no_hold_to_take(s, c)
    if why:
        raise Refused(why, "who")
    if who == target or hold.held(s, target):
        raise Refused("Grapple somebody else than yourself, and nobody who is held already.", "target")
    must_act_now(s, who)
    hold.in_fight(s, target)
    s, kept = yield from spend_main(s, who, "grapple", target)
    full = tally([*grapple_parts(s, c, t), (advantage, "circumstances")])
    shown = full if kept is None else from_set(kept)
    hard = harder(grapple_difficulty(s, c, t), difficulty)
    words = "{name} tries to take hold of {target}: {pool}{hard}."
    yield tell("grapple.roll", words, name=c.name, target=t.name, pool=shown, hard=hard)
    swing = Swing(c.id, c.name, "grapple", shown.dice, hard.difficulty, grapple=True, why="Grapple")
    way = yield from answered(s, swing, target, UNARMED, True)
    if (yield from declared(s, who, way, UNARMED, target, True)):
        own = tally([*grapple_parts(s, c, t, True), (advantage, "circumstances")]).dice
        return tail_call(clash(s, who, target, swing.but(dice=exchange_dice(s, own, kept)), way, False))
    return tail_call(caught(s, target, swing, way))


@rule("grapple.roll", "grapple.grip")
def caught(s: Veridia, target: str, swing: Swing, way: str) -> Rule[Done]:
    """Play the grapple against the announced defence, and spend its successes."""
    guard = guard_of(s, target, swing.by, way)
    s = yield from spend_answer(s, target, way, swing.by)
    found = yield from hold.take_hold(swing, guard, s.rulings)
    headline = of_hold(found.successes)
    if not found.successes:
        return s, headline
    s = hold.grappled(s, swing.by, target, found.grip)
    return tail_call(hold.spent(s, swing.by, target, found.successes, headline))


def holds_nobody(s: Veridia) -> str | None:
    return no_fight(s) or (None if s.fight and s.fight.grapples else "Nobody is held.")


@action("grapple.again", title="Work on the grapple", by=("gm", "player"), when=holds_nobody, group="Fight")
def press_grapple(s: Veridia, who: Annotated[str, main_action("grapple", no_hold_on_anybody)]) -> Rule[Veridia]:
    """Roll again for more follow-ups against a target already held. No exchange is possible."""
    g = hold.held_by(s, who)
    if g is None:
        raise Refused(f"{the(s, who).name} holds nobody.")
    must_act_now(s, who)
    c, t = the(s, who), the(s, g.id)
    s, kept = yield from spend_main(s, who, "grapple", g.id)
    shown = grapple_pool(s, c) if kept is None else from_set(kept)
    hard = hindered(s, c)
    words = "{name} works on the hold on {target}: {pool}{hard}."
    yield tell("grapple.again", words, name=c.name, target=t.name, pool=shown, hard=at_difficulty(hard))
    result = yield from pool(shown.dice, hard, who, "Grapple", s.rulings)
    headline = of_roll(result, "grapple.again", "gains on them", "gains nothing")
    yield headline
    s, _ = yield from hold.spent(s, who, g.id, result.successes, headline)
    return (yield from settle_turn(s, who))


@action("grapple.escape", title="Break free", by=("gm", "player"), when=holds_nobody, group="Fight")
def break_free(s: Veridia, who: Annotated[str, main_action("break free", not_held)]) -> Rule[Veridia]:
    """Roll strength and brawl against the grip. A lock does not count here."""
    g = hold.held(s, who)
    if g is None:
        raise Refused(f"Nobody holds {the(s, who).name}.")
    must_act_now(s, who)
    c = the(s, who)
    s, kept = yield from spend_main(s, who, "break free")
    hard = escape_difficulty(s, who)
    shown = skill_pool(s, c, "strength", "brawl") if kept is None else from_set(kept)
    words = "{name} struggles against {holder}: {pool}{hard}."
    holder = the(s, g.holder).name
    yield tell("grapple.escape", words, name=c.name, holder=holder, pool=shown, hard=at_difficulty(hard))
    result = yield from pool(shown.dice, hard, who, "Break free", s.rulings)
    yield of_roll(result, "grapple.escape", "breaks free", "stays held")
    if works(result):
        yield tell("grapple.escape", "{name} breaks free.", name=c.name)
        s = hold.freed(s, who)
    else:
        yield tell("grapple.escape", "{name} does not get free.", name=c.name)
    return (yield from settle_turn(s, who))


@cites("grapple.escape", "grapple.lock")
def escape_difficulty(s: Veridia, who: str) -> int:
    """The difficulty of breaking free: the grip, and other hindrances than the lock."""
    g = hold.held(s, who)
    return hindered(s, the(s, who)) - g.lock + g.grip if g is not None else 0


@action("grapple.lasts", title="Let go", by=("gm", "player"), when=holds_nobody, group="Fight")
def release(
    s: Veridia,
    who: Annotated[
        str,
        Param("Who lets go", among=choices.in_fight(choices.cannot_act, no_hold_on_anybody), mine=True, label="who"),
    ],
) -> Rule[Veridia]:
    """Let go of the target you hold."""
    g = hold.held_by(s, who)
    if g is None:
        raise Refused(f"{the(s, who).name} holds nobody.")
    yield tell("grapple.lasts", "{name} lets go of {held}.", name=the(s, who).name, held=the(s, g.id).name)
    return hold.freed(s, g.id)


WRESTLING = (grapple, press_grapple, break_free, release)
