"""What goes wrong, said so that a person can act on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any


class Refused(Exception):
    """Not allowed now. The message is a sentence for the person who asked; nothing has changed.

    `field` names the field of a form it is about, where it is about one.
    """

    def __init__(self, sentence: str = "", field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class UnknownName(Refused):
    """A name nobody knows, with the nearest that somebody does."""

    def __init__(self, what: str, name: object, names: Iterable[str]) -> None:
        known, name = sorted(names), str(name)
        near = get_close_matches(name, known, n=3, cutoff=0.6)
        if near and get_close_matches(name, near[:1], cutoff=0.85):
            near = near[:1]
        if near:
            hint = f"Did you mean {' or '.join(near)}?"
        elif known:
            shown = ", ".join(known[:12]) + (" …" if len(known) > 12 else "")
            hint = f"There is: {shown}."
        else:
            hint = "There is none here."
        super().__init__(f"There is no {what} called {name[:80]!r}. {hint}")


class TooLarge(Refused):
    """More dice, states or plays than this machine is asked to handle."""


class NonTerminating(Refused):
    """It may go on for ever. Sampling up to a limit can answer."""


class GameError(Exception):
    """A game is declared or written wrongly: a matter for its author, not for the people at the table.

    `at` is the author's file and line, as in `rules.py:41`, where they are known.
    """

    def __init__(self, text: str, at: str = "") -> None:
        super().__init__(text)
        self.text, self.at = text, at

    def __str__(self) -> str:
        return f"{self.at}: {self.text}" if self.at else self.text


def source_location(fn: Callable[..., Any]) -> str:
    """The file and line where a function is written; nothing, if it has none."""
    code = getattr(fn, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else ""
