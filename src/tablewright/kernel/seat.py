"""Seats: the people at a table."""

from __future__ import annotations

from collections.abc import Callable

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    id: str
    role: str
    name: str = ""

    @property
    def title(self) -> str:
        return self.name or self.id

    def among(self, names: tuple[str, ...]) -> bool:
        """Whether an audience of these seats and roles (everyone, if none) includes this seat."""
        return not any(names) or self.id in names or self.role in names

    def sees(self, master: str) -> Callable[[tuple[str, ...]], bool]:
        """Which audiences this seat belongs to, where this role sees everything."""
        return lambda audience: self.role == master or self.among(audience)
