"""What every roll shares: who may make it, the tokens that change it, and what follows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tablewright.kernel import Param, Refused, Rule, Tell, cites, rule, tell

from .clocks import running_ids
from .crew_damage import can_act, crew_damage
from .pools import Pool, ToolSlot
from .state import Member, Mission, Position, Result, member, with_member

Tools = Annotated[tuple[ToolSlot, ...], Param("The tools that fit")]
Expertise = Annotated[bool, Param("The field of an Expert applies")]
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


def check_clocks(s: Mission, clocks: tuple[str, ...]) -> None:
    for id in clocks:
        if id not in running_ids(s):
            raise Refused(f"There is no clock {id} that runs in the open.")


def called(name: str, pool: Pool, position: Position, forced: tuple[str, ...]) -> Tell:
    why = f" ({', '.join(forced)})" if forced and position == "desperate" else ""
    cite = "roll.position.forced" if why else "roll.steps"
    return tell(cite, "{name}: {pool}; {position}{why}.", name=name, pool=pool, position=position, why=why)


@rule("prep.ingenuity", "quality.reckless")
def instead(s: Mission, who: str, how: str, position: Position) -> Rule[tuple[Mission, Result]]:
    """A Success without rolling: by an Ingenuity Token at Standard, or by taking damage if one is Reckless."""
    m = member(s, who)
    if how == "ingenuity":
        if not m.ingenuity or position != "standard":
            lack = "has no Ingenuity Token" if not m.ingenuity else f"is in a {position} position, not a Standard one"
            raise Refused(f"{m.name} {lack}: roll instead.")
        yield tell("prep.ingenuity", "{name} spends an Ingenuity Token instead of rolling.", name=m.name)
        return with_member(s, m.but(ingenuity=m.ingenuity - 1)), Result.SUCCESS
    if "Reckless" not in m.qualities:
        raise Refused(f"{m.name} is not Reckless: roll instead.")
    yield tell("quality.reckless", "{name} does it the Reckless way.", name=m.name)
    return s, Result.SUCCESS


@rule("quality.reckless")
def recklessness(s: Mission, who: str | None, how: str) -> Rule[Mission]:
    """What the Reckless way costs. The Success stands whatever the damage does."""
    return (yield from crew_damage(s, who)) if how == "reckless" and who is not None else s


@rule("shunt.when.critical", "shunt.when.focus")
def roll_done(s: Mission, result: Result, by_ship: bool) -> Rule[Mission]:
    """After a roll the CORE dice may be shunted: for nothing after a Critical, else for one of the ship's tokens."""
    if s.phase == "after":
        return s
    free = result is Result.CRITICAL and (by_ship or s.rulings.critical_shunt == "any roll")
    if free:
        yield tell("shunt.when.critical", "The Critical Success allows a system shunt.")
    return s.but(rolled="critical" if free else "roll", phase="under way")
