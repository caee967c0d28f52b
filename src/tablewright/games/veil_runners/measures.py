"""Measures: the numbers in a state people care about, of the crew, the ship and the clocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablewright.rules import Measure

from .state import CREW, Member, Mission


def measures(s: Mission) -> Iterator[Measure]:
    """All measures of a state. Keep it cheap: it is read at the end of every branch of an action."""
    for m in s.crew:
        yield from of_member(m)
    yield from of_ship(s)
    for clock in s.kit.clocks:
        good = CLOCKS.get(clock.kind)
        if good is not None and not any(clock.audience):
            yield Measure(f"clock.{clock.id}", clock.title, clock.filled, CREW, good, worth=2)


#: The good direction of each kind of clock.
CLOCKS: dict[str, Literal[-1, 1]] = {"push": 1, "catastrophe": -1, "death": -1}

#: The tokens of mission prep, by the field that counts them.
PREPARED = ("ingenuity", "foresight", "care", "willpower")


def of_member(m: Member) -> Iterator[Measure]:
    yield Measure(f"{m.id}.vitality", "Vitality", m.vitality, m.id, worth=3)
    working = m.life_support + m.primary_works + m.secondary_works
    yield Measure(f"{m.id}.systems", "suit systems", working, m.id, worth=3)
    yield Measure(f"{m.id}.down", "Down and Out", m.down, m.id, -1, yes=True, worth=5)
    yield Measure(f"{m.id}.dead", "dead", m.dead, m.id, -1, yes=True, worth=50)
    yield Measure(f"{m.id}.focus", "Focus", m.focus, m.id, spent=True)
    for token in PREPARED:
        if getattr(m, token):
            yield Measure(f"{m.id}.{token}", token.capitalize(), getattr(m, token), m.id, spent=True, worth=2)


def of_ship(s: Mission) -> Iterator[Measure]:
    ship = s.ship
    yield Measure("ship.modules", "working modules", sum(not m.destroyed for m in ship.modules), CREW, worth=4)
    yield Measure("ship.focus", "ship's Focus", ship.focus, CREW, spent=True)
    tokens = {"Life Support": ship.life_support, "Integrity": ship.integrity, "Engineering": ship.engineering}
    for token, held in tokens.items():
        yield Measure(f"ship.{token}", f"the {token} Token", held == "held", CREW, yes=True, worth=4)
    yield Measure("ship.wrecked", "Wrecked", s.ending == "wrecked", CREW, -1, yes=True, worth=100)
