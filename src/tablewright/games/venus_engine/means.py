"""Means to KISS: Kismet, Insight, Stunts and Specialties, Ego, and the allies' own."""

from __future__ import annotations

from typing import Literal

from tablewright.rules import State, cite

SOURCES = cite("kiss.sources", ("Kismet", "Insight", "Stunts", "Specialties"))
SPECIALTIES_MOST = cite("specialty.cap", 4)
STUNTS_EACH = cite("stunt.kiss", 1)


class Ally(State, frozen=True):
    """An ally's means to KISS their one die: a stunt, a Lot, or leave to reroll it without asking."""

    stunt: bool = False
    lot: bool = False
    agreed: bool = False
    name: str = ""
    """The ally's name."""

    @property
    def asked(self) -> bool:
        """True unless the ally performed a stunt for their die, or agreed when they offered it."""
        return not (self.stunt or self.agreed)


class Means(State, frozen=True):
    """All means to KISS: Lots, approved insights and specialties, a stunt, the allies' own, Ego."""

    lots: int = 0
    free: int = 0
    stunt: bool = False
    allies: tuple[Ally, ...] = ()
    ego: bool = False
    ego_reaches_aid: bool = True
    rounds: Literal["one", "several"] = "one"
    any_die: bool = False
    """True if plain successes may be named too, with or without Ego."""

    def reached(self, owner: int) -> bool:
        """True if Ego reaches the dice of this owner. The first owner is the actor."""
        return self.ego_reaches_aid or owner == 0
