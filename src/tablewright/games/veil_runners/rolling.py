"""What every roll shares: who may make it, the tokens that change it, and what follows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tablewright.kernel import Param, Refused, Rule, Tell, cites, rule, tell

from .crew_damage import can_act, crew_damage
from .pools import Pool, ToolSlot
from .state import Member, Mission, Position, Result, member

Tools = Annotated[tuple[ToolSlot, ...], Param("The tools that fit")]
Expertise = Annotated[bool, Param("The field of an Expert applies")]
Exploring = Annotated[bool, Param("Searching a station")]
Foresight = Annotated[bool, Param("Spend a Foresight Token at once: a Desperate roll becomes Standard")]


RESULT_CITES: Mapping[Result, str] = {
    Result.FIASCO: "roll.outcome.fiasco",
    Result.DRAWBACK: "roll.outcome.drawback",
    Result.SUCCESS: "roll.outcome.success",
    Result.CRITICAL: "roll.outcome.critical",
}


@cites("down.can", "down.cannot", "quality.relentless")
def able(s: Mission, who: str, talking: bool = False) -> Member:
    """Refused if somebody cannot act: Down and Out leaves nothing but words, except to the Relentless."""
    m = member(s, who)
    if m.dead:
        raise Refused(f"{m.name} is dead. The player may bring a new crew member.")
    if not talking and not can_act(m):
        raise Refused(f"{m.name} is Down and Out: they can talk, but do nothing physical or expert.")
    return m


def able_ids(s: Mission) -> tuple[str, ...]:
    return tuple(m.id for m in s.crew if can_act(m))


def called(name: str, pool: Pool, position: Position, forced: tuple[str, ...]) -> Tell:
    why = f" ({', '.join(forced)})" if forced and position == "desperate" else ""
    cite = "roll.position.forced" if why else "roll.steps"
    return tell(cite, "{name}: {pool}; {position}{why}.", name=name, pool=pool, position=position, why=why)


@rule("quality.reckless")
def recklessness(s: Mission, who: str | None, how: str) -> Rule[Mission]:
    """What the Reckless way costs. The Success stands whatever the damage does."""
    return (yield from crew_damage(s, who)) if how == "reckless" and who is not None else s
