"""Damage to the ship."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Outcome, Param, Rule, action, roll, rule, tail_call, tell
from tablewright.rules.kit import destroy_slot, find_slot

from .focus import ship_earns
from .state import SLOTS, WAYFINDER, Mission, ended, mission_over, with_ship


@rule("ship.damage.roll", "ship.damage.table", "ship.damage.module", "ship.damage.safe")
def ship_damage_die() -> Rule[str]:
    """Roll for the slot that is hit, or none. Focus Tokens cannot change this die, because it is no ship roll."""
    (die,) = yield from roll(1, by="crew", why="Damage to the ship")
    return find_slot(die, len(SLOTS))


@rule("ship.damage.focus", "ship.damage.integrity", "token.integrity.first")
def ship_damage(s: Mission) -> Rule[Mission]:
    """Earn a Focus Token. Then lose Integrity, or roll a die for the module that is hit."""
    if s.phase == "after":
        return s
    s = ship_earns(s, 1)
    yield tell("ship.damage.focus", "{ship} takes damage and has {n} Focus.", ship=s.ship.name, n=s.ship.focus)
    if s.ship.integrity == "held":
        yield tell("ship.damage.integrity", "Integrity is lost, and nothing else.")
        return with_ship(s, integrity="lost")
    slot = yield from ship_damage_die()
    if not slot:
        yield tell("ship.damage.safe", "Nothing vital is hit.")
        return s
    return (yield from hit_module(s, slot))


@rule("ship.damage.module", "ship.damage.wrecked", "wrecked.end")
def hit_module(s: Mission, slot: str) -> Rule[Mission]:
    """Destroy a working module with all its uses. A hit on a destroyed one wrecks the ship."""
    modules, module, gone = destroy_slot(s.ship.modules, slot)
    if not gone:
        yield tell("ship.damage.module", "Module #{slot}, {name}, is destroyed.", slot=slot, name=module.name)
        return with_ship(s, modules=modules)
    yield tell("ship.damage.wrecked", "#{slot} was destroyed before: {ship} is Wrecked!", slot=slot, ship=s.ship.name)
    yield tell("wrecked.end", "That ends the mission.")
    return ended(s, "wrecked")


@action(
    "narrative.effects",
    "ship.damage.focus",
    title="The ship takes damage",
    by=WAYFINDER,
    when=mission_over,
    group="Ship",
)
def hit_ship(
    s: Mission,
    hits: Annotated[int, Param("How often", min=1, max=12, main=True)] = 1,
) -> Rule[Mission]:
    """Damage the ship by something other than a roll. The odds are the chance to be Wrecked by so many hits."""
    s = yield from ship_hits(s, hits)
    wrecked = s.ending == "wrecked"
    group = "the ship is Wrecked" if wrecked else "the ship keeps flying"
    yield Outcome(
        "Wrecked" if wrecked else "still flying",
        not wrecked,
        "ship.damage.odds",
        group=group,
        tone="bad" if wrecked else "good",
    )
    return s


@rule("ship.damage.odds")
def ship_hits(s: Mission, hits: int) -> Rule[Mission]:
    """Deal several hits, one after the other. A wreck stops them."""
    s = yield from ship_damage(s)
    return s if hits == 1 else tail_call(ship_hits(s, hits - 1))
