"""Quick actions of each moment: making a character, a scene, a turn in a fight, the time after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablewright.rules import Viewer
from tablewright.rules.widgets import Offer

from .common import lingers, meters_left
from .fight import nothing_ready
from .grapple import held, held_by
from .health import most, unable
from .paths import CREATION, GROWTH
from .sides import decided
from .state import Character, Fighter, Veridia, fighter, the
from .turns import acting, why_no_free, why_no_main


def foremost(s: Veridia, eyes: Viewer) -> Iterator[Offer]:
    """In order: a character being made, the present turn, the scene, and experience to spend."""
    mine = [c for c in s.characters if c.player == eyes.id or (eyes.master and not c.player)]
    for of in CREATION.when(s, eyes):
        yield from (*CREATION.now(s, of), *(CREATION.ready(s, of) if not of else ()))
    if s.fight is not None:
        yield from in_fight(s, eyes, [c.id for c in mine])
    else:
        yield from between(s, eyes, mine)


def offer(action: str, title: str = "", /, **params: Any) -> Offer:
    return Offer(action, params, title)


# a fight


def in_fight(s: Veridia, eyes: Viewer, mine: list[str]) -> Iterator[Offer]:
    now, over = acting(s), decided(s)
    if eyes.master and over:
        yield offer("end_fight")
    if now in mine:
        yield from a_turn(s, now)
    for id in mine:
        if lingers(s, id):
            yield offer("move", f"{the(s, id).name}: move on", who=id)
    if eyes.master:
        if not the(s, now).player and not over:
            yield offer("play_turn")
            yield offer("play_opponents")
        yield offer("side_effect")
        yield offer("cause_damage")
        yield offer("add_effect")
        if not over:
            yield offer("end_fight")
        return
    for id in mine:
        f = fighter(s, id)
        if f is not None and id != now and not f.over and not f.main and unable(s, the(s, id)) is None:
            yield offer("concurrent", f"{the(s, id).name}: split the dice before the turn", who=id)
    yield offer("instant_action")


def a_turn(s: Veridia, who: str) -> Iterator[Offer]:
    """Actions of a turn, the main action first."""
    c, f = the(s, who), fighter(s, who)
    assert f is not None
    yield from set_aside(s, c, f)
    if not why_no_main(s, who, ""):
        yield from main_actions(s, c, f)
    if not why_no_free(s, who) and any(not i.dropped and i.id not in (c.main, c.off) for i in c.items):
        yield offer("unsheathe", who=who)
    if meters_left(s, who) and not c.prone:
        yield offer("move", who=who)
    yield offer("end_turn", who=who)


#: The action that takes each part of a concurrent set.
PARTS = {
    "attack": "attack",
    "grapple": "grapple",
    "run": "run",
    "pick up": "pick_up",
    "stand up": "stand_up",
    "draw": "make_ready",
    "reload": "reload",
    "break free": "break_free",
    "skill": "use_skill",
}


def set_aside(s: Veridia, c: Character, f: Fighter) -> Iterator[Offer]:
    """Actions with dice set aside, as declared. A shot is left out while no weapon is ready for it."""
    for k in f.kept:
        if k.action in PARTS and not (k.action == "attack" and nothing_ready(s, c)):
            known: dict[str, Any] = {"target": k.target} if k.target else {}
            known |= {"distance": k.distance} if k.action == "attack" else {}
            yield offer(PARTS[k.action], f"{k.action.capitalize()} with {k.dice} set aside", who=f.id, **known)


def main_actions(s: Veridia, c: Character, f: Fighter) -> Iterator[Offer]:
    if f.answers:
        yield offer("attack", f"Strike back at {the(s, f.answers).name}", who=c.id, target=f.answers)
        return
    if held(s, c.id):
        yield offer("break_free", who=c.id)
    if held_by(s, c.id):
        yield offer("press_grapple", who=c.id)
    if c.prone:
        yield offer("stand_up", who=c.id)
    if decided(s):
        return  # no target is left
    if nothing_ready(s, c):
        yield offer("make_ready", who=c.id)
        yield offer("reload", who=c.id)
    else:
        yield offer("attack", who=c.id)
    yield offer("concurrent", who=c.id)
    if not held_by(s, c.id):
        yield offer("grapple", who=c.id)


# between fights


def between(s: Veridia, eyes: Viewer, mine: list[Character]) -> Iterator[Offer]:
    """Actions of a scene: rolls, then care for the wounded, then spending experience."""
    able = [c for c in mine if c.player and unable(s, c) is None]
    who = {"who": able[0].id} if len(able) == 1 else {}
    hurt = [c for c in s.characters if c.player and not c.dead and c.health < most(c)]
    if eyes.master:
        yield from for_the_master(s, bool(hurt))
        return
    yield offer("use_skill", **who)
    yield offer("call_contest", **who)
    if hurt:
        yield offer("treat", **who, **({"patient": hurt[0].id} if len(hurt) == 1 else {}))
        yield offer("rest", who=[c.id for c in hurt])
    for of in list(GROWTH.when(s, eyes))[:1]:
        yield from GROWTH.now(s, of)[:1]
    yield offer("give_thing", **who)
    yield offer("skip_roll", **who)
    yield offer("roll_skill", **who)


def for_the_master(s: Veridia, hurt: bool) -> Iterator[Offer]:
    foes = [c.id for c in s.characters if c.side != "party" and unable(s, c) is None]
    party = [c.id for c in s.characters if c.player and unable(s, c) is None]
    if foes and party:
        yield offer("begin_fight", who=[*party, *foes])
        yield offer("ambush", attackers=foes, victims=party)
    else:
        yield offer("add_opponents")
    yield offer("use_skill")
    yield offer("call_contest")
    yield offer("cause_damage")
    if hurt:
        yield offer("rest")
    yield offer("give_experience", who=party)
    if foes and party:
        yield offer("add_opponents")
