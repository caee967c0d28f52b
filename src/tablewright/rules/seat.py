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


class Role(msgspec.Struct, frozen=True):
    """A kind of seat. The master may take any action, answer for anyone and override any value.

    A game may have no master: what only a master may do is then done by consent of all seats. `title` is what people
    call it, where its name is short for something.
    """

    name: str
    doc: str
    master: bool = False
    fewest: int = 0
    most: int = 12
    title: str = ""

    @property
    def called(self) -> str:
        """What people call it."""
        return self.title or self.name


#: Somebody who looks on: sees what everyone sees, does and answers nothing. Every game has room for some.
SPECTATOR = Role("spectator", "Looks on.", most=100)
