"""Prompts: what a rule waits for, as plain data."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from tablewright.rules.effects import EVERYONE

PromptKind: TypeAlias = Literal["choose", "write", "roll", "draw"]

#: Kinds that people answer; dice and cards are thrown or drawn.
ANSWERED_BY_PEOPLE: frozenset[PromptKind] = frozenset(("choose", "write"))


class PromptOption(msgspec.Struct, frozen=True):
    key: str
    label: str
    cost: int = 0


class Prompt(msgspec.Struct, frozen=True):
    """A prompt of a rule: a choice to make, a text to write, dice to throw or cards to draw."""

    at: str
    kind: PromptKind
    by: tuple[str, ...]
    question: str
    cites: str = ""
    options: tuple[PromptOption, ...] = ()
    dice: int = 0
    sides: int = 0
    cards: int = 0
    audience: tuple[str, ...] = EVERYONE
    secret: bool = False
    most: int = 0
    """Length of the longest text that fits."""

    def wanted(self) -> str:
        """A valid answer in words."""
        match self.kind:
            case "choose":
                return f"answer one of: {', '.join(o.key for o in self.options)}."
            case "write":
                return f"answer with a text of 1 to {self.most} characters."
            case "roll":
                return f"roll {self.dice}d{self.sides}."
        return f"draw {self.cards} of {self.sides} cards."
