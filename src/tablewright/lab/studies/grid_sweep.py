"""Sweeps: a scenario with settings varied, on a grid or one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import hypot, prod
from typing import Any, Unpack

import msgspec

from tablewright.lab.execution import Ran, WorkOptions, answer_specs, check_axes_used, check_options, is_constant
from tablewright.lab.results import (
    FIRST,
    Provenance,
    RunResult,
    figure_label,
    is_fall_label,
    join_or_count,
    main_figure,
    render_notebook,
)
from tablewright.lab.spec import (
    NOBODY,
    POLICY,
    AnyGame,
    RunOptions,
    RunSpec,
    check_named_values,
    check_not_set_twice,
    count_values,
    make_spec,
    parse_values,
    with_overrides,
)
from tablewright.rules import Refused, TooLarge, UnknownName, to_key

MAX_POINTS = 2_000
SAME = 1e-9  # smaller differences count as none


class SweepPoint(msgspec.Struct, frozen=True):
    """A point of a sweep: its settings as text, and its result."""

    at: dict[str, str]
    trial: RunResult


class Sweep(msgspec.Struct, frozen=True):
    """Results of a scenario at every point. `axes` are the settings varied, each with its values in order."""

    title: str
    axes: dict[str, list[str]]
    points: list[SweepPoint]
    figure: str
    """The figure shown by default."""
    each: bool = False
    """True if one setting at a time was varied instead of all together."""
    idle: list[str] = []
    """Settings that have no effect at all."""
    missing: int = 0
    """Points not run because of an interruption."""

    @property
    def exact(self) -> bool:
        """True if all points are exact."""
        return all(point.trial.exact for point in self.points)

    @property
    def about(self) -> Provenance | None:
        """The provenance without the settings varied."""
        found = self.points[0].trial.about
        return found.without(self.axes) if found is not None else None

    @property
    def names(self) -> list[str]:
        """Names of all figures."""
        return list(dict.fromkeys(name for point in self.points for name in point.trial.figures()))

    def value(self, point: SweepPoint, figure: str = "") -> tuple[float, float]:
        """A figure at a point with half its 95 % interval. An ending that never comes has the chance 0."""
        figure = figure or self.figure
        if figure not in self.names:
            raise UnknownName("figure here", figure, self.names)
        return point.trial.much(figure)

    def rows(self) -> list[dict[str, Any]]:
        """Every point as a row: `pandas.DataFrame(sweep.rows())`."""
        return [
            {**point.at, **{name: self.value(point, name)[0] for name in self.names}, **self._unsure(point)}
            | {"by": point.trial.by}
            for point in self.points
        ]

    def _unsure(self, point: SweepPoint) -> dict[str, float]:
        """Half the 95 % interval of every figure at a point; empty if all points are exact."""
        return {} if self.exact else {f"{name} ±": self.value(point, name)[1] for name in self.names}

    def shown(self) -> list[dict[str, str]]:
        """The rows as people read them; chances to fall first only if they are the figure shown."""
        names = [name for name in self.names if name == self.figure or not is_fall_label(name)]
        names.sort(key=lambda name: name != self.figure)
        return [
            {name: as_setting(name, value) for name, value in point.at.items()}
            | {name: point.trial.said(name) for name in names}
            | {"found": point.trial.found if point.trial.exact else point.trial.counted}
            for point in self.points
        ]

    @property
    def found(self) -> str:
        """The method in words."""
        return "Counted exactly." if self.exact else "Sampled: 95 % intervals."

    def alike(self, point: SweepPoint, figure: str = "") -> list[SweepPoint]:
        """A point and all others with exactly the same figure; a sampled one has no equals."""
        value, wide = self.value(point, figure)
        known = [(other, *self.value(other, figure)) for other in self.points if other is not point and not wide]
        return [point, *(other for other, much, half in known if not half and abs(much - value) < SAME)]

    def extremes(self, figure: str = "") -> tuple[SweepPoint, SweepPoint]:
        """The points of the lowest and the highest figure; of indistinguishable ones, an exact one."""

        def much(point: SweepPoint, sign: int) -> tuple[float, float]:
            value, wide = self.value(point, figure)
            return round(sign * value, 9), wide  # equal up to rounding

        def known(point: SweepPoint, sign: int) -> SweepPoint:
            exact = [near for near in self._near(point, figure) if not self.value(near, figure)[1]]
            return min(exact, key=lambda p: much(p, sign), default=point)

        low, high = (min(self.points, key=lambda p: much(p, sign)) for sign in (1, -1))
        better = known(low, 1), known(high, -1)
        return better if better[0] is not better[1] else (low, high)

    def _near(self, point: SweepPoint, figure: str) -> list[SweepPoint]:
        """Other points that cannot be told apart from this one, because of sampling."""
        value, wide = self.value(point, figure)
        known = [(other, *self.value(other, figure)) for other in self.points if other is not point]
        return [other for other, much, half in known if 0 < hypot(wide, half) >= abs(much - value)]

    def says(self, figure: str = "") -> str:
        """The extremes in a sentence."""
        name, more = figure or self.figure, "".join(f" {name} changes nothing here." for name in self.idle)
        more += f" {self.stopped()}" if self.missing else ""
        low, high = self.extremes(figure)
        if abs(self.value(low, figure)[0] - self.value(high, figure)[0]) < SAME:
            return f"{_called(name)} is {high.trial.said(name, short=True)} everywhere.{more}"
        most, least = (f"{p.trial.said(name, short=True)} with {self._with(p, figure)}" for p in (high, low))
        return f"{_called(name)} is highest at {most} and lowest at {least}.{self._doubt(high, low, name)}{more}"

    def _with(self, point: SweepPoint, figure: str) -> str:
        """The settings with a figure as at this point, without those that have no effect."""
        idle = self.idle if not self.each and len(self.idle) < len(self.axes) else []
        points = [{n: v for n, v in p.at.items() if n not in idle} for p in self.alike(point, figure)]
        return _all_of([at for n, at in enumerate(points) if at not in points[:n]])

    def _doubt(self, high: SweepPoint, low: SweepPoint, name: str) -> str:
        """A sentence on other points that may be extreme, too."""
        if low in self._near(high, name):
            return " They cannot be told apart: that may be chance."
        ends = (("highest", self._near(high, name)), ("lowest", self._near(low, name)))
        return "".join(f" {_some(points)} may be the {end} as well." for end, points in ends if points)

    def stopped(self) -> str:
        """The number of points run, after an interruption."""
        return f"Stopped: {len(self.points):,} of {len(self.points) + self.missing:,} points were run."

    def __repr__(self) -> str:
        lines = [f"{self.title}: {len(self.points)} points, {self.figure}"]
        lines += [f"  {point_label(point)}: {point.trial.said(self.figure, short=True)}" for point in self.points[:20]]
        lines += [f"  and {len(self.points) - 20} more"] if len(self.points) > 20 else []
        return "\n".join([*lines, f"  {self.says()}"])

    def _repr_html_(self) -> str:
        columns = {*self.axes, self.figure, "found"}
        rows = [{name: text for name, text in row.items() if name in columns} for row in self.shown()]
        return render_notebook(rows, self.title, self.says(), [self.about])


def sweep(
    game: AnyGame,
    scenario: str,
    /,
    over: Mapping[str, Any],
    *,
    each: bool = False,
    figure: str = "",
    work: WorkOptions | None = None,
    **how: Unpack[RunOptions],
) -> Sweep:
    """Run a scenario at every point of a grid: `over={"hp": range(4, 13), "arm": "*"}`.

    Names are fields, rulings, values of the start by path, or `policy`. With `each`, one at a time is varied.
    """
    q, work = make_spec(game, scenario, how, ("over", "each", "figure")), check_options(work)
    if not isinstance(over, Mapping) or not over:
        what = "a field, a ruling, a value by its path, or the policy"
        raise Refused(f'A sweep needs something to change: {what}, as in {{"name": range(4, 13)}}.')
    check_named_values("over", over)
    check_not_set_twice(q, over if not each or len(over) == 1 else (), "swept")
    meant = {name: count_values(q, name, said, MAX_POINTS) for name, said in over.items()}
    _fits({name: many for name, (_, many) in meant.items()}, each)
    axes = {name: parse_values(q, name, said) for name, (said, _) in meant.items()}
    ats = list(_each(axes) if each else _grid(axes))
    asked = [with_overrides(q, at) for at in ats]
    points = list(_points(ats, asked, work))
    if not points:
        raise KeyboardInterrupt
    named = {name: [to_key(value) for value in values] for name, values in axes.items()}
    first = points[0].trial
    missing = len(ats) - len(points)
    if not missing:
        check_axes_used(q, axes, zip(ats, (point.trial for point in points), strict=True))
    ran: list[Ran] = [(point.at, point.trial) for point in points]
    idle = [
        name for name, all_ in axes.items() if not missing and len(all_) > 1 and is_constant(name, _having(name, ran))
    ]
    figure = figure or main_figure([point.trial for point in points])
    found = Sweep(first.title, named, points, figure, each, idle, missing)
    found.value(points[0])  # refuses an unknown figure
    return found


def _points(ats: list[dict[str, Any]], asked: list[RunSpec], work: WorkOptions) -> Iterator[SweepPoint]:
    """Yield the results of all points that there was time for."""
    for at, trial in zip(ats, answer_specs(asked, work), strict=True):
        if isinstance(trial, Refused) and not work.stopped:
            raise trial
        if isinstance(trial, RunResult):
            yield SweepPoint(_written(at), trial)


def point_label(point: SweepPoint) -> str:
    """The settings of a point in words."""
    return _at(point.at)


def as_setting(name: str, value: str) -> str:
    """The value of a setting in words; no policy is named by what decides instead."""
    return FIRST if (name, value) == (POLICY, NOBODY) else value


def _at(at: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={as_setting(name, value)}" for name, value in at.items()) or "nothing changed"


def _all_of(ats: list[dict[str, str]]) -> str:
    """Describe points: by the values of each name if they form a grid, else one by one."""
    first = ats[0]
    if all(at.keys() == first.keys() for at in ats):
        values = {name: list(dict.fromkeys(as_setting(name, at[name]) for at in ats)) for name in first}
        if len(ats) == prod(map(len, values.values())):
            several = sorted(values, key=lambda name: len(values[name]) > 1)  # "x=1, y=2 and 3", not "y=2 and 3, x=1"
            return _at({name: join_or_count(values[name]) for name in several})
    return join_or_count(list(map(_at, ats)), "; " if any(len(at) > 1 for at in ats) else ", ")


def _fits(many: Mapping[str, int], each: bool) -> None:
    """Refuse a grid that is too large, and say what would fit."""
    alone, grid = sum(many.values()), prod(many.values())
    points = alone if each else grid
    if points <= MAX_POINTS:
        return
    longest = max(many, key=lambda name: many[name])
    fit = MAX_POINTS - (alone - many[longest]) if each else MAX_POINTS * many[longest] // points
    less = f"{fit:,} values of {longest} instead of {many[longest]:,}" if fit > 0 else "fewer values of everything"
    other = f", or one thing at a time ({alone:,} points)" if not each and alone <= MAX_POINTS else ""
    raise TooLarge(f"{points:,} points are too many: at most {MAX_POINTS:,} are run. Try {less}{other}.")


def _having(name: str, ran: list[Ran]) -> Iterator[Ran]:
    return (one for one in ran if name in one[0])


def _grid(axes: Mapping[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    for values in product(*axes.values()):
        yield dict(zip(axes, values, strict=True))


def _each(axes: Mapping[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    for name, values in axes.items():
        yield from ({name: value} for value in values)


def _written(at: Mapping[str, Any]) -> dict[str, str]:
    return {name: to_key(value) for name, value in at.items()}


def _some(points: list[SweepPoint]) -> str:
    return point_label(points[0]) if len(points) == 1 else f"{len(points)} others"


def _called(name: str) -> str:
    return figure_label(name)[0].upper() + figure_label(name)[1:]
