"""Quick actions: the few a player or the Guide most likely wants now, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablewright.rules import Viewer
from tablewright.rules.widgets import Offer

from .encounters import why_not_now
from .fight import arm_of
from .items import KINDS, in_kind, needs_name
from .paths import CREATION
from .people import Seeker
from .pips import unmarked
from .places import foes_in_reach, foes_nearby, in_reach
from .starting_list import working
from .state import Veil


def foremost(s: Veil, seat: Viewer) -> Iterator[Offer]:
    """Creation first, then a roll that waits, then what the encounter or the quiet calls for."""
    for of in list(CREATION.when(s, seat))[:2]:
        yield from (*CREATION.now(s, of), *(CREATION.ready(s, of) if not of else ()))
    if s.check is not None and (seat.master or s.check.who in seat.plays):
        yield Offer("make_roll", {"who": s.check.who})
    if seat.master:
        yield from for_guide(s)
        return
    mine = [seeker for seeker in s.living if seeker.id in seat.plays]
    for seeker in mine:
        yield from in_turn(s, seeker) if s.fighting else in_quiet(s, seeker)


def in_turn(s: Veil, seeker: Seeker) -> Iterator[Offer]:
    """A Seeker's turn: strike, cast, move, and what the stats allow. Empty when it is not their time."""
    if why_not_now(s, seeker):
        return
    who: dict[str, Any] = {"who": seeker.id}
    near, reach = foes_nearby(s, seeker), foes_in_reach(s, seeker)
    if seeker.turn.actions:
        bow, blade = arm_of(seeker, True), arm_of(seeker, False)
        if reach and bow is not None:
            yield Offer("attack", who | {"weapon": bow.id}, f"Attack with {in_kind(bow)}")
        if near and (blade is not None or bow is None):
            arm = {"weapon": blade.id} if blade else {}
            yield Offer("attack", who | arm, f"Attack with {in_kind(blade) if blade else 'bare hands'}")
        yield from castings(seeker)
        if any(item.kind == "bomb" for item in seeker.items):
            yield Offer("throw_bomb", who)
    if seeker.turn.moves:
        yield Offer("move", who)
    if seeker.turn.actions and near:
        yield Offer("stagger", who)
    if seeker.turn.actions and worn(seeker) and unmarked(seeker, "willpower"):
        yield Offer("rally", who)
    if seeker.turn.moves:
        yield Offer("footing", who)
    if seeker.turn.actions and unmarked(seeker, "arcane"):
        yield Offer("deduce", who)
    if s.phase == "first" and not seeker.turn.begun:
        yield Offer("wait", who)


def castings(seeker: Seeker) -> Iterator[Offer]:
    """Casting magic that is not lost. A single Spell or Miracle is offered by its name."""
    known = [magic.id for magic in seeker.magic if not magic.lost]
    if len(known) == 1:
        yield Offer("cast", {"who": seeker.id, "magic": known[0]}, f"Cast {working(known[0]).name}")
    elif known:
        yield Offer("cast", {"who": seeker.id})


def worn(seeker: Seeker) -> bool:
    """True if a Rally would restore something."""
    marked = any(seeker.marked.of(stat) for stat in ("strength", "dexterity", "arcane"))
    return seeker.hp < seeker.full or marked


def in_quiet(s: Veil, seeker: Seeker) -> Iterator[Offer]:
    """Actions between encounters: naming what was found, and catching breath."""
    who: dict[str, Any] = {"who": seeker.id}
    nameless = next((item for item in seeker.items if needs_name(item)), None)
    if nameless is not None:
        yield Offer("name_item", who | {"item": nameless.id}, f"Name the {KINDS[nameless.kind]}")
    yield from castings(seeker)
    if worn(seeker) and unmarked(seeker, "willpower"):
        yield Offer("rally", who)
    yield Offer("footing", who)
    if unmarked(seeker, "arcane"):
        yield Offer("deduce", who)
    if any(item.kind == "dungeon gear" for item in seeker.items):
        yield Offer("use_gear", who)
    if s.floor:
        yield Offer("take_item", who)


def for_guide(s: Veil) -> Iterator[Offer]:
    """The Guide's actions: the phases of an encounter and its end, or in the quiet a roll, a Rest and trouble."""
    if s.fighting:
        yield from in_the_fight(s)
        return
    if s.living:
        yield Offer("call_for_roll")
        yield position_of(s)
    if s.living and s.standing:
        yield Offer("begin_encounter")
    yield Offer("place_enemy")
    if s.living:
        yield from (Offer(name) for name in ("rest", "gain_item", "milestone"))
    if s.insights or any(item.dawn for seeker in s.seekers for item in seeker.items):
        yield Offer("end_scene")


def position_of(s: Veil) -> Offer:
    """Judging a position: of the Seeker whose roll waits, or of anyone."""
    waits = s.check.who if s.check is not None else ""
    for seeker in s.living:
        if seeker.id == waits:
            return Offer("judge_position", {"who": waits}, f"Position of {seeker.name}")
    return Offer("judge_position")


def in_the_fight(s: Veil) -> Iterator[Offer]:
    """The Guide's actions in a fight: the enemies' turn, allies whose time it is, the next phase.

    With no enemy left, ending the encounter comes first.
    """
    if not s.foes:
        yield Offer("end_encounter")
    if s.phase == "enemies":
        yield from enemies_turn(s)
    else:
        yield from (turn for ally in s.living if not ally.player for turn in allys_turn(s, ally))
    yield Offer("go_on")
    yield position_of(s)
    yield Offer("call_for_roll")
    if s.foes:
        yield Offer("end_encounter")


def enemies_turn(s: Veil) -> Iterator[Offer]:
    """The enemies' actions: all in sight at once, then strikers one by one with hidden ones first, a caster and a
    mover.
    """
    fresh = [foe for foe in s.standing if foe.actions and not foe.asleep]
    seen = [foe for foe in fresh if not foe.hidden]
    if seen:
        yield Offer("enemies_act")
    strikers = sorted((foe for foe in fresh if in_reach(s, foe)), key=lambda foe: not foe.hidden)
    for foe in strikers[:3]:
        hidden = " from hiding" if foe.hidden else ""
        yield Offer("enemy_strikes", {"enemy": foe.id}, f"{foe.name} attacks{hidden}")
    caster = next((foe for foe in fresh if any(not magic.lost for magic in foe.magic)), None)
    if caster is not None:
        yield Offer("enemy_casts", {"enemy": caster.id}, f"{caster.name} casts")
    mover = next((foe for foe in fresh if foe.moves and foe not in strikers), None)
    if mover is not None:
        yield Offer("enemy_moves", {"enemy": mover.id}, f"{mover.name} moves")


def allys_turn(s: Veil, ally: Seeker) -> Iterator[Offer]:
    """The first two actions for an ally without a player."""
    for offer in list(in_turn(s, ally))[:2]:
        title = offer.title or offer.action.replace("_", " ").capitalize()
        yield Offer(offer.action, offer.params, f"{ally.name}: {title}")
