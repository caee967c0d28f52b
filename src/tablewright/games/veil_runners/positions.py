"""Positions: called by the wayfinder, unless a rule forces a roll to be Desperate."""

from __future__ import annotations

from typing import Annotated

from tablewright.kernel import Param, Rule, action, cites, tell

from .clocks import desperate_clock
from .exposed import rolls_desperately, why_exposed
from .state import WAYFINDER, Member, Mission, Position, living_ids, member, mission_over, with_member, with_ship

SHIP = "ship"


@cites("token.engineering.lost", "decks.fire.desperate")
def ship_forced(s: Mission) -> tuple[str, ...]:
    """What makes every ship roll Desperate."""
    reasons = ["Engineering is gone" if s.ship.engineering != "held" else "", desperate_clock(s)]
    return tuple(filter(None, reasons))


@cites("suit.life.exposed", "upgrade.limiter.desperate", "decks.power", "decks.fire.desperate")
def crew_forced(s: Mission, m: Member, exploring: bool = False) -> tuple[str, ...]:
    """What makes a member's crew rolls Desperate."""
    dark = exploring and s.station is not None and not s.station.power
    reasons = [
        f"Exposed: {why_exposed(s, m)}" if rolls_desperately(s, m) else "",
        "Limiter Override" if "Limiter Override" in m.suit else "",
        "the station has no power" if dark else "",
        desperate_clock(s),
    ]
    return tuple(filter(None, reasons))


@cites("roll.position", "roll.position.forced")
def in_force(s: Mission, called: Position | None, forced: tuple[str, ...]) -> Position:
    """What was called for this roll, else what holds for the scene; Desperate, once, if anything forces it."""
    return "desperate" if forced else called or s.position


def roller_ids(s: Mission) -> tuple[str, ...]:
    return (SHIP, *living_ids(s))


@action("roll.position", "role.wayfinder", title="Call the position", by=WAYFINDER, when=mission_over, group="Rolls")
def call_position(
    s: Mission,
    position: Annotated[Position, Param("How dangerous it is")],
    who: Annotated[
        tuple[str, ...], Param("Whose next roll; nobody named means the whole scene", among=roller_ids)
    ] = (),
) -> Rule[Mission]:
    """Calls the position of the next roll of somebody, or of every roll in this scene."""
    if not who:
        yield tell("roll.position", "The scene is {position}.", position=position)
        return s.but(position=position)
    for id in dict.fromkeys(who):
        name = s.ship.name if id == SHIP else member(s, id).name
        yield tell("roll.position", "The next roll of {name} is {position}.", name=name, position=position)
        s = with_ship(s, position=position) if id == SHIP else with_member(s, member(s, id).but(position=position))
    return s
