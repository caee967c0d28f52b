"""Common actions of a turn: waiting, moving, running, drawing and dropping things, standing up, making ready."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Outcome, Param, Refused, Rule, action, cites, tell

from . import health
from .choices import Given, cannot_act, in_fight, no_free_action, others_in_fight, people
from .distances import come_nearer, remembered, set_apart
from .fight import Who, main_action, turn
from .options import VeridiaRulings
from .outcomes import of_roll
from .rolling import Tally, at_difficulty, from_set, pool, works
from .skills import hindered, skill_pool
from .state import Character, Veridia, fighter, put, put_fighter, the
from .turns import (
    METERS,
    acting,
    begin_turn,
    fighting,
    meters_of,
    must_act_now,
    no_fight,
    pass_on,
    settle_turn,
    spend_free,
    spend_main,
    waited,
    why_not_now,
)

PLAYED = ("gm", "player")


# the turn


def begun(s: Veridia, c: Character) -> str | None:
    f = fighter(s, c.id)
    if f is not None and f.began:
        return f"{c.name}'s turn has begun: only a turn not begun can be put off."
    return None if len(later(s)) else f"{c.name} is the last of this round and cannot wait any longer."


def later(s: Veridia) -> tuple[str, ...]:
    """Fighters who act after the present one."""
    return tuple(f.id for f in s.fight.order[s.fight.turn + 1 :]) if s.fight else ()


def still_to_act(s: Veridia, given: Given) -> str:
    return "after " + " or ".join(the(s, id).name for id in later(s)) if later(s) else ""


@action("combat.wait", "combat.wait.limit", title="Wait", by=PLAYED, when=no_fight, group="Turn")
def wait(
    s: Veridia,
    who: Annotated[str, turn(begun)],
    places: Annotated[int, Param("How many places later", min=1, max=30, budget=still_to_act)] = 1,
) -> Rule[Veridia]:
    """Put your turn off by some places, at most to the end of the round."""
    must_act_now(s, who)
    s = waited(s, who, places)
    yield tell("combat.wait", "{name} waits.", name=the(s, who).name)
    yield tell("turn.start", "It is {who}'s turn.", who=the(s, acting(s)).name)
    return s


@action("turn.end", title="End the turn", by=PLAYED, when=no_fight, group="Turn")
def end_turn(s: Veridia, who: Who) -> Rule[Veridia]:
    """End your turn, with anything left of it. A reaction set aside stays until the round ends."""
    must_act_now(s, who)
    yield tell("turn.end", "{name}'s turn is over.", name=the(s, who).name)
    return (yield from pass_on(s))


@action("free.one", "free.second", "free.no_roll", title="Free action", by=PLAYED, when=no_fight, group="Turn")
def free_action(
    s: Veridia,
    who: Annotated[str, turn(no_free_action)],
    what: Annotated[str, Param("What is done", examples=("drop the torch", "shout a warning"))],
) -> Rule[Veridia]:
    """Take a short action that needs no roll: one a turn, or two and no main action."""
    must_act_now(s, who)
    s = yield from spend_free(s, who)
    yield tell("free.no_roll", "{name}: {what}", name=the(s, who).name, what=what)
    return (yield from settle_turn(s, who))


@action(
    "instant.any_time",
    "instant.no_limit",
    "turn.start.instant",
    title="Instant action",
    by=PLAYED,
    instant=True,
    group="Turn",
)
def instant_action(
    s: Veridia,
    who: Annotated[str, Param("Who acts", among=people(cannot_act), mine=True, label="who")],
    what: Annotated[str, Param("What is done", examples=("a trait's instant ability",))],
) -> Rule[Veridia]:
    """Act at any moment, as often as you like. It opens no turn and takes no slot."""
    health.must_be_able(s, the(s, who))
    yield tell("instant.any_time", "{name}, at once: {what}", name=the(s, who).name, what=what)
    return s


# movement


def meters_left(s: Veridia, who: str) -> int:
    f = fighter(s, who)
    return max(0, meters_of(s, f) - f.moved) if f is not None else 0


@cites("combat.move.split")
def lingers(s: Veridia, who: str) -> bool:
    """True if a turn has ended by itself, with its last action, and no other has begun since.

    Meters may be walked after every other action, so those left can still be.
    """
    f, fight = fighter(s, who), s.fight
    if f is None or fight is None or not (f.over and f.main and f.free) or fight.order[fight.turn].began:
        return False
    last = fight.order[fight.turn - 1] if fight.turn else None
    return last is f and health.unable(s, the(s, who)) is None and meters_left(s, who) > 0


def not_moving(s: Veridia, c: Character) -> str | None:
    return None if lingers(s, c.id) else why_not_now(s, c.id)


def cannot_move(s: Veridia, c: Character) -> str | None:
    if c.prone:
        return f"{c.name} lies prone and must stand up first."
    return None if meters_left(s, c.id) > 0 else f"{c.name} can move 0 m more this turn."


def meters_to_go(s: Veridia, given: Given) -> str:
    return f"{meters_left(s, given['who'])} m left in this turn" if given.get("who") else ""


@action("combat.move", "combat.move.split", "mount.speed", title="Move", by=PLAYED, when=no_fight, group="Turn")
def move(
    s: Veridia,
    who: Annotated[str, Param("Who acts", among=in_fight(not_moving, cannot_move), mine=True, label="who")],
    meters: Annotated[int, Param("How far", min=1, max=60, label="meters", budget=meters_to_go)],
    away: Annotated[bool, Param("Out of close combat", label="away from whom they fight", main=True)] = False,
    toward: Annotated[
        str | None,
        Param("Toward whom", among=others_in_fight("who"), applies=lambda s, _: remembered(s), main=True),
    ] = None,
) -> Rule[Veridia]:
    """Move some of the turn's meters, before or after other actions."""
    if not lingers(s, who):
        must_act_now(s, who)
    f = fighter(s, who)
    assert f is not None
    if meters > meters_left(s, who):
        raise Refused(f"{the(s, who).name} can move {meters_left(s, who)} m more this turn.", "meters")
    if the(s, who).prone:
        raise Refused(f"{the(s, who).name} lies prone and must stand up first.")
    s = yield from begin_turn(s, who)
    f = fighter(s, who) or f
    words = "{name} moves {n} m toward {to}." if toward else "{name} moves {n} m."
    yield tell("combat.move", words, name=the(s, who).name, n=meters, to=the(s, toward).name if toward else "")
    s = put_fighter(s, f.but(moved=f.moved + meters, carried=f.carried or bool(the(s, who).mount)))
    s = come_nearer(s, who, toward, meters) if toward else s
    return disengaged(s, who, meters) if away else s


def disengaged(s: Veridia, who: str, meters: int) -> Veridia:
    """Move a fighter out of close quarters, so many meters away from those they fought."""
    fight, own = fighting(s), fighter(s, who)
    close = [f.id for f in fight.order if f.foe == who or (own is not None and own.foe == f.id)]
    for other in close:
        s = set_apart(s, who, other, meters)
    fight = fighting(s)
    order = tuple(f.but(foe="") if who in (f.id, f.foe) else f for f in fight.order)
    return s.but(fight=fight.but(order=order))


@cites("combat.run")
def run_reach(successes: int, rulings: VeridiaRulings) -> int:
    """The meters of a turn spent running."""
    return METERS + successes + (METERS if rulings.run_distance == "on top" else 0)


@action("combat.run", "armor.athletics", title="Run", by=PLAYED, when=no_fight, group="Turn")
def run(s: Veridia, who: Annotated[str, main_action("run")]) -> Rule[Veridia]:
    """Roll agility and athletics: each success is a meter more to move this turn."""
    must_act_now(s, who)
    c = the(s, who)
    s, kept = yield from spend_main(s, who, "run")
    shown = skill_pool(s, c, "agility", "athletics") if kept is None else from_set(kept)
    hard = hindered(s, c)
    yield tell("combat.run", "{name} begins to run: {pool}{hard}.", name=c.name, pool=shown, hard=at_difficulty(hard))
    result = yield from pool(shown.dice, hard, who, "Run", s.rulings)
    f = fighter(s, who)
    assert f is not None
    f = f.but(reach=run_reach(result.successes, s.rulings))
    reach = meters_of(s, f)
    yield Outcome(reach, cites="combat.run", unit="meters")
    yield tell("combat.run", "{name} runs: {reach} m in this turn.", name=c.name, reach=reach)
    return (yield from settle_turn(put_fighter(s, f), who))


def stands(s: Veridia, c: Character) -> str | None:
    return None if c.prone else f"{c.name} stands already."


@action("combat.stand", "combat.stand.concurrent", title="Stand up", by=PLAYED, when=no_fight, group="Turn")
def stand_up(s: Veridia, who: Annotated[str, main_action("stand up", stands)]) -> Rule[Veridia]:
    """Stand up, which takes the turn. In a concurrent set it needs agility and athletics."""
    must_act_now(s, who)
    c = the(s, who)
    if not c.prone:
        raise Refused(f"{c.name} stands already.")
    s, ok = yield from done_or_rolled(s, who, "stand up", "Stand up", "combat.stand.concurrent")
    if ok:
        yield tell("combat.stand", "{name} stands up.", name=c.name)
        s = put(s, the(s, who).but(prone=False))
    return (yield from settle_turn(s, who))


#: The pool of actions that need no roll alone, and one in a concurrent set.
IN_A_SET = {
    "pick up": ("strength", "athletics"),
    "stand up": ("agility", "athletics"),
    "draw": ("strength", "athletics"),
    "reload": ("agility", "machinery"),
}


def set_pool(s: Veridia, c: Character, doing: str) -> Tally:
    return skill_pool(s, c, *IN_A_SET[doing])


@cites("combat.pickup.concurrent", "combat.stand.concurrent", "quirk.drawn.concurrent", "quirk.loaded.concurrent")
def done_or_rolled(s: Veridia, who: str, doing: str, why: str, cites: str) -> Rule[tuple[Veridia, bool]]:
    """Do an action at once as the turn's main action. With dice of a concurrent set it needs a success."""
    s, kept = yield from spend_main(s, who, doing)
    if kept is None:
        return s, True
    c = the(s, who)
    hard = hindered(s, c)
    words = "{name}, {why}: {pool}{hard}."
    yield tell(cites, words, name=c.name, why=why.lower(), pool=from_set(kept), hard=at_difficulty(hard))
    result = yield from pool(kept, hard, who, why, s.rulings)
    yield of_roll(result, cites, "is done", "is not done")
    if not works(result):
        yield tell(cites, "{name} does not manage it.", name=c.name)
    return s, works(result)


COMMON_ACTIONS = (wait, end_turn, move, run, stand_up, free_action, instant_action)
