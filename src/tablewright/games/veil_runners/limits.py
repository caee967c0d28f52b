"""Invariants: laws that hold in every state people can reach by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablewright.rules import Invariant

from .advancement import MOST_ITEMS, PREP_FOCUS
from .state import CORE_DICE, FOCUS_MOST, SLOTS, VITALITY, Mission


def core_dice(s: Mission) -> Iterator[str]:
    total = s.ship.cpu + s.ship.hul + s.ship.nav
    if total != CORE_DICE:
        yield f"{total} CORE dice are placed, not {CORE_DICE}."


def core_slots(s: Mission) -> Iterator[str]:
    if not all(0 <= n <= CORE_DICE for n in (s.ship.cpu, s.ship.hul, s.ship.nav)):
        yield f"a CORE system holds 0 to {CORE_DICE} dice."


def module_slots(s: Mission) -> Iterator[str]:
    if tuple(m.id for m in s.ship.modules) != SLOTS:
        yield "the ship has four numbered modules."


def focus(s: Mission) -> Iterator[str]:
    if not 0 <= s.ship.focus <= FOCUS_MOST:
        yield f"the ship holds {s.ship.focus} Focus Tokens."
    for m in s.crew:
        if not 0 <= m.focus <= 2 * PREP_FOCUS:
            yield f"{m.name} holds {m.focus} Focus Tokens."


def vitality(s: Mission) -> Iterator[str]:
    for m in s.crew:
        if not 0 <= m.vitality <= VITALITY:
            yield f"{m.name} has {m.vitality} Vitality."


def items(s: Mission) -> Iterator[str]:
    for m in s.crew:
        if len(m.qualities) > MOST_ITEMS or len(m.suit) > MOST_ITEMS:
            yield f"{m.name} has more than {MOST_ITEMS} upgrades of a list."


def one_each(s: Mission) -> Iterator[str]:
    players = [m.player for m in s.crew if m.player and not m.dead]
    if len(set(players)) != len(players):
        yield "somebody plays two crew members."


def first(broken: Callable[[Mission], Iterator[str]]) -> Callable[[Mission], str | None]:
    return lambda s: next(broken(s), None)


LIMITS = (
    Invariant("core.dice", first(core_dice)),
    Invariant("ship.core.slot-cap", first(core_slots)),
    Invariant("module.slots", first(module_slots)),
    Invariant("focus.cap", first(focus)),
    Invariant("crew.vitality.max", first(vitality)),
    Invariant("adv.upgrade.limit", first(items)),
    Invariant("role.crew", first(one_each)),
)
