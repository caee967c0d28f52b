"""What each moment calls for, in order: for the crew, and for the wayfinder."""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.kernel import Eyes
from tablewright.kernel.view import Offer

from .crew_damage import can_act
from .state import Member, Mission, living


def foremost(s: Mission, eyes: Eyes) -> Iterator[Offer]:
    if eyes.master:
        yield from for_the_wayfinder(s)
        return
    mine = [m for m in living(s) if m.id in eyes.plays]
    if s.phase == "preparing":
        yield from before_the_mission(s, mine)
    elif s.phase == "after":
        yield from after_the_mission(mine)
    else:
        yield from under_way(s, mine)


def before_the_mission(s: Mission, mine: list[Member]) -> Iterator[Offer]:
    """Ship and crew are made, then somebody rolls."""
    if not mine:
        yield Offer("bring_crew")
    if not s.ship.modules:
        yield Offer("take_ship")
        yield Offer("make_ship")
    yield from (Offer("choose_tool", {"who": m.id}) for m in mine)
    yield from (Offer("crew_roll", {"who": m.id}) for m in mine)
    yield Offer("ship_roll")


def under_way(s: Mission, mine: list[Member]) -> Iterator[Offer]:
    """A roll; what can be done with what is at hand; healing where somebody needs it."""
    for m in mine:
        yield Offer("crew_roll", {"who": m.id} | ({} if can_act(m) else {"talking": True}))
    yield Offer("ship_roll")
    yield Offer("group_roll", {"who": tuple(m.id for m in living(s) if can_act(m))})
    hurt = [m.id for m in living(s) if m.vitality < 3]
    for m in mine:
        if hurt and m.focus:
            yield Offer("heal", {"who": m.id, "patient": hurt[0]})
    if s.rolled or s.ship.engineering == "held":
        yield Offer("shunt")
    yield Offer("use_module")
    yield Offer("draw_from_deck")
    if any(m.destroyed for m in s.ship.modules):
        yield Offer("repair_module")


def after_the_mission(mine: list[Member]) -> Iterator[Offer]:
    """Growth: each of the crew once, and the ship."""
    for m in mine:
        if not m.advanced:
            yield Offer("upgrade", {"who": m.id})
            yield Offer("mission_prep", {"who": m.id})
    yield Offer("upgrade_ship")
    if not mine:
        yield Offer("bring_crew")


def for_the_wayfinder(s: Mission) -> Iterator[Offer]:
    if s.phase == "after":
        yield Offer("begin_mission")
        yield Offer("upgrade_ship")
        return
    if s.phase == "preparing" and not s.situation:
        yield Offer("begin_session")
    yield Offer("present")
    yield Offer("call_position")
    yield Offer("set_scene")
    yield Offer("start_clock")
    if s.kit.clocks:
        yield Offer("advance_clock")
    yield Offer("hit_crew")
    yield Offer("hit_ship")
    yield Offer("lay_out")
    yield Offer("end_mission")
