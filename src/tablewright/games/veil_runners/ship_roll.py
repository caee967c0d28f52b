"""Ship rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from tablewright.rules import (
    Choose,
    FieldOption,
    Param,
    Refused,
    Rule,
    StateAtRoll,
    action,
    cites,
    find_by_id,
    rule,
    tell,
)

from .clocks import Named
from .focus import earn_for_roll, ship_pays
from .happenings import clocks_follow
from .instead import instead, without_rolling
from .pools import module_helps, ship_pool
from .positions import foreseen, foresight_now, in_force, ship_forced
from .rolling import (
    Expertise,
    Foresight,
    able,
    able_ids,
    called,
    outcome,
    recklessness,
)
from .rolls import hurts, pool_roll
from .ship_damage import ship_damage
from .shunts import MAPPINGS, core_picks, mapping_words, remap, roll_done
from .state import CREW, Core, Member, Mission, Module, Position, Result, Slot, mission_over, with_ship

Way = Literal["roll", "integrity", "engineering", "ingenuity", "reckless"]


def module_picks(s: Mission, core: Core) -> Iterator[FieldOption]:
    """The specialised modules of a CORE system by name. A destroyed one is listed with the reason."""
    for m in s.ship.modules:
        if m.kind == "specialised" and m.core == core:
            yield FieldOption(m.id, m.name, m.note, why_no_die(m, core))


def fitting_modules(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    return module_picks(s, given["core"])


def token_picks(s: Mission) -> Iterator[FieldOption]:
    """Rolling, or the ship's tokens that can be spent instead."""
    yield FieldOption("roll", "roll the dice")
    spent = {"integrity": s.ship.integrity, "engineering": s.ship.engineering}
    notes = {"integrity": "a Critical Success without dice", "engineering": "a Success without dice"}
    for token, held in spent.items():
        gone = "" if held == "held" else f"{token.capitalize()} is gone: roll instead."
        yield FieldOption(token, f"spend {token.capitalize()}", notes[token], gone)


def ship_ways(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    yield from token_picks(s)
    yield from without_rolling(next((m for m in s.crew if m.id == given.get("carrier")), None))


def never(s: Mission, given: Mapping[str, Any]) -> bool:
    """False always. It hides a field that a separate action has replaced, and that recorded plays still contain."""
    return False


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
    core: Annotated[Core, Param("Which CORE system the action needs", among=core_picks, label="system")],
    modules: Annotated[
        tuple[Slot, ...], Param("The modules that suit the action", among=fitting_modules, main=True)
    ] = (),
    carrier: Annotated[str | None, Param("Who carries it out", among=able_ids, mine=True)] = None,
    expertise: Expertise = False,
    how: Annotated[Way, Param("Roll, or what is done instead of rolling", among=ship_ways)] = "roll",
    clocks: Named = (),
    foresight: Foresight = False,
    shunt: Annotated[bool, Param("Spend Engineering on a system shunt while the dice lie", applies=never)] = False,
    then: Annotated[Mission | None, StateAtRoll()] = None,
) -> Rule[Mission]:
    """Let the ship do something that could go wrong."""
    holder = able(s, carrier) if carrier is not None else None
    fitting = check_modules(s, core, modules)
    expert = expertise and check_ship_expert(s, holder)
    if shunt and (s.ship.engineering != "held" or how != "roll"):
        raise Refused("A shunt while the dice lie needs dice, and the Engineering Token: leave it out.")
    thrown = then or s
    forced = ship_forced(thrown)
    position = in_force(thrown, thrown.ship.position, forced)
    s, position = yield from foreseen(s, holder, position, foresight)
    if how != "roll":
        s, result = yield from instead_of_ship_roll(s, carrier, how, position)
    else:
        pool = ship_pool(thrown, core, fitting, expert)
        yield called(s.ship.name, pool, position, forced)
        result, spent = yield from pool_roll(CREW, pool.dice, s.ship.focus)
        s = ship_pays(s, spent)
        if shunt:
            s = yield from shunt_meanwhile(s)
    yield outcome(result)
    s = yield from roll_done(with_ship(s, position=None), result, by_ship=True)
    s = yield from recklessness(s, carrier, how)
    s = yield from ship_follows(s, carrier, result, position)
    return (yield from clocks_follow(s, result, clocks))


@rule("roll.damage.target", "roll.fiasco.order")
def ship_follows(s: Mission, carrier: str | None, result: Result, position: Position) -> Rule[Mission]:
    """Earn the ship's token and deal its damage. The member who carries out the roll may spend Foresight."""
    s = yield from earn_for_roll(s, None, result)
    if carrier is not None:
        s, position = yield from foresight_now(s, carrier, result, position)
    return (yield from ship_damage(s)) if hurts(result, position) else s


@cites("roll.pool.ship.modules", "module.destroyed")
def check_modules(s: Mission, core: Core, slots: tuple[str, ...]) -> tuple[Module, ...]:
    """The modules named, once each. Refused if one of them cannot add a die."""
    named = tuple(find_by_id(s.ship.modules, slot, "module") for slot in dict.fromkeys(slots))
    for module in named:
        why = why_no_die(module, core)
        if why:
            raise Refused(why, "modules")
    return named


def why_no_die(module: Module, core: Core) -> str:
    """The reason why a module of this CORE system adds no die, or an empty string."""
    helps = module_helps(module, core)
    return "" if helps else f"{module.name} is destroyed: roll without it, or repair it with Engineering."


def check_ship_expert(s: Mission, holder: Member | None) -> bool:
    if not s.rulings.expert_on_ship:
        raise Refused("At this table a field of expertise adds nothing to ship rolls.")
    if holder is None or "Expert" not in holder.qualities:
        raise Refused("An Expert must carry the roll out for their field to count.")
    return True


def check_token(s: Mission, how: str) -> None:
    """Refuse to spend a token the ship no longer holds."""
    held = {"integrity": s.ship.integrity, "engineering": s.ship.engineering}
    if held.get(how, "held") != "held":
        raise Refused(f"{how.capitalize()} is gone: roll instead.")


@rule("token.integrity.spend", "token.engineering.success")
def instead_of_ship_roll(s: Mission, carrier: str | None, how: str, position: Position) -> Rule[tuple[Mission, Result]]:
    """Spend Integrity for a Critical Success without dice, Engineering for a Success, or use the carrier's own way."""
    check_token(s, how)
    if how == "integrity":
        yield tell("token.integrity.spend", "Integrity is spent: no dice are thrown.")
        return with_ship(s, integrity="spent"), Result.CRITICAL
    if how == "engineering":
        yield tell(
            "token.engineering.success", "Engineering is spent: no dice are thrown. Ship rolls are Desperate now."
        )
        return with_ship(s, engineering="spent"), Result.SUCCESS
    assert carrier is not None, "only somebody who carries it out is offered their own ways"
    return (yield from instead(s, carrier, how, position))


@rule("shunt.when.engineering", "token.engineering.shunt", "roll.position.fixed")
def shunt_meanwhile(s: Mission) -> Rule[Mission]:
    """Pay with Engineering for a shunt between rolling and reading. The roll itself stays as thrown."""
    mapping = yield from Choose(CREW, "The new mapping?", MAPPINGS, (), mapping_words, "shunt.when.engineering")
    return (yield from remap(with_ship(s, engineering="spent"), mapping, "shunt.when.engineering"))
