"""Odds of an action in the form that people read: headline, changes and costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from tablewright.engine.choices import PlayMode
from tablewright.rules import Tone

ChancePair: TypeAlias = tuple[float, float]  # without spending, and with best play
#: Counted to the end, to the headline, or by a few hundred plays; or not at all, if something is hidden.
CountMethod: TypeAlias = Literal["whole", "headline", "tried", "hidden"]


class OutcomeGroup(msgspec.Struct, frozen=True):
    """Outcomes with one name for players, with their chances; details are folded away."""

    label: str
    tone: Tone
    chance: ChancePair
    inside: tuple[tuple[str, ChancePair], ...] = ()


class Quantity(msgspec.Struct, frozen=True):
    """A number that is the action's result: its mean, and the chance of so much or more."""

    unit: str
    mean: ChancePair
    at_least: tuple[tuple[int, ChancePair], ...]


class MeasureChange(msgspec.Struct, frozen=True):
    """A change of a measure: its chance, and its mean."""

    whose: str
    label: str
    chance: ChancePair
    mean: ChancePair
    good: int
    yes: bool = False
    called: str = ""
    """The name of its owner."""


class OddsSummary(msgspec.Struct, frozen=True):
    """The odds of an action. `how` is the mode of best play; `assumed` are answers assumed for others.

    `note` says why something is not counted, if so.
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
    """Plays, if it was sampled."""
    worth: float = 0.0
    """The value of best play, to compare options of one action."""

    def __repr__(self) -> str:
        """A line for each group, quantity, change and cost."""
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
        """True if anything here is uncertain, or changes anything."""
        return len(self.groups) > 1 or self.quantity is not None or bool(self.changes) or bool(self.note)

    @property
    def same(self) -> bool:
        """True if best play is the same as not spending."""
        pairs = [g.chance for g in self.groups] + [c.mean for c in (*self.changes, *self.costs)]
        pairs += [self.quantity.mean] if self.quantity else []
        return all(abs(plain - best) < 1e-12 for plain, best in pairs)


def with_names(found: OddsSummary, names: Mapping[str, str]) -> OddsSummary:
    """Return the summary with names of people instead of ids."""

    def called(changes: tuple[MeasureChange, ...]) -> tuple[MeasureChange, ...]:
        return tuple(msgspec.structs.replace(c, called=names.get(c.whose, c.whose)) for c in changes)

    return msgspec.structs.replace(found, changes=called(found.changes), costs=called(found.costs))


def _percent(pair: ChancePair) -> str:
    plain, best = pair
    return f"{plain:.1%}" if abs(plain - best) < 1e-12 else f"{plain:.1%} spending nothing, {best:.1%} at best"


def _mean(pair: ChancePair) -> str:
    plain, best = pair
    return f"{plain:+.2f}" if abs(plain - best) < 1e-12 else f"{plain:+.2f} spending nothing, {best:+.2f} at best"
