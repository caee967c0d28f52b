"""Chance: a step of a path taken by somebody who leaves it to the dice.

Where the book has a table, its step is taken by the action that rolls on it, with the table's own dice. Where it has
none, the choice is the person's, and made for them at random: by the nonce they bring, never by the table's seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from tablewright.rules import Guide, Refused
from tablewright.table.core import provably_fair

from .draft import DraftField
from .draft_builder import DraftBuilder
from .guides import GuideView
from .prompts import SeatPrompt

X = TypeVar("X")

MAX_TRIES = 40
"""Forms filled in at random before chance gives up: fields that go together are drawn apart."""
WIDE = 20
"""The numbers drawn among where a field has no upper bound."""


class NothingToRandomize(Refused):
    """All that is left of a path may be left out, and nobody leaves that to chance."""


class RandomStepper:
    """Draws by a nonce: the same nonce draws the same."""

    def __init__(self, nonce: str) -> None:
        self.nonce, self.drawn = nonce, 0

    def among(self, things: Sequence[X]) -> X:
        """One of these."""
        self.drawn += 1
        return things[provably_fair.die(self.nonce, "chance", self.drawn, len(things)) - 1]

    def answer(self, ask: SeatPrompt) -> str:
        """An answer to a question, by its key."""
        return self.among(ask.options).key if ask.kind == "choose" else "as it comes"

    def step(self, drafting: DraftBuilder, path: Guide, guide: GuideView) -> tuple[str, dict[str, Any]]:
        """An action that takes the step a path is at, with what it needs; refused if none is to be had.

        A step that may be left out is, unless the dice have something to say about it.
        """
        for step, now in zip(path.steps, guide.steps, strict=True):
            if now.stage not in ("now", "open") or (step.optional and not step.chance):
                continue
            by = {act.name for act in step.chance or step.actions}
            offers = [offer for offer in now.offers if offer.action in by]
            tries = [self.among(offers) for _ in range(MAX_TRIES)] if offers else []
            for offer in tries:
                values = self._filled(drafting, offer.action, offer.params)
                if values is not None:
                    return offer.action, values
            if not step.optional:
                raise Refused(f"Chance has nothing to say about “{now.title}”: choose it yourself.")
        raise NothingToRandomize(f"There is nothing left to chance in “{guide.title}”.")

    def _filled(self, drafting: DraftBuilder, name: str, known: Mapping[str, Any]) -> dict[str, Any] | None:
        """The form of an action with what is needed and what matters drawn; nothing, if the rule would not have it."""
        act, values, seen = drafting.game.action(name), dict(known), set[str]()
        while True:
            draft = drafting.filled(act, values)
            if draft.why_not:
                return None
            field = next((f for f in draft.fields if f.main and f.name not in seen and f.name not in known), None)
            if field is None:
                taken = drafting.taken(act, values)
                return dict(taken.values) if taken.ready else None
            seen.add(field.name)
            value = self._value(field, drafting.names)
            if value is not None:
                values[field.name] = value

    def _several(self, choices: list[Any]) -> list[Any]:
        """Up to three different ones, as they come."""
        return list(dict.fromkeys(self.among(choices) for _ in range(self.among((1, 2, 3)))))

    def _value(self, field: DraftField, names: Mapping[str, str]) -> Any:
        """Something this field may be; nothing, where it is left as it usually is."""
        choices = [choice.value for choice in field.choices if not choice.why_not]
        if field.many:
            return self._several(choices) if choices and field.required else None
        if choices:
            return self.among(choices)
        if field.kind == "text":
            return self.among(_new(field.examples, names)) if field.examples else None
        if field.kind == "number" and field.required:
            least = field.least or 0
            return self.among(range(least, (least + WIDE if field.most is None else field.most) + 1))
        return None


def _new(examples: Sequence[str], names: Mapping[str, str]) -> Sequence[str]:
    """Those that nobody at the table is called, in part or as a whole; all of them, if every one is."""
    known = {word for name in names.values() for word in (name.casefold(), *name.casefold().split())}
    return [example for example in examples if example.casefold() not in known] or examples
