"""Quick actions of each moment, in order: for the crew, and for the wayfinder."""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.rules import Viewer
from tablewright.rules.widgets import Offer

from .clocks import timed_ids
from .crew_damage import can_act
from .decks import no_generator, no_medbay
from .paths import CREATION, GROWTH, SESSION, SHIP
from .setting_up import FEWEST_PLAYERS
from .shared_decks import owed_ids
from .shunts import as_they_lie, ways_to_pay
from .state import VITALITY, Member, Mission, living


def foremost(s: Mission, eyes: Viewer) -> Iterator[Offer]:
    if eyes.master:
        yield from for_the_wayfinder(s, eyes)
        return
    mine = [m for m in living(s) if m.id in eyes.plays]
    for of in CREATION.when(s, eyes):
        yield from CREATION.now(s, of)
    if s.phase == "preparing":
        yield from before_the_mission(s, eyes, mine)
    elif s.phase == "after":
        yield from after_the_mission(s, eyes, mine)
    elif s.scene == "action":
        yield from in_danger(s, mine)
    else:
        yield from at_rest(s, mine)


def building(s: Mission) -> Iterator[Offer]:
    """Take a ready-made ship or build one."""
    if all(m.kind == "empty" for m in s.ship.modules):
        yield from SHIP.ready(s, "")
    yield from SHIP.now(s, "")


def before_the_mission(s: Mission, eyes: Viewer, mine: list[Member]) -> Iterator[Offer]:
    """Make ship and crew, then roll."""
    for _ in SHIP.when(s, eyes):
        yield from building(s)
    yield from (Offer("choose_tool", {"who": m.id}) for m in mine)
    yield Offer("shunt", {**as_they_lie(s), "pay": "downtime"})
    yield from rolls(mine)


def rolls(mine: list[Member]) -> Iterator[Offer]:
    """Rolls of this seat's crew, or talk for those who can only talk, then the ship's roll."""
    for m in mine:
        yield Offer("crew_roll", {"who": m.id} | ({} if can_act(m) else {"talking": True}))
    yield Offer("ship_roll")


def in_danger(s: Mission, mine: list[Member]) -> Iterator[Offer]:
    """Rolls first, then the means at hand."""
    yield from rolls(mine)
    yield Offer("group_roll")
    yield from at_the_station(s)
    yield Offer("draw_from_deck")
    if set(ways_to_pay(s)) - {"engineering"}:
        yield Offer("shunt", as_they_lie(s))
    yield Offer("shunt_at_once", as_they_lie(s))
    yield Offer("use_module")
    yield Offer("repair_module")


def at_the_station(s: Mission) -> Iterator[Offer]:
    """The station's generator and med bay, while they wait to be used."""
    if no_generator(s) is None:
        yield Offer("restore_power")
    if no_medbay(s) is None:
        yield Offer("use_medbay")


def at_rest(s: Mission, mine: list[Member]) -> Iterator[Offer]:
    """Wounds first, then the ship, then on."""
    hurt = [m for m in living(s) if m.vitality < VITALITY]
    for m in mine:
        if m.focus and any(other.id != m.id for other in hurt):
            yield Offer("heal", {"who": m.id})
    yield from at_the_station(s)
    if any(m.down for m in hurt):
        yield Offer("spend_life_support")
    yield Offer("shunt", as_they_lie(s))
    yield Offer("repair_module")
    yield from rolls(mine)
    yield Offer("draw_from_deck")


def after_the_mission(s: Mission, eyes: Viewer, mine: list[Member]) -> Iterator[Offer]:
    """Advance each member once, and the ship."""
    for of in GROWTH.when(s, eyes):
        yield from GROWTH.now(s, of)
    yield from (Offer("choose_tool", {"who": m.id}) for m in mine)


def for_the_wayfinder(s: Mission, eyes: Viewer) -> Iterator[Offer]:
    if s.phase == "after":
        yield from SESSION.now(s, "")
        return
    if s.phase == "preparing":
        yield from preparing(s, eyes)
        return
    if owed_ids(s):
        yield Offer("answer_wish")
    yield Offer("present")
    yield Offer("call_position")
    yield Offer("pass_time") if timed_ids(s) else Offer("start_clock")
    if s.kit.clocks:
        yield Offer("advance_clock")
    yield Offer("hit_crew")
    yield Offer("hit_ship")
    yield Offer("set_scene")
    yield Offer("end_mission")


def preparing(s: Mission, eyes: Viewer) -> Iterator[Offer]:
    """Make a ship and a crew, then a situation and its dangers."""
    for _ in SHIP.when(s, eyes):
        yield from building(s)
    if len(living(s)) < FEWEST_PLAYERS:
        yield Offer("add_crew")
    if not s.situation:
        yield Offer("begin_session")
    yield Offer("present")
    yield Offer("lay_out")
    yield Offer("start_clock")
    yield Offer("set_scene", {"scene": "action"})
    yield Offer("call_position")
