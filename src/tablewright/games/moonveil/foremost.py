"""What a moment calls for: the few actions a player or the Guide most likely wants now, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablewright.kernel import Eyes
from tablewright.kernel.view import Offer

from .encounters import why_not_now
from .fight import arm_of
from .items import KINDS, needs_name
from .people import Seeker, Step
from .pips import unmarked
from .places import foes_in_reach, foes_nearby
from .state import Veil

STEPS: dict[Step, tuple[str, ...]] = {
    "stats": ("roll_stats", "set_stats"),
    "hp": ("roll_hp",),
    "pocket": ("roll_pocket",),
    "first pick": ("roll_start", "choose_start"),
    "second pick": ("roll_start", "choose_start"),
    "coin": ("take_coin",),
}


def foremost(s: Veil, seat: Eyes) -> Iterator[Offer]:
    """Creation first, then a roll that waits, then what the encounter or the quiet calls for."""
    drafts = [draft for draft in s.drafts if seat.master or draft.player == seat.id]
    for draft in drafts[:2]:
        yield from (Offer(name, {"who": draft.id}) for name in STEPS[draft.step])
    if s.check is not None and (seat.master or s.check.who in seat.plays):
        yield Offer("make_roll", {"who": s.check.who})
    if seat.master:
        yield from for_guide(s)
        return
    mine = [seeker for seeker in s.living if seeker.id in seat.plays]
    if not mine and not drafts:
        yield Offer("begin_seeker")
    for seeker in mine:
        yield from in_turn(s, seeker) if s.fighting else in_quiet(s, seeker)


def in_turn(s: Veil, seeker: Seeker) -> Iterator[Offer]:
    """A Seeker's own turn: strike, cast, move, and what the stats allow. Nothing, when it is not their time."""
    if why_not_now(s, seeker):
        return
    who: dict[str, Any] = {"who": seeker.id}
    near, reach = foes_nearby(s, seeker), foes_in_reach(s, seeker)
    if seeker.turn.actions:
        bow, blade = arm_of(seeker, True), arm_of(seeker, False)
        if reach and bow is not None:
            yield Offer("attack", who | {"weapon": bow.id})
        if near and (blade is not None or bow is None):
            yield Offer("attack", who | ({"weapon": blade.id} if blade else {}))
        if any(not magic.lost for magic in seeker.magic):
            yield Offer("cast", who)
        if any(item.kind == "bomb" for item in seeker.items):
            yield Offer("throw_bomb", who)
    if seeker.turn.moves:
        yield Offer("move", who)
    if seeker.turn.actions and near:
        yield Offer("stagger", who)
    if seeker.turn.actions and unmarked(seeker, "willpower"):
        yield Offer("rally", who)
    if seeker.turn.moves:
        yield Offer("footing", who)
    if seeker.turn.actions and unmarked(seeker, "arcane"):
        yield Offer("deduce", who)
    if s.phase == "first" and not seeker.turn.begun:
        yield Offer("wait", who)


def in_quiet(s: Veil, seeker: Seeker) -> Iterator[Offer]:
    """Between encounters: what was found is named, and everybody catches their breath."""
    who: dict[str, Any] = {"who": seeker.id}
    nameless = next((item for item in seeker.items if needs_name(item)), None)
    if nameless is not None:
        yield Offer("name_item", who | {"item": nameless.id}, f"Name the {KINDS[nameless.kind]}")
    if any(not magic.lost for magic in seeker.magic):
        yield Offer("cast", who)
    hurt = seeker.hp < seeker.full or any(seeker.marked.of(stat) for stat in ("strength", "dexterity", "arcane"))
    if hurt and unmarked(seeker, "willpower"):
        yield Offer("rally", who)
    yield Offer("footing", who)
    if unmarked(seeker, "arcane"):
        yield Offer("deduce", who)
    if any(item.kind == "dungeon gear" for item in seeker.items):
        yield Offer("use_gear", who)
    if s.floor:
        yield Offer("take_item", who)


def for_guide(s: Veil) -> Iterator[Offer]:
    """An encounter goes on phase by phase and ends when all are down; in the quiet a roll, a Rest, or trouble."""
    if s.fighting:
        yield from in_the_fight(s)
        return
    yield Offer("call_for_roll")
    if s.standing:
        yield Offer("begin_encounter")
    yield from (Offer(name) for name in ("place_enemy", "rest", "gain_item", "milestone", "end_scene"))


def in_the_fight(s: Veil) -> Iterator[Offer]:
    """Nobody left: its end. Else the enemies' turn, allies whose time it is, and on to the next phase."""
    if not s.foes:
        yield Offer("end_encounter")
    if s.phase == "enemies":
        yield from enemies_turn(s)
    else:
        yield from (turn for ally in s.living if not ally.player for turn in allys_turn(s, ally))
    yield Offer("go_on")
    yield Offer("judge_position")
    yield Offer("call_for_roll")
    if s.foes:
        yield Offer("end_encounter")


def enemies_turn(s: Veil) -> Iterator[Offer]:
    """Those in sight all at once or one by one; who lies hidden, and who knows magic."""
    fresh = [foe for foe in s.standing if foe.actions and not foe.asleep]
    seen = [foe for foe in fresh if not foe.hidden]
    if seen:
        yield Offer("enemies_act")
    for foe in fresh[:2]:
        yield Offer("enemy_strikes", {"enemy": foe.id}, f"{foe.name} attacks")
    caster = next((foe for foe in fresh if any(not magic.lost for magic in foe.magic)), None)
    if caster is not None:
        yield Offer("enemy_casts", {"enemy": caster.id}, f"{caster.name} casts")
    if fresh:
        yield Offer("enemy_moves", {"enemy": fresh[0].id}, f"{fresh[0].name} moves")


def allys_turn(s: Veil, ally: Seeker) -> Iterator[Offer]:
    """The first things an ally nobody plays could do now."""
    for offer in list(in_turn(s, ally))[:2]:
        yield Offer(offer.action, offer.params, f"{ally.name}: {offer.action.replace('_', ' ')}")
