"""Sensitivity: which number matters most. Each is turned by itself, and what that does is put in order."""

from __future__ import annotations

import html
from collections.abc import Iterable
from math import sqrt
from typing import Any, Unpack

import msgspec

from tablewright.kernel.errors import Refused, Unknown
from tablewright.kernel.field import Field, written
from tablewright.run.shelf import Boxed

from .change import changed, choices, fields_of
from .question import How, Question, question
from .running import answer, answers
from .start import ready
from .trial import Trial
from .work import Work, checked

TINY = 1e-9
FEW_CHOICES = 8
"""A choice among more than so many is tried only where it is named."""


class Turned(msgspec.Struct, frozen=True):
    """One thing turned: its value before, and what the figure becomes with each other value."""

    name: str
    usual: str
    tried: dict[str, float]
    wide: float
    """Half the widest 95 % interval of a change; nothing, where all was exact."""
    swing: float
    """The largest change it made, up or down."""

    @property
    def sure(self) -> bool:
        return self.swing > max(self.wide, TINY)

    def said(self) -> str:
        if not self.tried:
            return f"{self.name}: nothing else to try"
        if self.swing <= TINY:
            return f"{self.name}: changes nothing"
        tried = ", ".join(f"{value}: {much:.3f}" for value, much in list(self.tried.items())[:6])
        doubt = "" if self.sure else " (may be chance)"
        return f"{self.name} (now {self.usual}): up to {self.swing:.3f}{doubt}; {tried}"


class Sensitivity(msgspec.Struct, frozen=True):
    """What matters, most first."""

    title: str
    figure: str
    base: float
    trial: Trial
    turned: list[Turned]
    left_out: list[str]
    """What was not tried: too many values, a text, a ruling that nothing looks at, or too late."""
    many: list[str] = []
    """Of those, what has too many values to try unless it is named."""
    stopped: bool = False
    """Whether somebody interrupted it before everything was turned."""

    def says(self) -> str:
        """What matters most, in a sentence."""
        felt = [t for t in self.turned if t.sure]
        more = f" Not tried, for its many values: {', '.join(self.many)}." if self.many else ""
        more += " Stopped before everything was turned." if self.stopped else ""
        if not felt:
            return f"Nothing that was turned moves {self.figure}.{more}"
        first = felt[0]
        value = max(first.tried, key=lambda v: abs(first.tried[v] - self.base))
        then = f", then {' and '.join(t.name for t in felt[1:3])}" if len(felt) > 1 else ""
        return (
            f"{first.name} matters most: {value} instead of {first.usual} moves {self.figure} "
            f"from {self.base:.3f} to {first.tried[value]:.3f}{then}.{more}"
        )

    def rows(self) -> list[dict[str, Any]]:
        """Every value tried as a row of a table: `pandas.DataFrame(found.rows())`."""
        return [
            {"name": t.name, "usual": t.usual, "value": value, self.figure: much, "change": _change(much, self.base)}
            for t in self.turned
            for value, much in t.tried.items()
        ]

    def __repr__(self) -> str:
        lines = [f"{self.title}: {self.figure} is {self.base:.3f}", *(f"  {t.said()}" for t in self.turned[:20])]
        return "\n".join([*lines, f"  {self.says()}"])

    def _repr_html_(self) -> str:
        body = "".join(f"<tr><th>{html.escape(t.name)}</th><td>{html.escape(t.said())}</td></tr>" for t in self.turned)
        return f"<table>{body}</table><p>{html.escape(self.says())}</p>"


def sensitivity(
    game: str | Boxed,
    scenario: str,
    /,
    *,
    names: Iterable[str] = (),
    figure: str = "",
    work: Work | None = None,
    **how: Unpack[How],
) -> Sensitivity:
    """Turns every number, switch and small choice of the scenario and every house ruling that it looks at, one at a
    time: numbers by one up and down, the rest to all there is. `names` are those to turn instead.
    """
    q, work = question(game, scenario, how, ("names", "figure")), checked(work)
    base = answer(q, work)
    figure = figure or base.foremost
    if figure not in base.figures():
        raise Unknown("figure here", figure, base.figures())
    usual = _usual(q)
    wanted = list(names) or list(usual)
    for name in wanted:
        if name not in usual:
            raise Unknown(f"field or ruling of {base.title}", name, usual)
    others = {name: _others(q, fields_of(q)[name], usual[name], bool(names)) for name in wanted}
    asleep = set(_asleep(q, base))
    jobs = [(name, value) for name in wanted if name not in asleep for value in others[name]]
    if not jobs:
        raise Refused(f"There is nothing to turn in {base.title}.")
    trials = answers([changed(q, {name: value}) for name, value in jobs], work)
    turned = _ordered(base, figure, usual, jobs, trials)
    left_out = [name for name in wanted if name not in {t.name for t in turned}]
    many = [
        name
        for name in wanted
        if name not in asleep and not others[name] and _others(q, fields_of(q)[name], usual[name], True)
    ]
    return Sensitivity(base.title, figure, base.figure(figure)[0], base, turned, left_out, many, work.stopped)


def _change(much: float, base: float) -> float:
    """What is less than reckoning itself gets wrong is nothing."""
    return much - base if abs(much - base) > TINY else 0.0


def _usual(q: Question) -> dict[str, Any]:
    """What everything that can be turned is now."""
    begun = ready(q)
    rulings = {name: getattr(begun.rulings, name) for name in begun.rulings.__struct_fields__}
    return begun.fields | {name: value for name, value in rulings.items() if name not in begun.fields}


def _asleep(q: Question, base: Trial) -> list[str]:
    """House rulings that nothing looks at: they need not be tried."""
    fields = set(base.params)
    return [name for name in fields_of(q) if name not in fields and name not in base.looked_at]


def _others(q: Question, field: Field, now: Any, named: bool) -> list[Any]:
    """What to turn it to: a number by one up and down, anything else to all there is."""
    if field.many or field.kind == "text":
        return []
    if field.kind == "int":
        low, high = field.param.min, field.param.max
        near = [now - 1, now + 1] if isinstance(now, int) else []
        return [n for n in near if (low is None or n >= low) and (high is None or n <= high)]
    found = [value for value in choices(q, field) or () if value != now]
    return found if named or len(found) <= FEW_CHOICES else []


def _ordered(
    base: Trial, figure: str, usual: dict[str, Any], jobs: list[tuple[str, Any]], trials: list[Trial | None]
) -> list[Turned]:
    value, wide = base.figure(figure)
    tried: dict[str, dict[str, float]] = {}
    doubt: dict[str, float] = {}
    for (name, to), trial in zip(jobs, trials, strict=True):
        if trial is not None:
            much, half = trial.much(figure)
            tried.setdefault(name, {})[written(to)] = much
            doubt[name] = max(doubt.get(name, 0.0), sqrt(wide**2 + half**2))
    found = [
        Turned(name, written(usual[name]), at, doubt[name], max(abs(much - value) for much in at.values()))
        for name, at in tried.items()
    ]
    return sorted(found, key=lambda t: -t.swing)
