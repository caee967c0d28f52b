"""Small words the log and the sheets share."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum


def in_words(name: Enum) -> str:
    """PARTIAL_SUCCESS as people say it."""
    return name.name.replace("_", " ").lower()


def dice_words(n: int) -> str:
    return "no dice" if n == 0 else "1 die" if n == 1 else f"{n} dice"


def all_of(names: Sequence[str]) -> str:
    """Ada; Ada and Bo; Ada, Bo and Cy."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
