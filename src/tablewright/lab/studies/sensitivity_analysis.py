"""Sensitivity: which setting matters most. Each is varied by itself, and the changes are sorted."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Any, Unpack

import msgspec

from tablewright.lab.execution import WorkOptions, answer_spec, answer_specs, check_options
from tablewright.lab.results import (
    RunResult,
    figure_label,
    format_change,
    format_figure,
    join_or_count,
    main_figure,
    render_notebook,
)
from tablewright.lab.spec import Adjustables, AnyGame, RunOptions, RunSpec, fields_of, make_spec, with_overrides
from tablewright.rules import Refused, UnknownName, to_key

TINY = 1e-9


class SensitivityRow(msgspec.Struct, frozen=True):
    """A setting that was varied: its usual value, and the figure with each other value."""

    name: str
    usual: str
    tried: dict[str, float]
    wide: float
    """Half the widest 95 % interval of a change; 0 if all are exact."""
    swing: float
    """The largest change, up or down."""
    unsure: dict[str, float] = {}
    """Half the 95 % interval of the figure with each sampled value."""
    chance: bool = False
    """True if the figure is a chance."""

    @property
    def sure(self) -> bool:
        return self.swing > max(self.wide, TINY)

    def said(self) -> str:
        if not self.tried:
            return f"{self.name}: nothing else to try"
        if self.swing <= TINY:
            return f"{self.name}: {'changed nothing in these plays' if self.wide else 'changes nothing'}"
        doubt = "" if self.sure else " (may be chance)"
        return f"{self.name} (now {self.usual}): up to {self.most()}{doubt}; {self.becomes(6)}"

    def most(self) -> str:
        """The largest change in words."""
        return format_change(self.swing, self.wide, self.chance).lstrip("+") if self.swing or self.wide else "none"

    def becomes(self, most: int | None = None) -> str:
        """The figure with each other value, in words."""
        return ", ".join(f"{value}: {self.with_(value)}" for value in list(self.tried)[:most])

    def with_(self, value: str) -> str:
        """The figure with another value, with its interval."""
        return format_figure(self.tried[value], self.unsure.get(value, 0.0), self.chance)


class Sensitivity(msgspec.Struct, frozen=True):
    """Settings by their influence on a figure, the largest first."""

    title: str
    figure: str
    base: float
    trial: RunResult
    turned: list[SensitivityRow]
    left_out: list[str]
    """Settings not varied, because they can have no other value here."""
    many: list[str] = []
    """Settings with too many values to vary unless they are named."""
    asleep: list[str] = []
    """Rulings not varied, because they were never read."""
    cut: list[str] = []
    """Settings not varied completely because of an interruption."""
    stopped: bool = False
    """True if an interruption left settings out."""

    def says(self) -> str:
        """The most influential settings in a sentence."""
        felt = [t for t in self.turned if t.sure]
        more = f" Not tried, for its many values: {', '.join(self.many)}." if self.many else ""
        more += f" Stopped: not turned, or not all the way, are {', '.join(self.cut)}." if self.cut else ""
        if not self.turned:
            return f"Nothing was turned: {figure_label(self.figure)} is {self.now()} as it is.{more}"
        if not felt:
            by = " by more than chance" if any(t.wide for t in self.turned) else ""
            return f"Nothing that was turned moves {figure_label(self.figure)}{by}: it is {self.now()}.{more}"
        first, *others = felt
        alike = [t.name for t in others if _same(t.swing, first.swing, first.wide)]
        later = others[len(alike) :]
        then = [t.name for n, t in enumerate(later) if n < 2 or _same(t.swing, later[1].swing, t.wide)]
        value = max(first.tried, key=lambda v: abs(first.tried[v] - self.base))
        values = [v for v in first.tried if v == value or _same(first.tried[v], first.tried[value], first.wide)]
        as_much = f", as much as {join_or_count(alike)}" if alike else ""
        after = f", then {join_or_count(then)}" if then else ""
        return (
            f"{first.name} matters most{as_much}: {join_or_count(values)} instead of {first.usual} "
            f"moves {figure_label(self.figure)} from {self.now()} to {first.with_(value)}{after}.{more}"
        )

    def now(self) -> str:
        """The current figure in words."""
        return self.trial.said(self.figure)

    @property
    def wide(self) -> float:
        """Half the 95 % interval of the current figure; 0 if exact."""
        return self.trial.figure(self.figure)[1]

    @property
    def found(self) -> str:
        """The method in words."""
        sampled = self.wide or any(t.wide for t in self.turned)
        return "Sampled: 95 % intervals." if sampled else "Counted exactly."

    def beside(self) -> str:
        """Settings that need not be varied, in words."""
        never = "Nothing looks at these, so they can never matter"
        asleep = never if self.trial.exact else "Not tried, because nothing looked at them in these plays"
        parts = ((asleep, self.asleep), ("Not tried, because they can be nothing else here", self.left_out))
        return " ".join(f"{why}: {', '.join(names)}." for why, names in parts if names)

    def rows(self) -> list[dict[str, Any]]:
        """Every value tried as a row: `pandas.DataFrame(found.rows())`."""
        return [
            {"name": t.name, "usual": t.usual, "value": value, self.figure: found, "change": _change(found, self.base)}
            | self._unsure(t, value)
            for t in self.turned
            for value, found in t.tried.items()
        ]

    def _unsure(self, turned: SensitivityRow, value: str) -> dict[str, float]:
        """Half the 95 % intervals of a sampled value."""
        wide = turned.unsure.get(value, 0.0)
        return {f"{self.figure} ±": wide, "change ±": hypot(self.wide, wide)} if turned.wide else {}

    def shown(self) -> list[dict[str, str]]:
        """The rows as people read them."""
        chance, within = self.trial.is_chance(self.figure), self.trial.within(self.figure)
        out = []
        for t in self.turned:
            for value, found in t.tried.items():
                wide = t.unsure.get(value, 0.0)
                change, doubt = _change(found, self.base), hypot(self.wide, wide)
                words = format_change(change, doubt, chance) + (" (may be chance)" if abs(change) <= doubt else "")
                row = {
                    "turned": t.name,
                    "now": t.usual,
                    "to": value,
                    self.figure: format_figure(found, wide, chance, within),
                }
                out.append(row | {"change": words if change or doubt else "none"})
        return out

    def __repr__(self) -> str:
        lines = [f"{self.title}: {self.figure} is {self.now()}", *(f"  {t.said()}" for t in self.turned[:20])]
        return "\n".join([*lines, f"  {self.says()}"])

    def _repr_html_(self) -> str:
        return render_notebook(
            self.shown(), self.title, f"{self.says()} {self.found} {self.beside()}", [self.trial.about]
        )


def sensitivity(
    game: AnyGame,
    scenario: str,
    /,
    *,
    names: Iterable[str] = (),
    figure: str = "",
    work: WorkOptions | None = None,
    **how: Unpack[RunOptions],
) -> Sensitivity:
    """Vary every number, switch and small choice of the scenario and every ruling it reads, one at a time.

    Numbers go one up and one down, the rest takes all options. `names` are the settings to vary instead. A name may be
    a path of the start (`enemies.foe.evade`). A path to somebody (`enemies.foe`) means all their values that can be
    varied.
    """
    q, work = make_spec(game, scenario, how, ("names", "figure")), check_options(work)
    if not isinstance(names, Iterable):
        raise Refused(f"names are those to turn, as in ['name'], not {names!r}.", "names")
    base = answer_spec(q, work)
    if figure and figure not in base.figures():
        raise UnknownName("figure here", figure, base.figures())
    turning = Adjustables(q, [names] if isinstance(names, str) else names)
    wanted, others = turning.wanted, turning.others
    asleep = set() if work.stopped else set(_asleep(q, base))  # a few plays cannot tell that
    jobs = [(name, value) for name in wanted if name not in asleep for value in others[name]]
    if not jobs:
        raise Refused(f"There is nothing to turn in {base.title}.")
    trials = answer_specs([with_overrides(q, {name: value}) for name, value in jobs], work)
    figure = figure or main_figure([base, *(trial for trial in trials if isinstance(trial, RunResult))])
    turned = _ordered(base, figure, turning.usual, jobs, trials)
    cut = list(dict.fromkeys(name for (name, _), trial in zip(jobs, trials, strict=True) if trial is None))
    awake = [name for name in wanted if name not in asleep]
    many = [name for name in awake if not others[name] and turning.turned_to(name, True)]
    left_out = [name for name in awake if name not in {t.name for t in turned} | {*many, *cut}]
    of_no_use = [name for name in wanted if name in asleep]
    value = base.figure(figure)[0]
    return Sensitivity(base.title, figure, value, base, turned, left_out, many, of_no_use, cut, work.stopped)


def _same(one: float, two: float, wide: float) -> bool:
    """True if two figures are exactly equal; sampled ones are never known to be."""
    return not wide and abs(one - two) <= TINY


def _change(found: float, base: float) -> float:
    """The change of a figure; rounding errors count as none."""
    return found - base if abs(found - base) > TINY else 0.0


def _asleep(q: RunSpec, base: RunResult) -> list[str]:
    """Rulings that are never read, and so need not be varied."""
    fields = set(base.params)
    return [name for name in fields_of(q) if name not in fields and name not in base.looked_at]


def _ordered(
    base: RunResult,
    figure: str,
    usual: dict[str, Any],
    jobs: list[tuple[str, Any]],
    trials: list[RunResult | Refused | None],
) -> list[SensitivityRow]:
    value, wide = base.figure(figure)
    tried: dict[str, dict[str, float]] = {}
    unsure: dict[str, dict[str, float]] = {}
    for (name, to), trial in zip(jobs, trials, strict=True):
        if isinstance(trial, RunResult):
            tried.setdefault(name, {})[to_key(to)], half = trial.much(figure)
            unsure.setdefault(name, {})[to_key(to)] = half
    found = [
        SensitivityRow(
            name,
            to_key(usual[name]),
            at,
            max(hypot(wide, half) for half in unsure[name].values()),
            max(abs(_change(now, value)) for now in at.values()),
            unsure[name],
            base.is_chance(figure),
        )
        for name, at in tried.items()
    ]
    return sorted(found, key=lambda t: -t.swing)
