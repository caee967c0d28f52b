"""What was checked, and what is wrong with it."""

from __future__ import annotations

import msgspec

MOST = 5
"""Sentences of a kind that are worth reading at once."""


class Finding(msgspec.Struct, frozen=True):
    """One thing checked: what is wrong (nothing, if it holds), what was seen, and what would be wanted on the shelf."""

    name: str
    wrong: tuple[str, ...] = ()
    seen: str = ""
    wanted: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    def in_short(self) -> Finding:
        """The same with the first few of its sentences, and how many more there are."""
        rest = len(self.wrong) - MOST
        if rest <= 0:
            return self
        return msgspec.structs.replace(self, wrong=(*self.wrong[:MOST], f"and {rest} more like these."))
