"""Ship rolls and crew rolls, from the call to the last consequence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from tablewright.kernel import Choose, Outcome, Param, Refused, Rule, action, cites, find, rule, tell

from .clocks import Named, clocks_follow, running_ids
from .crew_damage import can_act, crew_damage
from .focus import crew_pays, earn_for_roll, ship_pays
from .pools import Pool, ToolSlot, check_tools, crew_pool, module_helps, module_works, ship_pool
from .positions import crew_forced, in_force, ship_forced
from .rolls import hurts, pool_roll
from .ship_damage import ship_damage
from .shunts import MAPPINGS, mapping_words, remap
from .state import (
    CREW,
    SLOTS,
    Core,
    Member,
    Mission,
    Module,
    Position,
    Result,
    living_ids,
    member,
    mission_over,
    with_member,
    with_ship,
)

CrewWay = Literal["roll", "ingenuity", "reckless"]
ShipWay = Literal["roll", "integrity", "engineering", "ingenuity", "reckless"]

Who = Annotated[str, Param("Who rolls", among=living_ids, mine=True)]
Tools = Annotated[tuple[ToolSlot, ...], Param("The tools that fit")]
Expertise = Annotated[bool, Param("The field of an Expert applies")]
Foresight = Annotated[bool, Param("Spend a Foresight Token at once: a Desperate roll becomes Standard")]


@action("roll.types", "roll.type.decide", "roll.steps", title="Crew roll", by=CREW, when=mission_over, group="Rolls")
def crew_roll(
    s: Mission,
    who: Who,
    tools: Tools = (),
    expertise: Expertise = False,
    how: Annotated[CrewWay, Param("Roll, or what is done instead of rolling")] = "roll",
    clocks: Named = (),
    exploring: Annotated[bool, Param("Searching a station")] = False,
    talking: Annotated[bool, Param("Only talking, which even somebody Down and Out can do")] = False,
    foresight: Foresight = False,
) -> Rule[Mission]:
    """A crew member does something that could go wrong."""
    m = able(s, who, talking)
    tools = check_tools(s, m, tools, expertise)
    if m.down and talking and not can_act(m) and (tools or expertise):
        raise Refused(f"{m.name} is Down and Out: words alone, no tools and no field.")
    forced = crew_forced(s, m, exploring)
    position = in_force(s, m.position, forced)
    s, position = yield from foreseen(s, m, position, foresight)
    check_clocks(s, clocks)
    pool = crew_pool(s, m, tools, expertise)
    yield called(m.name, pool, position, forced)
    if how != "roll":
        s, result = yield from instead(s, who, how, position)
    else:
        m = member(s, who)
        result, spent = yield from pool_roll(who, pool.dice, m.focus, "Forceful" in m.qualities)
        s = crew_pays(s, who, spent)
    yield Outcome(result, cites=RESULT_CITES[result])
    s = yield from recklessness(s, who, how)
    s = yield from crew_follows(s, who, result, position)
    s = yield from clocks_follow(s, result, clocks)
    return (yield from roll_done(with_member(s, member(s, who).but(position=None)), result, False))


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


def check_clocks(s: Mission, clocks: tuple[str, ...]) -> None:
    for id in clocks:
        if id not in running_ids(s):
            raise Refused(f"There is no clock {id} that runs in the open.")


def called(name: str, pool: Pool, position: Position, forced: tuple[str, ...]) -> object:
    why = f" ({', '.join(forced)})" if forced and position == "desperate" else ""
    cite = "roll.position.forced" if why else "roll.steps"
    return tell(cite, "{name}: {pool}; {position}{why}.", name=name, pool=pool, position=position, why=why)


@rule("prep.foresight")
def foreseen(s: Mission, holder: Member | None, position: Position, wanted: bool) -> Rule[tuple[Mission, Position]]:
    """A Foresight Token spent before the dice are thrown."""
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
    """Until consequences are applied, a Foresight Token can still make a Desperate roll Standard; nothing else can."""
    m = member(s, who)
    if position != "desperate" or not hurts(result, position) or not m.foresight:
        return s, position
    question = "Spend a Foresight Token to make the roll Standard?"
    if not (yield from Choose(who, question, (False, True), (0, 1), cites="prep.foresight")):
        return s, position
    return with_member(s, m.but(foresight=m.foresight - 1)), "standard"


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


@rule("roll.damage.target", "roll.fiasco.order")
def crew_follows(s: Mission, who: str, result: Result, position: Position) -> Rule[Mission]:
    """A Fiasco earns its token first; then whoever rolled takes the damage, if there is any."""
    s = yield from earn_for_roll(s, who, result)
    s, position = yield from foresight_now(s, who, result, position)
    return (yield from crew_damage(s, who)) if hurts(result, position) else s


@rule("roll.damage.target", "roll.fiasco.order")
def ship_follows(s: Mission, carrier: str | None, result: Result, position: Position) -> Rule[Mission]:
    """The same for the ship: its token, its damage. Whoever carries the roll out may lend their foresight."""
    s = yield from earn_for_roll(s, None, result)
    if carrier is not None:
        s, position = yield from foresight_now(s, carrier, result, position)
    return (yield from ship_damage(s)) if hurts(result, position) else s


@rule("shunt.when.critical", "shunt.when.focus")
def roll_done(s: Mission, result: Result, by_ship: bool) -> Rule[Mission]:
    """After a roll the CORE dice may be shunted: for nothing after a Critical, else for one of the ship's tokens."""
    if s.phase == "after":
        return s
    free = result is Result.CRITICAL and (by_ship or s.rulings.critical_shunt == "any roll")
    if free:
        yield tell("shunt.when.critical", "The Critical Success allows a system shunt.")
    return s.but(rolled="critical" if free else "roll", phase="under way")


def carrier_ids(s: Mission) -> tuple[str, ...]:
    return tuple(m.id for m in s.crew if can_act(m))


@action(
    "roll.types",
    "roll.type.decide",
    "core.fit",
    "roll.steps",
    title="Ship roll",
    by=CREW,
    when=mission_over,
    group="Rolls",
)
def ship_roll(
    s: Mission,
    core: Annotated[Core, Param("CPU to sense and compute, HUL to withstand, NAV to move")],
    modules: Annotated[
        tuple[Literal["1", "2", "3", "4"], ...], Param("Slots of the modules that suit the action")
    ] = (),
    carrier: Annotated[str | None, Param("Who carries it out", among=carrier_ids, mine=True)] = None,
    expertise: Expertise = False,
    how: Annotated[ShipWay, Param("Roll, or what is done instead of rolling")] = "roll",
    clocks: Named = (),
    foresight: Foresight = False,
    shunt: Annotated[bool, Param("Spend Engineering on a system shunt while the dice lie")] = False,
) -> Rule[Mission]:
    """The ship does something that could go wrong, whoever is at the controls."""
    holder = able(s, carrier) if carrier is not None else None
    fitting = check_modules(s, core, modules)
    expert = expertise and check_ship_expert(s, holder)
    check_clocks(s, clocks)
    if shunt and (s.ship.engineering != "held" or how != "roll"):
        raise Refused("A shunt while the dice lie needs dice, and the Engineering Token: leave it out.")
    forced = ship_forced(s)
    position = in_force(s, s.ship.position, forced)
    s, position = yield from foreseen(s, holder, position, foresight)
    pool = ship_pool(s, core, fitting, expert)
    yield called(s.ship.name, pool, position, forced)
    if how != "roll":
        s, result = yield from instead_of_ship_roll(s, carrier, how, position)
    else:
        result, spent = yield from pool_roll(CREW, pool.dice, s.ship.focus)
        s = ship_pays(s, spent)
        if shunt:
            s = yield from shunt_meanwhile(s)
    yield Outcome(result, cites=RESULT_CITES[result])
    s = yield from recklessness(s, carrier, how)
    s = yield from ship_follows(s, carrier, result, position)
    s = yield from clocks_follow(s, result, clocks)
    return (yield from roll_done(with_ship(s, position=None), result, True))


@cites("roll.pool.ship.modules", "module.destroyed")
def check_modules(s: Mission, core: Core, slots: tuple[str, ...]) -> tuple[Module, ...]:
    """The modules named, once each. Refused if one of them cannot add a die."""
    named = tuple(find(s.ship.modules, slot, "module") for slot in dict.fromkeys(slots))
    for module in named:
        if module_helps(module, core):
            continue
        if module.kind != "specialised":
            raise Refused(f"{module.name} adds no dice: only specialised CORE modules do.")
        if not module_works(module):
            raise Refused(f"{module.name} is destroyed: roll without it, or repair it with Engineering.")
        raise Refused(f"{module.name} belongs to {module.core}: it adds nothing to a roll of {core}.")
    return named


def check_ship_expert(s: Mission, holder: Member | None) -> bool:
    if not s.rulings.expert_on_ship:
        raise Refused("At this table a field of expertise adds nothing to ship rolls.")
    if holder is None or "Expert" not in holder.qualities:
        raise Refused("An Expert must carry the roll out for their field to count.")
    return True


@rule("token.integrity.spend", "token.engineering.success")
def instead_of_ship_roll(s: Mission, carrier: str | None, how: str, position: Position) -> Rule[tuple[Mission, Result]]:
    """Integrity makes a Critical Success without dice, Engineering a Success; so may whoever carries it out."""
    if how == "integrity":
        if s.ship.integrity != "held":
            raise Refused("Integrity is gone: roll instead.")
        yield tell("token.integrity.spend", "Integrity is spent: no dice are thrown.")
        return with_ship(s, integrity="spent"), Result.CRITICAL
    if how == "engineering":
        if s.ship.engineering != "held":
            raise Refused("Engineering is gone: roll instead.")
        yield tell(
            "token.engineering.success", "Engineering is spent: no dice are thrown. Ship rolls are Desperate now."
        )
        return with_ship(s, engineering="spent"), Result.SUCCESS
    if carrier is None:
        raise Refused(f"Say who carries it out: {how} is theirs.")
    return (yield from instead(s, carrier, how, position))


@rule("shunt.when.engineering", "token.engineering.shunt", "roll.position.fixed")
def shunt_meanwhile(s: Mission) -> Rule[Mission]:
    """Engineering pays for a shunt between rolling and reading; the roll itself stays what it was when thrown."""
    mapping = yield from Choose(CREW, "The new mapping?", MAPPINGS, (), mapping_words, "shunt.when.engineering")
    return (yield from remap(with_ship(s, engineering="spent"), mapping, "shunt.when.engineering"))


assert SLOTS == ("1", "2", "3", "4")
