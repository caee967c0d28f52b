"""The result of one check."""

from __future__ import annotations

import msgspec

MAX_SENTENCES = 5  # sentences of a finding that are printed


class Finding(msgspec.Struct, frozen=True):
    """The result of one check: its faults (none if it passed), what it covered, and advice for installing the game."""

    name: str
    wrong: tuple[str, ...] = ()
    seen: str = ""
    wanted: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """True if the check passed."""
        return not self.wrong

    def in_short(self) -> Finding:
        """Return the finding with its first few sentences and the number of the others."""
        rest = len(self.wrong) - MAX_SENTENCES
        if rest <= 0:
            return self
        return msgspec.structs.replace(self, wrong=(*self.wrong[:MAX_SENTENCES], f"and {rest} more like these."))
