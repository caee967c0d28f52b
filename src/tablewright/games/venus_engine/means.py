"""What there is to KISS with: Kismet, Insight, Stunts and Specialties, Ego, and what allies bring."""

from __future__ import annotations

from typing import Literal

from tablewright.rules import State, cite

SOURCES = cite("kiss.sources", ("Kismet", "Insight", "Stunts", "Specialties"))
SPECIALTIES_MOST = cite("specialty.cap", 4)
STUNTS_EACH = cite("stunt.kiss", 1)


class Ally(State, frozen=True):
    """What an ally brings to the KISSing of their one die: a stunt, a Lot, or leave to throw it without asking."""

    stunt: bool = False
    lot: bool = False
    agreed: bool = False
    name: str = ""
    """What they are called."""

    @property
    def asked(self) -> bool:
        """Not who performed a stunt for their die, nor who agreed when they offered it."""
        return not (self.stunt or self.agreed)


class Means(State, frozen=True):
    """What there is to KISS with: Lots, approved insights and specialties, a stunt, the allies' own, Ego."""

    lots: int = 0
    free: int = 0
    stunt: bool = False
    allies: tuple[Ally, ...] = ()
    ego: bool = False
    ego_reaches_aid: bool = True
    rounds: Literal["one", "several"] = "one"
    any_die: bool = False
    """Whether plain successes may be named as well, whatever Ego does."""

    def reached(self, owner: int) -> bool:
        """Whether Ego reaches the dice of this owner, the first being whoever acts."""
        return self.ego_reaches_aid or owner == 0
