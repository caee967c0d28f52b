"""Small words the log and the sheets share."""

from __future__ import annotations

from collections.abc import Sequence


def dice_words(n: int, kind: str = "") -> str:
    """No dice, 1 die, 2 personal dice."""
    return " ".join(filter(None, ("no" if n == 0 else str(n), kind, "die" if n == 1 else "dice")))


def all_of(names: Sequence[str]) -> str:
    """Ada; Ada and Bo; Ada, Bo and Cy."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
