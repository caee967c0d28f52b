"""Positions: called by the wayfinder, unless a rule forces a roll to be Desperate."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Choose, FieldOption, Param, Refused, Rule, action, cites, rule, tell

from .clocks import desperate_clock
from .exposed import rolls_desperately, why_exposed
from .rolls import hurts
from .state import (
    SHIP,
    WAYFINDER,
    Member,
    Mission,
    Position,
    Result,
    member,
    mission_over,
    rollers,
    with_member,
    with_ship,
)


@cites("token.engineering.lost", "decks.fire.desperate")
def ship_forced(s: Mission) -> tuple[str, ...]:
    """The reasons why every ship roll is Desperate."""
    reasons = ["Engineering is gone" if s.ship.engineering != "held" else "", desperate_clock(s)]
    return tuple(filter(None, reasons))


@cites("suit.life.exposed", "upgrade.limiter.desperate", "decks.power", "decks.fire.desperate")
def crew_forced(s: Mission, m: Member, exploring: bool = False) -> tuple[str, ...]:
    """The reasons why a member's crew rolls are Desperate."""
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
    """The position called for this roll, else the scene's. Desperate if anything forces it."""
    return "desperate" if forced else called or s.position


@rule("prep.foresight")
def foreseen(s: Mission, holder: Member | None, position: Position, wanted: bool) -> Rule[tuple[Mission, Position]]:
    """Spend a Foresight Token before the dice are thrown."""
    if not wanted:
        return s, position
    if holder is None or not holder.foresight:
        raise Refused("A Foresight Token is needed for that: roll without.")
    if position != "desperate":
        raise Refused(f"Foresight turns a Desperate roll Standard; this one is {position}.")
    yield tell("prep.foresight", "{name} saw it coming: the roll is Standard.", name=holder.name)
    return with_member(s, holder.but(foresight=holder.foresight - 1)), "standard"


@rule("prep.foresight", "roll.position.fixed")
def foresight_now(s: Mission, who: str, result: Result, position: Position) -> Rule[tuple[Mission, Position]]:
    """Offer a Foresight Token to make a Desperate roll Standard, the last means before the consequences."""
    m = member(s, who)
    if position != "desperate" or not hurts(result, position) or not m.foresight:
        return s, position
    question = "Spend a Foresight Token to make the roll Standard?"
    if not (yield from Choose(who, question, (False, True), (0, 1), cites="prep.foresight")):
        return s, position
    return with_member(s, m.but(foresight=m.foresight - 1)), "standard"


#: The threat of each position.
THREATS: dict[Position, str] = {
    "standard": "no damage by itself",
    "risky": "damage for a Fiasco",
    "desperate": "damage for a Fiasco or a drawback",
}


def position_picks(s: Mission) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(position, position, threat) for position, threat in THREATS.items())


@action("roll.position", "role.wayfinder", title="Call the position", by=WAYFINDER, when=mission_over, group="Rolls")
def call_position(
    s: Mission,
    position: Annotated[Position, Param("How dangerous it is", among=position_picks)],
    who: Annotated[
        tuple[str, ...],
        Param("Whose next roll; nobody named means every roll of the scene", among=rollers, label="whose", main=True),
    ] = (),
) -> Rule[Mission]:
    """Call the position of the next roll of ship or crew, or of every roll in this scene."""
    if not who:
        yield tell("roll.position", "The scene is {position}.", position=position)
        return s.but(position=position)
    for id in dict.fromkeys(who):
        name = s.ship.name if id == SHIP else member(s, id).name
        yield tell("roll.position", "The next roll of {name} is {position}.", name=name, position=position)
        s = with_ship(s, position=position) if id == SHIP else with_member(s, member(s, id).but(position=position))
    return s
