"""Roles: the kinds of seats a game has."""

from __future__ import annotations

import msgspec


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
