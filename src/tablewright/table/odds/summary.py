"""Prospects: the odds of an action as a person reads them. Headline, what it does, what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from tablewright.engine.choices import PlayMode
from tablewright.rules import Tone

ChancePair: TypeAlias = tuple[float, float]
"""Spending nothing, and playing the best."""
CountMethod: TypeAlias = Literal["whole", "headline", "tried", "hidden"]
"""To the end, to the headline, by trying a few hundred plays; or not at all, for what cannot be seen."""


class OutcomeGroup(msgspec.Struct, frozen=True):
    """What a player would call an outcome before the roll, with its chances; what is inside it is folded away."""

    label: str
    tone: Tone
    chance: ChancePair
    inside: tuple[tuple[str, ChancePair], ...] = ()


class Quantity(msgspec.Struct, frozen=True):
    """A number that the action comes to: on average, and at least so many."""

    unit: str
    mean: ChancePair
    at_least: tuple[tuple[int, ChancePair], ...]


class MeasureChange(msgspec.Struct, frozen=True):
    """A measure that may change: how likely, and by how much on average."""

    whose: str
    label: str
    chance: ChancePair
    mean: ChancePair
    good: int
    yes: bool = False
    called: str = ""
    """What people call whose it is."""


class OddsSummary(msgspec.Struct, frozen=True):
    """What may come of an action. `how` says what best play means; `assumed` what others are taken to say; `note` why
    something is not counted, if so.
    """

    title: str
    groups: tuple[OutcomeGroup, ...] = ()
    quantity: Quantity | None = None
    changes: tuple[MeasureChange, ...] = ()
    costs: tuple[MeasureChange, ...] = ()
    how: PlayMode = "best"
    assumed: tuple[str, ...] = ()
    note: str = ""
    counted: CountMethod = "whole"
    plays: int = 0
    """How many were tried, where that is how it was counted."""
    worth: float = 0.0
    """What best play comes to, to compare with another of the same action."""

    def __repr__(self) -> str:
        """As a person would read it: a line for each group, quantity, change and cost."""
        lines = [f"{self.title or 'Odds'}{f', by {self.how}' if self.how != 'best' else ''}"]
        lines += [f"  {g.label}: {_percent(g.chance)}" for g in self.groups]
        if self.quantity is not None:
            lines.append(f"  {self.quantity.unit or 'so many'}: {_mean(self.quantity.mean)} on average")
        lines += [f"  {c.whose} {c.label}: {_mean(c.mean)} ({_percent(c.chance)})" for c in self.changes]
        lines += [f"  costs {c.whose} {c.label}: {_mean(c.mean)}" for c in self.costs]
        lines += [f"  assumed: {text}" for text in self.assumed]
        return "\n".join([*lines, f"  {self.note}"] if self.note else lines)

    @property
    def tells(self) -> bool:
        """Whether anything here is not certain, or changes anything."""
        return len(self.groups) > 1 or self.quantity is not None or bool(self.changes) or bool(self.note)

    @property
    def same(self) -> bool:
        """Whether there is nothing to choose: playing the best is spending nothing."""
        pairs = [g.chance for g in self.groups] + [c.mean for c in (*self.changes, *self.costs)]
        pairs += [self.quantity.mean] if self.quantity else []
        return all(abs(plain - best) < 1e-12 for plain, best in pairs)


def with_names(found: OddsSummary, names: Mapping[str, str]) -> OddsSummary:
    """The same, with people called what they are called."""

    def called(changes: tuple[MeasureChange, ...]) -> tuple[MeasureChange, ...]:
        return tuple(msgspec.structs.replace(c, called=names.get(c.whose, c.whose)) for c in changes)

    return msgspec.structs.replace(found, changes=called(found.changes), costs=called(found.costs))


def _percent(pair: ChancePair) -> str:
    plain, best = pair
    return f"{plain:.1%}" if abs(plain - best) < 1e-12 else f"{plain:.1%} spending nothing, {best:.1%} at best"


def _mean(pair: ChancePair) -> str:
    plain, best = pair
    return f"{plain:+.2f}" if abs(plain - best) < 1e-12 else f"{plain:+.2f} spending nothing, {best:+.2f} at best"
