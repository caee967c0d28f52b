"""Seats: the people at a table, and what each may see."""

from __future__ import annotations

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    id: str
    role: str
    name: str = ""

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name or self.id


class Viewer(Seat, frozen=True):
    """A seat as it looks at the table: what it answers to, and whether it sees everything."""

    master: bool = False
    plays: frozenset[str] = frozenset()
    """The characters this seat plays."""

    def sees(self, audience: tuple[str, ...]) -> bool:
        """Whether something for these names (seats, roles, characters; everyone, if none) is for this seat.

        The one rule of who may see what: lines, notes, cards, clocks and dice alike. A master sees all.
        """
        if self.master or not any(audience):
            return True
        return any(name in (self.id, self.role) or name in self.plays for name in audience)
