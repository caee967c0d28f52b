"""Wording shared by the log and the sheets."""

from __future__ import annotations

from collections.abc import Sequence


def dice_words(n: int, kind: str = "") -> str:
    """A number of dice in words: no dice, 1 die, 2 personal dice."""
    return " ".join(filter(None, ("no" if n == 0 else str(n), kind, "die" if n == 1 else "dice")))


def all_of(names: Sequence[str]) -> str:
    """Names in a list: Ada, Ada and Bo, or Ada, Bo and Cy."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
