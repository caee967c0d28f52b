"""Sensitivity: which number matters most. Each is turned by itself, and what that does is put in order."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Any, Unpack

import msgspec

from tablewright.kernel.errors import Refused, Unknown
from tablewright.kernel.field import written
from tablewright.run.shelf import Boxed

from .change import changed, fields_of
from .question import How, Question, question
from .running import answer, answers
from .table import moved, much, notebook
from .trial import Trial
from .turning import Turning
from .work import Work, checked

TINY = 1e-9


class Turned(msgspec.Struct, frozen=True):
    """One thing turned: its value before, and what the figure becomes with each other value."""

    name: str
    usual: str
    tried: dict[str, float]
    wide: float
    """Half the widest 95 % interval of a change; nothing, where all was exact."""
    swing: float
    """The largest change it made, up or down."""
    unsure: dict[str, float] = {}
    """Half the 95 % interval of what it becomes with each value that was sampled."""

    @property
    def sure(self) -> bool:
        return self.swing > max(self.wide, TINY)

    def said(self) -> str:
        if not self.tried:
            return f"{self.name}: nothing else to try"
        if self.swing <= TINY:
            return f"{self.name}: {'changed nothing in these plays' if self.wide else 'changes nothing'}"
        doubt = "" if self.sure else " (may be chance)"
        return f"{self.name} (now {self.usual}): up to {figure_said(self.swing, self.wide)}{doubt}; {self.becomes(6)}"

    def becomes(self, most: int | None = None) -> str:
        """What the figure is with each other value."""
        return ", ".join(f"{value}: {self.with_(value)}" for value in list(self.tried)[:most])

    def with_(self, value: str) -> str:
        """What the figure is with another value, and how sure that is."""
        return figure_said(self.tried[value], self.unsure.get(value, 0.0))


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
        from_ = figure_said(self.base, self.wide)
        more = f" Not tried, for its many values: {', '.join(self.many)}." if self.many else ""
        more += " Stopped before everything was turned." if self.stopped else ""
        if not felt:
            by = " by more than chance" if any(t.wide for t in self.turned) else ""
            return f"Nothing that was turned moves {self.figure}{by}.{more}"
        first = felt[0]
        value = max(first.tried, key=lambda v: abs(first.tried[v] - self.base))
        then = f", then {' and '.join(t.name for t in felt[1:3])}" if len(felt) > 1 else ""
        return (
            f"{first.name} matters most: {value} instead of {first.usual} moves {self.figure} "
            f"from {from_} to {first.with_(value)}{then}.{more}"
        )

    @property
    def wide(self) -> float:
        """Half the 95 % interval of the figure as it is now; nothing, where it was counted exactly."""
        return self.trial.figure(self.figure)[1]

    @property
    def found(self) -> str:
        """How it was found, in words."""
        sampled = self.wide or any(t.wide for t in self.turned)
        return "Sampled: 95 % intervals." if sampled else "Counted exactly."

    def rows(self) -> list[dict[str, Any]]:
        """Every value tried as a row of a table: `pandas.DataFrame(found.rows())`."""
        return [
            {"name": t.name, "usual": t.usual, "value": value, self.figure: found, "change": _change(found, self.base)}
            | self._unsure(t, value)
            for t in self.turned
            for value, found in t.tried.items()
        ]

    def _unsure(self, turned: Turned, value: str) -> dict[str, float]:
        """Half the 95 % intervals, where something was sampled."""
        wide = turned.unsure.get(value, 0.0)
        return {f"{self.figure} ±": wide, "change ±": hypot(self.wide, wide)} if turned.wide else {}

    def shown(self) -> list[dict[str, str]]:
        """The same as people read it."""
        chance = self.trial.is_chance(self.figure)
        out = []
        for t in self.turned:
            for value, found in t.tried.items():
                wide = t.unsure.get(value, 0.0)
                change, doubt = _change(found, self.base), hypot(self.wide, wide)
                words = moved(change, doubt, chance) + (" (may be chance)" if abs(change) <= doubt else "")
                row = {"turned": t.name, "now": t.usual, "to": value, self.figure: much(found, wide, chance)}
                out.append(row | {"change": words if change or doubt else "none"})
        return out

    def __repr__(self) -> str:
        now = figure_said(self.base, self.wide)
        lines = [f"{self.title}: {self.figure} is {now}", *(f"  {t.said()}" for t in self.turned[:20])]
        return "\n".join([*lines, f"  {self.says()}"])

    def _repr_html_(self) -> str:
        return notebook(self.shown(), self.title, f"{self.says()} {self.found}", [self.trial.about])


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
    time: numbers by one up and down, the rest to all there is. `names` are those to turn instead; one may be a path of
    the start (`enemies.foe.evade`), or lead to somebody (`enemies.foe`): then it is all that can be turned of them.
    """
    q, work = question(game, scenario, how, ("names", "figure")), checked(work)
    base = answer(q, work)
    figure = figure or base.foremost
    if figure not in base.figures():
        raise Unknown("figure here", figure, base.figures())
    turning, asleep = Turning(q, names), set(_asleep(q, base))
    wanted, others = turning.wanted, turning.others
    jobs = [(name, value) for name in wanted if name not in asleep for value in others[name]]
    if not jobs:
        raise Refused(f"There is nothing to turn in {base.title}.")
    trials = answers([changed(q, {name: value}) for name, value in jobs], work)
    turned = _ordered(base, figure, turning.usual, jobs, trials)
    left_out = [name for name in wanted if name not in {t.name for t in turned}]
    many = [name for name in wanted if name not in asleep and not others[name] and turning.turned_to(name, True)]
    return Sensitivity(base.title, figure, base.figure(figure)[0], base, turned, left_out, many, work.stopped)


def figure_said(value: float, wide: float) -> str:
    """A figure to three decimals, with its interval where it was sampled."""
    return f"{value:.3f}" + (f" ± {wide:.3f}" if wide else "")


def _change(found: float, base: float) -> float:
    """What is less than reckoning itself gets wrong is nothing."""
    return found - base if abs(found - base) > TINY else 0.0


def _asleep(q: Question, base: Trial) -> list[str]:
    """House rulings that nothing looks at: they need not be tried."""
    fields = set(base.params)
    return [name for name in fields_of(q) if name not in fields and name not in base.looked_at]


def _ordered(
    base: Trial, figure: str, usual: dict[str, Any], jobs: list[tuple[str, Any]], trials: list[Trial | None]
) -> list[Turned]:
    value, wide = base.figure(figure)
    tried: dict[str, dict[str, float]] = {}
    unsure: dict[str, dict[str, float]] = {}
    for (name, to), trial in zip(jobs, trials, strict=True):
        if trial is not None:
            tried.setdefault(name, {})[written(to)], half = trial.much(figure)
            unsure.setdefault(name, {})[written(to)] = half
    found = [
        Turned(
            name,
            written(usual[name]),
            at,
            max(hypot(wide, half) for half in unsure[name].values()),
            max(abs(now - value) for now in at.values()),
            unsure[name],
        )
        for name, at in tried.items()
    ]
    return sorted(found, key=lambda t: -t.swing)
