"""What was checked, and what is wrong with it."""

from __future__ import annotations

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """One thing checked: what is wrong (nothing, if it holds) and what was seen."""

    name: str
    wrong: tuple[str, ...] = ()
    seen: str = ""

    @property
    def holds(self) -> bool:
        return not self.wrong
